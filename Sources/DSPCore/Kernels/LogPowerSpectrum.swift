// From a complex spectrum to the logarithm of its power: the step between the two transforms of a
// cepstrum.

/// What the power of a spectrum is brought to before its logarithm is taken.
package struct PowerScale {
  /// What squared magnitudes are multiplied by.
  let factor: Double

  /// Keeps the logarithm of an empty bin finite.
  let floor: Double

  package init(factor: Double, floor: Double) {
    self.factor = factor
    self.floor = floor
  }
}

/// Logarithms of power spectra.
package enum LogPowerSpectrum {
  /// Writes `ln((a² + b²) · factor + floor)` of each complex number `(a, b)` of an interleaved
  /// spectrum.
  package static func write(
    of spectrum: Span<Double>, scale: PowerScale, into logarithms: inout MutableSpan<Double>
  ) {
    let count = logarithms.count
    precondition(spectrum.count == 2 * count, "every logarithm has its complex number")
    let stride = MemoryLayout<Double>.stride
    let whole = count - count % Logarithm.Four.scalarCount
    unsafe spectrum.withUnsafeBytes { source in
      unsafe logarithms.withUnsafeMutableBytes { target in
        for index in Swift.stride(from: 0, to: whole, by: Logarithm.Four.scalarCount) {
          // In bounds: the last of four lies before `whole`.
          let pairs = unsafe source.loadUnaligned(
            fromByteOffset: 2 &* index &* stride, as: SIMD8<Double>.self)
          let (real, imaginary) = (pairs.evenHalf, pairs.oddHalf)
          let power = (real * real + imaginary * imaginary) * scale.factor + scale.floor
          unsafe target.storeBytes(
            of: Logarithm.quick(power), toByteOffset: index &* stride, as: Logarithm.Four.self)
        }
      }
    }
    for index in whole..<count {
      let (real, imaginary) = (spectrum[2 * index], spectrum[2 * index + 1])
      let power = (real * real + imaginary * imaginary) * scale.factor + scale.floor
      logarithms[index] = Logarithm.quick(Logarithm.Four(repeating: power))[0]
    }
  }
}
