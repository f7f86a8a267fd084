// Autocorrelations, and correlations as arrays for those who do not look at them where they arise.

extension RealFFT {
  /// Linear autocorrelation of `segment` at the lags 0 ..< `lags.count`, times `size`.
  ///
  /// No lag is wrapped around as long as `segment.count + lags.count - 1 <= size`; beyond that, lag
  /// l has lag `size − l` on top.
  package func autocorrelate(_ segment: [Double], into lags: inout [Double]) {
    load(segment.span)
    autocorrelate(lagCount: lags.count) { Self.copy($0, into: &lags) }
  }

  /// Autocorrelation of the samples that were loaded, times `size`, for `read` to look at; its lags
  /// are 0 ..< `lagCount`, and behind `size` less the number of samples loaded lag l has lag
  /// `size − l` on top.
  func autocorrelate(lagCount: Int, read: (Span<Double>) -> Void) {
    precondition(lagCount <= size, "there are no more lags than samples")
    transform()
    writeSpectrum { Powers.replace(&$0) }
    transformBack()
    readSamples { read($0.extracting(first: lagCount)) }
  }

  /// Linear cross-correlation of `template` with `row` at the lags 0 ..< `lagCount`, times `size`, on the
  /// terms of the one that is looked at where it arises.
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
