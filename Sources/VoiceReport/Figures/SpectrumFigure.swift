// The long-term spectrum of the voice, with the effective bandwidth of the recording.

internal import DSPCore
internal import RealModule
internal import VoiceTypes

extension FigureSheet {
  /// Range of levels below the maximum, in decibels.
  private static let levelRange = 100.0

  /// Minimum level range and the margin above and below, in decibels.
  private static let leastLevels = 40.0
  private static let levelMargin = 4.0

  private static let hertzPerKilohertz = 1000.0

  mutating func drawSpectrum() {
    guard let analysis = material.analysis, let spectrum = analysis.voice.spectrum else {
      absence(of: .f0Mean, otherwise: .noVoiceFound)
      return
    }
    let levels = spectrum.powers.map { 10 * Double.log10($0) }
    let lowest = max(-Self.levelRange, levels.min() ?? 0)
    let range = min(lowest, -Self.leastLevels) - Self.levelMargin
    let panel = Panel(
      layout.field(height: Self.largeHeight, hasXAxis: true),
      x: (.differences, 0...(spectrum.nyquist / Self.hertzPerKilohertz)),
      y: (.differences, range...Self.levelMargin))
    layout.add(panel.ground(yTicks: 7))
    let formants = formantLines(in: panel)
    layout.add(formants)
    let points = levels.enumerated().map { bin, level in
      (
        x: Double(bin) * spectrum.binWidth / Self.hertzPerKilohertz,
        y: Optional(max(level, panel.y.domain.lowerBound))
      )
    }
    layout.add(Curve.marks(through: points, in: panel, Stroke(.blue, width: 1.1)))
    layout.add(endLine(of: analysis.voice.bandwidth, in: panel))
    layout.add(
      panel.axes(
        x: AxisTitle(language.text(.kilohertzAxis), mostTicks: 12),
        y: AxisTitle(language.text(.levelAxis), mostTicks: 7), layout.fonts))
    layout.legend(spectrumEntries(analysis.voice.bandwidth, hasFormants: !formants.isEmpty))
    if let bandwidth = analysis.voice.bandwidth, bandwidth.end >= bandwidth.nyquist {
      layout.note(
        language.text(.bandwidthWhole, NumberFormat.fixed(bandwidth.nyquist.value, 0)).asSentence)
    }
  }

  private func formantLines(in panel: Panel) -> [Mark] {
    let means = [Measure.f1, .f2, .f3].compactMap { document.findings?.biomarkers[$0].number }
    return means.map { mean in
      let x = panel.x.clampedPosition(of: mean / Self.hertzPerKilohertz)
      return .line(
        from: Point(x, panel.field.top), to: Point(x, panel.field.bottom),
        Stroke(.green, width: 1.2, .dotted))
    }
  }

  private func endLine(of bandwidth: EffectiveBandwidth?, in panel: Panel) -> [Mark] {
    guard let bandwidth, bandwidth.end < bandwidth.nyquist else { return [] }
    let x = panel.x.clampedPosition(of: bandwidth.end.value / Self.hertzPerKilohertz)
    return [
      .line(
        from: Point(x, panel.field.top), to: Point(x, panel.field.bottom),
        Stroke(.orange, width: 1.6, .dashed))
    ]
  }

  private func spectrumEntries(
    _ bandwidth: EffectiveBandwidth?, hasFormants: Bool
  ) -> [LegendEntry] {
    var entries = [LegendEntry(.line(Stroke(.blue)), language.text(.spectrumCurve))]
    if hasFormants {
      entries.append(
        LegendEntry(
          .line(Stroke(.green, width: 1.2, .dotted)), "F1–F3: " + language.text(.formantMeans)))
    }
    if let bandwidth, bandwidth.end < bandwidth.nyquist {
      entries.append(
        LegendEntry(
          .line(Stroke(.orange, width: 1.6, .dashed)),
          language.text(.bandwidthEnd, NumberFormat.fixed(bandwidth.end.value, 0))))
    }
    return entries
  }
}
