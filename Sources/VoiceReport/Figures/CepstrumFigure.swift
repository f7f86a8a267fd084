// The mean cepstrum with its peak and trend line, from which CPPS follows.

internal import DSPCore
internal import VoiceTypes

extension FigureSheet {
  /// Quefrencies of the x axis, in seconds. Below 1 ms the spectral envelope dominates.
  private static let shownQuefrencies = 0.001...0.02

  private static let levelMargin = 3.0

  mutating func drawCepstrum() {
    guard let cepstrum = material.cepstrum else {
      absence(of: .cpps, otherwise: .notMade)
      return
    }
    let step = cepstrum.quefrencyStep
    let points = cepstrum.decibels.enumerated().map { (x: 1e3 * step * Double($0), y: $1) }
      .filter { Self.shownQuefrencies.contains($0.x / 1e3) }
    guard let low = points.map(\.y).min(), let high = points.map(\.y).max() else {
      absence(of: .cpps, otherwise: .notMade)
      return
    }
    let peakHeight = max(high, cepstrum.peak.height)
    let panel = panel(
      Self.largeHeight,
      x: (1e3 * Self.shownQuefrencies.lowerBound)...(1e3 * Self.shownQuefrencies.upperBound),
      y: (low - Self.levelMargin)...(peakHeight + Self.levelMargin))
    layout.add([.rectangle(panel.field, .panel)])
    if let band = panel.band(
      from: 1e3 * cepstrum.searched.lowerBound, to: 1e3 * cepstrum.searched.upperBound)
    {
      layout.add([.rectangle(band, .segment)])
    }
    layout.add(panel.grid(yTicks: 6))
    layout.add(
      Curve.marks(
        through: points.map { ($0.x, Optional($0.y)) }, in: panel, Stroke(.blue, width: 1.6)))
    layout.add(lineAndPeak(of: cepstrum, in: panel))
    axes(
      of: panel, x: AxisTitle(language.text(.quefrencyAxis), mostTicks: 11), y: .levelAxis,
      yTicks: 6)
    layout.legend(entries(of: cepstrum))
    noteProminence()
  }

  private var hasProminence: Bool { document.findings?.biomarkers[.cpps].number != nil }

  /// The trend line, and the peak if CPPS is reported.
  private func lineAndPeak(of cepstrum: MeanCepstrum, in panel: Panel) -> [Mark] {
    let step = cepstrum.quefrencyStep
    let ends = [Self.shownQuefrencies.lowerBound, Self.shownQuefrencies.upperBound].map { end in
      panel.point(1e3 * end, cepstrum.line.value(at: end / step))
    }
    let quefrency = 1e3 * cepstrum.peak.position * step
    let foot = panel.point(quefrency, cepstrum.line.value(at: cepstrum.peak.position))
    let top = panel.point(quefrency, cepstrum.peak.height)
    let line = Mark.line(from: ends[0], to: ends[1], Stroke(.purple, width: 1.4, .dashed))
    guard hasProminence else { return [line] }
    return [
      line, .line(from: foot, to: top, Stroke(.orange, width: 1.4)),
      .dots([top], .orange, diameter: 6),
    ]
  }

  private func entries(of cepstrum: MeanCepstrum) -> [LegendEntry] {
    let peak = cepstrum.peak
    let quefrency = peak.position * cepstrum.quefrencyStep
    let height = peak.height - cepstrum.line.value(at: peak.position)
    let peakEntry = LegendEntry(
      .line(Stroke(.orange, width: 1.4)),
      language.text(
        .cepstralPeak, NumberFormat.fixed(1e3 * quefrency, 2),
        NumberFormat.fixed(1 / quefrency, 0), NumberFormat.fixed(height, 1)))
    return [
      LegendEntry(
        .line(Stroke(.blue, width: 1.6)), language.text(.cepstrumCurve, "\(cepstrum.frameCount)")),
      LegendEntry(.line(Stroke(.purple, width: 1.4, .dashed)), language.text(.trendLine)),
    ] + (hasProminence ? [peakEntry] : [])
      + [LegendEntry(.area(.segment), language.text(.searchedQuefrencies))]
  }

  private mutating func noteProminence() {
    guard let number = document.findings?.biomarkers[.cpps].number else {
      noteAbsence(of: .cpps)
      return
    }
    layout.note(language.text(.prominenceSentence, NumberFormat.fixed(number, 1)))
  }
}
