// Spectra and powers: of values, of what was loaded, and summed over many stretches.

extension RealFFT {
  /// Lets `read` look at the spectrum of `values`, zero-padded, real and imaginary parts by turns; the
  /// other spectrum stays.
  func spectrum(of values: [Double], read: (Span<Double>) -> Void) {
    load(values.span)
    transform()
    readSpectrum(read)
  }

  /// `|X_k|² · scale` of the transform X of `values`, zero-padded, at the frequencies from 0 to
  /// Nyquist.
  func powerSpectrum(of values: [Double], times scale: Double) -> [Double] {
    var powers = Array(repeating: 0.0, count: bins)
    load(values.span)
    writePowers(times: scale, into: &powers)
    return powers
  }

  /// Adds `|X_k|²` of the transform X of the samples that were loaded, at the frequencies from 0 to
  /// Nyquist, to as many values.
  func addPowers(to sums: inout [Double]) {
    precondition(sums.count == bins, "every bin has its sum")
    transform()
    var target = sums.mutableSpan
    readSpectrum { Powers.add($0, to: &target) }
  }

  /// Writes `|X_k|² · scale` of the transform X of the samples that were loaded, at the frequencies from
  /// 0 to Nyquist, to as many values.
  func writePowers(times scale: Double, into powers: inout [Double]) {
    precondition(powers.count == bins, "every bin has its power")
    transform()
    var target = powers.mutableSpan
    readSpectrum { Powers.write($0, times: scale, into: &target) }
  }
}
