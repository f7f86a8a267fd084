extension RealFFT {
  /// Linear autocorrelation of `segment` at the lags 0 ..< `lags.count`, times `size`.
  ///
  /// It is free of circular wrap-around if `segment.count + lags.count - 1 <= size`; beyond that,
  /// lag l includes lag `size − l`.
  package func autocorrelate(_ segment: [Double], into lags: inout [Double]) {
    load(segment.span)
    autocorrelate(lagCount: lags.count) { Self.copy($0, into: &lags) }
  }

  /// Autocorrelation of the loaded samples, times `size`, passed to `read`. The lags are 0 ..<
  /// `lagCount`. Beyond `size` less the number of loaded samples, lag l includes lag `size − l`.
  func autocorrelate(lagCount: Int, read: (Span<Double>) -> Void) {
    precondition(lagCount <= size, "there are no more lags than samples")
    transform()
    writeSpectrum { Powers.replace(&$0) }
    transformBack()
    readSamples { read($0.extracting(first: lagCount)) }
  }

  /// Linear cross-correlation of `template` with `row` at the lags 0 ..< `lagCount`, times `size`,
  /// copied into an array. The preconditions are those of the closure variant.
  package func crossCorrelate(
    _ template: Span<Double>, with row: Span<Double>, lagCount: Int,
    into lags: inout [Double]
  ) {
    crossCorrelate(template, with: row, lagCount: lagCount) { Self.copy($0, into: &lags) }
  }

  private static func copy(_ found: Span<Double>, into lags: inout [Double]) {
    var target = lags.mutableSpan
    for lag in found.indices { target[lag] = found[lag] }
  }
}
