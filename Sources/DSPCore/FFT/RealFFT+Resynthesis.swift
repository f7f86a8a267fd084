extension RealFFT {
  /// Filters `values` in the frequency domain and resamples them to the rate of `other`, whose size
  /// is a multiple of this size. `offset` zeros precede the values and zeros follow.
  ///
  /// The real and imaginary parts of bin k > 0 have separate weights, at the indices 2k + 1 and 2k
  /// + 2 of a packed spectrum. Bin 0 has index 1; the Nyquist bin is dropped.
  func filter(
    _ values: [Double], offset: Int, resynthesis other: RealFFT, weight: (Int) -> Double
  ) -> [Double] {
    precondition(other.size % size == 0, "this transform fits into the one of the result")
    load(values.span, behind: offset)
    transform()
    readSpectrum { own in
      other.writeSpectrum { parts in
        for bin in 0..<(size / 2) {
          parts[2 * bin] = own[2 * bin] * weight(2 * bin + 1)
          parts[2 * bin + 1] = bin > 0 ? own[2 * bin + 1] * weight(2 * bin + 2) : 0
        }
        for place in 2 * (size / 2)..<parts.count { parts[place] = 0 }
      }
    }
    other.transformBack()
    let ratio = other.size / size
    let scale = 1 / Double(size)
    var result: [Double] = []
    other.readSamples { samples in
      result = (ratio * offset..<ratio * (offset + values.count)).map { samples[$0] * scale }
    }
    return result
  }
}
