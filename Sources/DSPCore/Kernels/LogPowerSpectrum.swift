// From a complex spectrum to the logarithm of its power, in place: the step between the two
// transforms of a cepstrum.

/// What the power of a spectrum is brought to before its logarithm is taken.
struct PowerScale {
  /// What squared magnitudes are multiplied by.
  let factor: Double

  /// Keeps the logarithm of an empty bin finite.
  let floor: Double
}

/// Logarithms of power spectra.
enum LogPowerSpectrum {
  /// Replaces each complex number `(a, b)` of an interleaved spectrum by
  /// `(ln((a² + b²) · factor + floor), 0)`.
  static func replace(_ spectrum: inout MutableSpan<Double>, scale: PowerScale) {
    let count = spectrum.count
    let whole = count - count % SIMD8<Double>.scalarCount
    unsafe spectrum.withUnsafeMutableBytes { bytes in
      for index in stride(from: 0, to: whole, by: SIMD8<Double>.scalarCount) {
        let offset = index * MemoryLayout<Double>.stride
        // In bounds: the last of eight lies before `whole`.
        let pairs = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: SIMD8<Double>.self)
        let (real, imaginary) = (pairs.evenHalf, pairs.oddHalf)
        var result = SIMD8<Double>.zero
        result.evenHalf = Logarithm.natural(
          (real * real + imaginary * imaginary) * scale.factor + scale.floor)
        unsafe bytes.storeBytes(of: result, toByteOffset: offset, as: SIMD8<Double>.self)
      }
    }
    for index in stride(from: whole, to: count, by: 2) {
      let (real, imaginary) = (spectrum[index], spectrum[index + 1])
      let power = real * real + imaginary * imaginary
      spectrum[index] = Logarithm.natural(of: power * scale.factor + scale.floor)
      spectrum[index + 1] = 0
    }
  }
}
