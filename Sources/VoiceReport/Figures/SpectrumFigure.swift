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
    let panel = panel(
      Self.largeHeight, x: 0...(spectrum.nyquist / Self.hertzPerKilohertz),
      y: range...Self.levelMargin)
    layout.add(panel.ground(yTicks: 7))
    let formants = [Measure.f1, .f2, .f3].compactMap { document.findings?.biomarkers[$0].number }
    let formantLine = Stroke(.green, width: 1.2, .dotted)
    layout.add(formants.map { panel.upright($0 / Self.hertzPerKilohertz, formantLine) })
    let points = levels.enumerated().map { bin, level in
      (
        x: Double(bin) * spectrum.binWidth / Self.hertzPerKilohertz,
        y: Optional(max(level, panel.y.domain.lowerBound))
      )
    }
    layout.add(Curve.marks(through: points, in: panel, Stroke(.blue, width: 1.1)))
    let bandwidth = analysis.voice.bandwidth
    let end = bandwidth.flatMap { $0.end < $0.nyquist ? $0.end.value : nil }
    let endLine = Stroke(.orange, width: 1.6, .dashed)
    if let end { layout.add([panel.upright(end / Self.hertzPerKilohertz, endLine)]) }
    axes(
      of: panel, x: AxisTitle(language.text(.kilohertzAxis), mostTicks: 12), y: .levelAxis,
      yTicks: 7)
    var entries = [LegendEntry(.line(Stroke(.blue)), language.text(.spectrumCurve))]
    if !formants.isEmpty {
      entries.append(
        LegendEntry(.line(formantLine), "F1–F3: " + language.text(.formantMeans)))
    }
    if let end {
      entries.append(
        LegendEntry(.line(endLine), language.text(.bandwidthEnd, NumberFormat.fixed(end, 0))))
    }
    layout.legend(entries)
    let check = document.quality.checks.first { $0.check == .bandwidth }
    if let bandwidth, bandwidth.end >= bandwidth.nyquist, check?.verdict != .unknown {
      layout.note(
        language.text(.bandwidthWhole, NumberFormat.fixed(bandwidth.nyquist.value, 0)).asSentence)
    }
  }
}
