// The envelopes of the bands of one sound: its spectrum is kept, and each band of it becomes an
// analytic signal by two transforms back, of which the second is a quarter of a cycle late.

extension RealFFT {
  /// Keeps the spectrum of `values`, zero-padded, for the bands to be taken from.
  func keepSpectrum(of values: [Double]) {
    load(count: values.count) { frame in
      for index in 0..<frame.count { frame[index] = values[index] }
    }
    transformOther()
  }

  /// Writes the envelope, times `size`, of what is left of the spectrum that was kept when its bins
  /// from `first` on are multiplied by `weights` and all others by zero.
  ///
  /// Memory safety: bins and samples lie inside their buffers by the preconditions.
  func writeEnvelope(
    ofBinsFrom first: Int, times weights: [Double], into envelope: inout [Double]
  ) {
    precondition(
      first > 0 && first + weights.count < bins && envelope.count <= size,
      "a band lies between zero and Nyquist, and its envelope in the samples")
    unsafe spectrum.update(repeating: (0, 0), count: bins)
    for (offset, weight) in weights.enumerated() {
      let value = unsafe otherSpectrum[first + offset]
      unsafe spectrum[first + offset] = (weight * value.0, weight * value.1)
    }
    transformBack()
    for index in envelope.indices {
      let real = unsafe samples[index]
      envelope[index] = real * real
    }
    unsafe spectrum.update(repeating: (0, 0), count: bins)
    for (offset, weight) in weights.enumerated() {
      let value = unsafe otherSpectrum[first + offset]
      unsafe spectrum[first + offset] = (weight * value.1, -weight * value.0)
    }
    transformBack()
    for index in envelope.indices {
      let imaginary = unsafe samples[index]
      envelope[index] = (envelope[index] + imaginary * imaginary).squareRoot()
    }
  }
}
