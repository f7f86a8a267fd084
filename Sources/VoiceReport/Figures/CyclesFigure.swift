// Periods and amplitudes per cycle, from which jitter and shimmer follow.

internal import DSPCore
internal import VoiceTypes

extension FigureSheet {
  /// Number of cycles in the detail panel.
  private static let closeCount = 48

  /// Minimum range of the y axis, relative to the mean.
  private static let leastShare = 0.02

  private static let millisecondsPerSecond = 1e3

  /// One of the two curves with its texts.
  private struct CycleView {
    let curve: CycleCurve
    let factor: Double
    let heading: Phrase
    let closeHeading: Phrase
    let axis: Phrase
    let measure: Measure
  }

  mutating func drawCycles() {
    guard let analysis = material.analysis, analysis.voice.hasCycles,
      analysis.voice.cycles.periods.intervals.count > 1
    else {
      for (heading, measure) in [
        (Phrase.periods, Measure.jitterLocal), (.amplitudes, .shimmerLocal),
      ] {
        layout.heading(heading)
        absence(of: measure, otherwise: .tooFewCycles)
      }
      return
    }
    let found = analysis.voice.cycles
    draw(
      CycleView(
        curve: .periods(of: found, offset: analysis.offset), factor: Self.millisecondsPerSecond,
        heading: .periods, closeHeading: .closePeriods, axis: .periodAxis, measure: .jitterLocal))
    draw(
      CycleView(
        curve: .amplitudes(of: found, offset: analysis.offset), factor: Self.percent,
        heading: .amplitudes, closeHeading: .closeAmplitudes, axis: .amplitudeAxis,
        measure: .shimmerLocal))
  }

  private mutating func draw(_ view: CycleView) {
    layout.heading(view.heading)
    let cycles = view.curve.cycles
    guard cycles.count > 1 else {
      absence(of: view.measure, otherwise: .tooFewCycles)
      return
    }
    draw(view.curve, of: view, isClose: false)
    let count = min(Self.closeCount, cycles.count)
    if count < cycles.count {
      let start = (cycles.count - count) / 2
      layout.heading(view.closeHeading, "\(count)")
      draw(view.curve.cut(start..<(start + count)), of: view, isClose: true)
    }
    layout.legend(entries(of: view.curve))
    if let number = document.findings?.biomarkers[view.measure].number {
      layout.note(sentence(on: number, of: view))
    } else {
      noteAbsence(of: view.measure)
    }
  }

  private mutating func draw(_ curve: CycleCurve, of view: CycleView, isClose: Bool) {
    let values = shown(of: curve).map { $0 * view.factor }
    let mean = values.reduce(0, +) / Double(values.count)
    guard let range = Scale.range(of: values, margin: 0.08, least: Self.leastShare * mean),
      let start = curve.cycles.first?.time, let end = curve.cycles.last?.time, end > start,
      range.upperBound > range.lowerBound
    else { return }
    // Keeps the dots off the edges.
    let spare = 0.01 * (end - start)
    let panel = panel(Self.smallHeight, x: (start - spare)...(end + spare), y: range)
    layout.add(panel.ground(yTicks: 5))
    if isClose { layout.add(comparisons(in: curve, of: view, panel)) }
    for (isCompared, ink) in [(true, Ink.blue), (false, .orange)] {
      let shown = curve.cycles(compared: isCompared).map { (x: $0.time, y: $0.value * view.factor) }
      layout.add(Curve.dots(at: shown, in: panel, ink, diameter: isClose ? 4.5 : 2.2))
    }
    axes(of: panel, y: view.axis, yTicks: 5)
  }

  /// Returns the values that set the y axis: those of compared cycles, or all values without any. A
  /// pause does not compress the scale.
  private func shown(of curve: CycleCurve) -> [Double] {
    let compared = curve.cycles(compared: true)
    return (compared.isEmpty ? curve.cycles : compared).map(\.value)
  }

  /// Returns lines between compared neighbours.
  private func comparisons(in curve: CycleCurve, of view: CycleView, _ panel: Panel) -> [Mark] {
    let lines = zip(curve.cycles, curve.cycles.dropFirst()).filter { $0.0.comparesWithNext }.map {
      [$0.0, $0.1].map { panel.point($0.time, $0.value * view.factor) }
    }
    return lines.isEmpty ? [] : [.curves(lines, Stroke(.axis, width: 0.8))]
  }

  private func entries(of curve: CycleCurve) -> [LegendEntry] {
    var entries = [LegendEntry(.dots(.blue), language.text(.cyclesCompared))]
    let others = curve.cycles(compared: false).map(\.value)
    guard let least = others.min(), let most = others.max() else { return entries }
    let shown = shown(of: curve)
    let isBeyond = least < shown.min() ?? least || most > shown.max() ?? most
    entries.append(
      LegendEntry(
        .dots(.orange), language.text(isBeyond ? .cyclesBeyond : .cyclesNotCompared)))
    return entries
  }

  /// Returns the value of the measure with its derivation from the cycles.
  private func sentence(on number: Double, of view: CycleView) -> String {
    guard let percent = view.curve.percent, let difference = view.curve.meanDifference,
      let mean = view.curve.mean
    else {
      let value = language.localized(NumberFormat.fixed(number, 3))
      return "\(language.name(of: view.measure)): \(value) %."
    }
    let share = NumberFormat.fixed(percent, 3)
    guard view.measure == .jitterLocal else { return language.text(.shimmerSentence, share) }
    return language.text(
      .jitterSentence, NumberFormat.fixed(difference * 1e6, 1),
      NumberFormat.fixed(mean * Self.millisecondsPerSecond, 3), share)
  }
}
