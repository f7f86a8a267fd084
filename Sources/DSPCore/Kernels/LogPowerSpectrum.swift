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
    WideRows.logarithms(
      of: spectrum, factor: scale.factor, floor: scale.floor, into: &logarithms)
  }
}
