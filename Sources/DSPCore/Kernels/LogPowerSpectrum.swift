/// Scale and floor of a power spectrum before the logarithm.
package struct PowerScale {
  /// Factor of the squared magnitudes.
  let factor: Double

  /// Additive floor, which keeps the logarithm of an empty bin finite.
  let floor: Double

  package init(factor: Double, floor: Double) {
    self.factor = factor
    self.floor = floor
  }
}

/// Log power spectra, the step between the two transforms of a cepstrum.
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
