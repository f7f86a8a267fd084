extension RealFFT {
  /// Passes the spectrum of zero-padded `values` to `read`, with interleaved real and imaginary
  /// parts; the other spectrum is unchanged.
  func spectrum(of values: [Double], read: (Span<Double>) -> Void) {
    load(values.span)
    transform()
    readSpectrum(read)
  }

  /// `|X_k|² · scale` of the transform X of zero-padded `values`, from 0 to Nyquist.
  func powerSpectrum(of values: [Double], times scale: Double) -> [Double] {
    var powers = Array(repeating: 0.0, count: bins)
    load(values.span)
    writePowers(times: scale, into: &powers)
    return powers
  }

  /// Adds `|X_k|²` of the transform X of the loaded samples, from 0 to Nyquist, to `sums`.
  func addPowers(to sums: inout [Double]) {
    precondition(sums.count == bins, "every bin has its sum")
    transform()
    var target = sums.mutableSpan
    readSpectrum { Powers.add($0, to: &target) }
  }

  /// Writes `|X_k|² · scale` of the transform X of the loaded samples, from 0 to Nyquist.
  func writePowers(times scale: Double, into powers: inout [Double]) {
    precondition(powers.count == bins, "every bin has its power")
    transform()
    var target = powers.mutableSpan
    readSpectrum { Powers.write($0, times: scale, into: &target) }
  }
}
