// F0 tracks with the search range, voicing, and both candidates of an octave ambiguity.

internal import DSPCore
internal import VoiceTypes

extension FigureSheet {
  private static let candidate = Stroke(.orange, width: 1.4, .dotted)

  /// Minimum ratio of the ends of the F0 axis.
  private static let leastRatio = 1.1

  mutating func drawPitch() {
    drawPitchOverTime(height: Self.largeHeight, strips: true)
    guard let analysis = material.analysis, analysis.pitch.hasVoicing else {
      if material.analysis?.overview.hasVoicing ?? false { noteAbsence(of: .f0Mean) }
      return
    }
    drawClosePitch(of: analysis)
  }

  /// Draws F0 of the whole recording with the search range.
  mutating func drawPitchOverTime(height: Double = smallHeight, strips: Bool = false) {
    layout.heading(.pitchOverTime)
    guard let analysis = material.analysis, let time, let findings = document.findings,
      analysis.overview.hasVoicing || analysis.pitch.hasVoicing
    else {
      absence(of: .f0Mean, otherwise: .noVoiceFound)
      return
    }
    if strips {
      let voiced = analysis.overview.voicedIntervals(duration: time.upperBound)
      strip(
        [(time.lowerBound, time.upperBound, .leftOutPale)]
          + voiced.map { ($0.start, $0.end, .blue) }, over: time)
    }
    let range = findings.pitchRange
    guard let shown = material.axes?.pitch ?? material.pitch else { return }
    let panel = panel(
      height, x: time, y: (0.93 * shown.lowerBound)...(1.07 * shown.upperBound), .ratios)
    let ticks = strips ? 9 : 5
    layout.add(ground(of: panel, yTicks: ticks))
    let edges = Stroke(.green, .dashed)
    if !isPanel {
      layout.add([range.floor, range.ceiling].map { panel.level($0.value, edges) })
    }
    layout.add(candidates.map { panel.level($0, Self.candidate) })
    let first = points(of: analysis.overview, offset: 0)
    let measured = points(of: analysis.pitch, offset: analysis.offset)
    layout.add(Curve.marks(through: first, in: panel, Stroke(.axis, width: 1.3)))
    layout.add(Curve.marks(through: measured, in: panel, Stroke(.blue, width: 2)))
    axes(of: panel, y: .pitchAxis, yTicks: ticks)
    layout.legend(pitchEntries(range, edges, strips: strips))
  }

  private func pitchEntries(
    _ range: PitchRange, _ edges: Stroke, strips: Bool
  ) -> [LegendEntry] {
    let ends = [range.floor.value, range.ceiling.value].map { NumberFormat.fixed($0, 0) }
    var entries: [LegendEntry] = []
    if material.analysis?.pitch.hasVoicing ?? false {
      let name: Phrase = document.missingF0 == nil ? .trackMeasured : .trackCandidate
      entries.append(LegendEntry(.line(Stroke(.blue, width: 2)), language.text(name)))
    }
    entries.append(LegendEntry(.line(Stroke(.axis, width: 1.3)), language.text(.trackFirst)))
    if !isPanel {
      entries.append(LegendEntry(.line(edges), language.text(.pitchRange, ends[0], ends[1])))
    }
    if strips {
      entries.append(LegendEntry(.area(.blue), language.text(.voiced)))
      entries.append(LegendEntry(.area(.leftOutPale), language.text(.unvoiced)))
    }
    if let found = document.findings?.f0Candidates {
      let both = candidates.map { NumberFormat.fixed($0, 1) }
      let phrase: Phrase =
        switch found.decidedBy {
        case nil: .octaveOpen
        case .givenRange: .octaveByRange
        case .baseline: .octaveByBaseline
        case .zeroCrossings: .octaveByZeroCrossings
        }
      entries.append(
        LegendEntry(.line(Self.candidate), language.text(phrase, both[0], both[1])))
    }
    return entries
  }

  /// Both candidates of an octave ambiguity, in hertz; empty without an ambiguity.
  private var candidates: [Double] {
    document.findings?.f0Candidates.map { [$0.low.value, $0.high.value] } ?? []
  }

  private func points(of track: PitchTrack, offset: Double) -> [(x: Double, y: Double?)] {
    (0..<track.frameCount).map { frame in
      let f0 = track.frequencies[frame]
      return (track.time(ofFrame: frame) + offset, f0 > 0 ? f0 : nil)
    }
  }

  /// Draws F0 of the segment with its own axis.
  private mutating func drawClosePitch(of analysis: VoiceAnalysis) {
    layout.heading(.closePitch)
    let curve = points(of: analysis.pitch, offset: analysis.offset)
    let found = analysis.pitch.voicedFrequencies
    guard let segment = document.findings?.segment, let low = found.min(), let high = found.max(),
      segment.end > segment.start
    else { return }
    let spare = max(1.02, (Self.leastRatio * low / high).squareRoot())
    let panel = panel(
      Self.usualHeight, x: segment.start.value...segment.end.value,
      y: (low / spare)...(high * spare),
      .ratios)
    layout.add(panel.ground(yTicks: 6))
    let mean = document.findings?.biomarkers[.f0Mean].number
    if let mean { layout.add([panel.level(mean, .mean)]) }
    layout.add(Curve.marks(through: curve, in: panel, Stroke(.blue, width: 1.8)))
    axes(of: panel, y: .pitchAxis, yTicks: 6)
    legend(ofMean: mean, .meanPitch)
  }
}
