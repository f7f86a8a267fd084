// What a change of the sample rate does to a spectrum.

extension RealFFT {
  /// `values` after weights on their spectrum, at the rate of `other`, whose size is a multiple of
  /// this one's; `offset` zeros come before them and zeros after.
  ///
  /// The real and imaginary parts of bin k > 0 are weighted by themselves, as places 2k + 1 and
  /// 2k + 2 of a packed spectrum; bin 0 is place 1, the Nyquist bin is dropped.
  ///
  /// Memory safety: the values with their offset fit by precondition; the bins of `other` are at
  /// least as many as this transform's.
  func filter(
    _ values: [Double], offset: Int, resynthesis other: RealFFT, weight: (Int) -> Double
  ) -> [Double] {
    precondition(
      offset + values.count <= size && other.size % size == 0,
      "values fit into their transform, and that into the one of the result")
    load(values, count: values.count, offset: offset)
    transform()
    for bin in 0..<(size / 2) {
      let value = unsafe spectrum[bin]
      unsafe other.spectrum[bin] = (
        value.0 * weight(2 * bin + 1), bin > 0 ? value.1 * weight(2 * bin + 2) : 0
      )
    }
    for bin in (size / 2)..<other.bins {
      unsafe other.spectrum[bin] = (0, 0)
    }
    other.transformBack()
    let ratio = other.size / size
    let scale = 1 / Double(size)
    return (ratio * offset..<ratio * (offset + values.count)).map { index in
      unsafe other.samples[index] * scale
    }
  }

  /// Lets `read` look at `values` behind `offset` zeros without what lies in their spectrum from a
  /// place on, once for each of `ends`; the zeros are cut off again. Places are those of a packed
  /// spectrum, as above; the size is a power of two.
  ///
  /// Memory safety: the values with their offset fit by precondition, as do the `2 · bins` numbers
  /// of a spectrum; what `read` sees lies inside the samples and is not kept.
  func lowPass(_ values: [Double], offset: Int, ends: [Int], read: (Span<Double>) -> Void) {
    precondition(
      offset + values.count <= size && ends.allSatisfy { $0 >= 0 && $0 <= size },
      "values fit into their transform")
    load(values, count: values.count, offset: offset)
    transform()
    let scale = 1 / Double(size)
    let parts = unsafe UnsafeMutableRawPointer(spectrum).assumingMemoryBound(to: Double.self)
    let copy = unsafe UnsafeMutableRawPointer(otherSpectrum).assumingMemoryBound(to: Double.self)
    // Bin k lies at 2k and 2k + 1: one before its place. A size that is a power of two can be divided by
    // before the transform without a rounding, and far fewer numbers have to be.
    let most = max(0, (ends.max() ?? 0) - 1)
    for place in 0..<most { unsafe parts[place] *= scale }
    if ends.count > 1 { unsafe copy.update(from: parts, count: most) }
    for (index, end) in ends.enumerated() {
      let kept = max(0, end - 1)
      if index > 0 { unsafe parts.update(from: copy, count: kept) }
      unsafe (parts + kept).update(repeating: 0, count: 2 * bins - kept)
      transformBack()
      read(unsafe Span(_unsafeStart: samples + offset, count: values.count))
    }
  }

  /// Copies the first `count` values behind `offset` zeros, `offset + count <= size`, and fills up
  /// with zeros.
  private func load(_ values: [Double], count: Int, offset: Int) {
    unsafe samples.update(repeating: 0, count: offset)
    unsafe values.withUnsafeBufferPointer { values in
      guard let first = values.baseAddress else { return }
      unsafe (samples + offset).update(from: first, count: count)
    }
    unsafe (samples + offset + count).update(repeating: 0, count: size - offset - count)
  }
}
