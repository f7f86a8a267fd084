package import VoiceTypes

/// Density over frequency, constant in bands of equal width from zero to an end.
package struct BandedDensity: Sendable {
  package let values: [Double]

  /// The lower edge of the first band, in hertz; integrals begin at zero.
  package let firstEdge: Double

  package let width: Double

  /// The upper limit of the last band, in hertz.
  package let end: Double

  /// Creates a density; values below zero and beyond `end` are excluded.
  package init(values: [Double], firstEdge: Double, width: Double, end: Double) {
    self.values = values
    self.firstEdge = firstEdge
    self.width = width
    self.end = end
  }

  /// The integral between two frequencies, in hertz.
  package func integral(from low: Double, to high: Double) -> Double {
    sums(from: low, to: high).integral
  }

  /// The mean between two frequencies, in hertz; nil outside the density.
  package func mean(from low: Double, to high: Double) -> Double? {
    let sums = sums(from: low, to: high)
    return sums.width > 0 ? sums.integral / sums.width : nil
  }

  /// The means of bands of a width, in hertz, from zero to `end`.
  func bands(of width: Double, to end: Double) -> BandedDensity {
    let values = (0..<Int((end / width).rounded(.up))).map { index in
      mean(from: Double(index) * width, to: Double(index) * width + width) ?? 0
    }
    return BandedDensity(values: values, firstEdge: 0, width: width, end: end)
  }

  private func sums(from low: Double, to high: Double) -> (integral: Double, width: Double) {
    let (low, high) = (max(0, low), min(end, high))
    guard low < high else { return (0, 0) }
    let first = max(0, Int(((low - firstEdge) / width).rounded(.down)))
    let last = min(values.count - 1, Int(((high - firstEdge) / width).rounded(.down)))
    var (integral, covered) = (0.0, 0.0)
    for index in stride(from: first, through: last, by: 1) {
      let edge = firstEdge + Double(index) * width
      let overlap = max(0, min(edge + width, high) - max(edge, low))
      integral += overlap * values[index]
      covered += overlap
    }
    return (integral, covered)
  }
}

/// One-sided energy spectral density of a signal; each bin represents a rectangle of one bin width.
package enum EnergySpectrum {
  /// 2 |X|² over 0 … Nyquist, with X the transform, in full-scale units per hertz, of the signal
  /// zero-padded to a power of two.
  package static func density(
    of signal: Signal, workspace: inout AnalysisWorkspace
  ) -> BandedDensity {
    let transform = workspace.transform(
      ofExactly: PowerOfTwo.smallest(holding: signal.samples.count))
    return BandedDensity(
      ofBins: transform.powerSpectrum(of: signal.samples, times: scale(of: signal)),
      size: transform.size, of: signal)
  }

  /// The density of a filtered signal, from its zero-padded spectrum if that has the same size.
  static func density(
    of signal: Signal, without band: HannStopBand, known: ZeroPaddedSpectrum?,
    workspace: inout AnalysisWorkspace
  ) -> BandedDensity {
    let size = PowerOfTwo.smallest(holding: signal.samples.count)
    var powers = Array(repeating: 0.0, count: size / 2 + 1)
    if ZeroPaddedSpectrum.size(for: signal.samples.count) == size {
      let padded = known ?? ZeroPaddedSpectrum(of: signal.samples, workspace: &workspace)
      padded.writePowers(
        after: signal.gains(by: band.gain, size: size),
        unityFrom: band.firstPassing(of: signal, size: size), times: scale(of: signal),
        into: &powers)
    } else {
      let rest = band.apply(to: signal, workspace: &workspace)
      powers = workspace.transform(ofExactly: size)
        .powerSpectrum(of: rest.samples, times: scale(of: signal))
    }
    return BandedDensity(ofBins: powers, size: size, of: signal)
  }

  private static func scale(of signal: Signal) -> Double {
    2 * signal.samplePeriod * signal.samplePeriod
  }
}

extension BandedDensity {
  /// Creates a density from the bins of a transform of `size` samples, from zero to Nyquist.
  fileprivate init(ofBins values: [Double], size: Int, of signal: Signal) {
    let width = signal.sampleRate.value / Double(size)
    self.init(
      values: values, firstEdge: -0.5 * width, width: width, end: 0.5 * signal.sampleRate.value)
  }
}
