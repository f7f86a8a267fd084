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
      layout.heading(.periods)
      absence(of: .jitterLocal, otherwise: .tooFewCycles)
      layout.heading(.amplitudes)
      absence(of: .shimmerLocal, otherwise: .tooFewCycles)
      return
    }
    let found = analysis.voice.cycles
    let periods = CycleView(
      curve: .periods(of: found, offset: analysis.offset), factor: Self.millisecondsPerSecond,
      heading: .periods, closeHeading: .closePeriods, axis: .periodAxis, measure: .jitterLocal)
    let amplitudes = CycleView(
      curve: .amplitudes(of: found, offset: analysis.offset), factor: Self.percent,
      heading: .amplitudes,
      closeHeading: .closeAmplitudes, axis: .amplitudeAxis, measure: .shimmerLocal)
    draw(periods)
    draw(amplitudes)
  }

  private mutating func draw(_ view: CycleView) {
    layout.heading(view.heading)
    let cycles = view.curve.cycles
    guard cycles.count > 1, let first = cycles.first, let last = cycles.last else {
      absence(of: view.measure, otherwise: .tooFewCycles)
      return
    }
    draw(view.curve, of: view, over: first.time...last.time, isClose: false)
    let count = min(Self.closeCount, cycles.count)
    if count < cycles.count {
      let start = (cycles.count - count) / 2
      let close = view.curve.cut(start..<(start + count))
      layout.heading(view.closeHeading, "\(count)")
      draw(
        close, of: view, over: close.cycles[0].time...close.cycles[count - 1].time, isClose: true)
    }
    layout.legend(entries(of: view.curve))
    layout.note(sentence(of: view))
  }

  private mutating func draw(
    _ curve: CycleCurve, of view: CycleView, over time: ClosedRange<Double>, isClose: Bool
  ) {
    let values = shown(of: curve).map { $0 * view.factor }
    let mean = values.reduce(0, +) / Double(values.count)
    // Keeps the dots off the edges.
    let spare = 0.01 * (time.upperBound - time.lowerBound)
    guard
      let range = Scale.range(of: values, margin: 0.08, least: Self.leastShare * mean),
      time.upperBound > time.lowerBound, range.upperBound > range.lowerBound
    else { return }
    let panel = Panel(
      layout.field(height: Self.smallHeight, hasXAxis: true),
      x: (.differences, (time.lowerBound - spare)...(time.upperBound + spare)),
      y: (.differences, range))
    layout.add(panel.ground(yTicks: 5))
    if isClose { layout.add(comparisons(in: curve, of: view, panel)) }
    for isCompared in [true, false] {
      let shown = curve.cycles.indices.filter { curve.isCompared($0) == isCompared }
        .map { (x: curve.cycles[$0].time, y: curve.cycles[$0].value * view.factor) }
      layout.add(
        Curve.dots(
          at: shown, in: panel, isCompared ? .blue : .orange, diameter: isClose ? 4.5 : 2.2))
    }
    layout.add(
      panel.axes(
        x: timeAxis, y: AxisTitle(language.text(view.axis), mostTicks: 5), layout.fonts))
  }

  /// Returns the values that set the y axis: those of compared cycles, or all values without any. A
  /// pause does not compress the scale.
  private func shown(of curve: CycleCurve) -> [Double] {
    let compared = curve.cycles.indices.filter { curve.isCompared($0) }
    let cycles = compared.isEmpty ? curve.cycles : compared.map { curve.cycles[$0] }
    return cycles.map(\.value)
  }

  /// Returns lines between compared neighbours.
  private func comparisons(
    in curve: CycleCurve, of view: CycleView, _ panel: Panel
  ) -> [Mark] {
    let lines = zip(curve.cycles, curve.cycles.dropFirst()).filter { $0.0.comparesWithNext }.map {
      [$0.0, $0.1].map { panel.point($0.time, $0.value * view.factor) }
    }
    return lines.isEmpty ? [] : [.curves(lines, Stroke(.axis, width: 0.8))]
  }

  private func entries(of curve: CycleCurve) -> [LegendEntry] {
    var entries = [LegendEntry(.dots(.blue), language.text(.cyclesCompared))]
    let others = curve.cycles.indices.filter { !curve.isCompared($0) }.map {
      curve.cycles[$0].value
    }
    guard let least = others.min(), let most = others.max() else { return entries }
    let shown = shown(of: curve)
    let isBeyond = least < shown.min() ?? least || most > shown.max() ?? most
    entries.append(
      LegendEntry(
        .dots(.orange), language.text(isBeyond ? .cyclesBeyond : .cyclesNotCompared)))
    return entries
  }

  /// Returns the derivation of the measure from the cycles, or the reason for a missing value.
  private func sentence(of view: CycleView) -> String {
    let name = language.name(of: view.measure)
    let measured = document.findings?.biomarkers[view.measure]
    let reported =
      if let number = measured?.number {
        "\(name): \(language.localized(NumberFormat.fixed(number, 3))) %."
      } else {
        language.text(
          .notReported, name,
          measured?.unavailability.map { language.text(of: $0) } ?? "") + "."
      }
    guard let percent = view.curve.percent, let difference = view.curve.meanDifference,
      let mean = view.curve.mean, measured?.number != nil
    else { return reported }
    let share = NumberFormat.fixed(percent, 3)
    guard view.measure == .jitterLocal else {
      return language.text(.shimmerSentence, share)
    }
    return language.text(
      .jitterSentence, NumberFormat.fixed(difference * 1e6, 1),
      NumberFormat.fixed(mean * Self.millisecondsPerSecond, 3), share)
  }
}
