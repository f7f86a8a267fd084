// Spectra of values, and powers: of values, of values after a gain, and summed over many stretches.

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
    load(values.span)
    transform()
    return powers(times: scale)
  }

  /// The same for `filter(values, gain: gain)`, where the gain is 1 from a bin on.
  func powerSpectrum(
    of values: [Double], times scale: Double, after gain: (_ bin: Int) -> Double, unityFrom bin: Int
  ) -> [Double] {
    multiplySpectrum(of: values, by: gain, unityFrom: bin)
    zeroSamples(from: values.count)
    transform()
    return powers(times: scale)
  }

  /// Adds `|X_k|²` of the transform X of the samples that were loaded, at the frequencies from 0 to
  /// Nyquist, to as many values.
  func addPowers(to sums: inout [Double]) {
    precondition(sums.count == bins, "every bin has its sum")
    transform()
    var target = sums.mutableSpan
    readSpectrum { Powers.add($0, to: &target) }
  }

  private func powers(times scale: Double) -> [Double] {
    var powers = Array(repeating: 0.0, count: bins)
    var target = powers.mutableSpan
    readSpectrum { Powers.write($0, times: scale, into: &target) }
    return powers
  }
}
