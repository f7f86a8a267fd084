// The waveform with the measured segment, excluded intervals and glottal pulses.

internal import DSPCore
internal import VoiceTypes

extension FigureSheet {
  /// Minimum amplitude of the y axis, full scale = 1. A silent recording needs a finite scale.
  private static let leastAmplitude = 1e-4

  /// Conversion of amplitudes to percent of full scale.
  static let percent = 100.0

  /// Number of cycles in the detail panel, and the limits of its duration in seconds.
  private static let closeCycles = 8.0
  private static let closeDuration = 0.02...0.1

  mutating func drawOverview() {
    drawWaveform()
    drawPulses()
    drawPitchOverTime()
    drawHarmonicity()
  }

  /// Draws the whole waveform with excluded intervals.
  mutating func drawWaveform(height: Double = smallHeight) {
    layout.heading(document.findings == nil ? .waveformAlone : .waveform)
    guard let signal = material.signal, let time else {
      absence(otherwise: .noSound)
      return
    }
    guard VoiceAnalyzer.canMeasure(signal) else {
      absence(of: .f0Mean, otherwise: .noSound)
      return
    }
    if let segment = document.findings?.segment, material.analysis != nil {
      strip(
        [(segment.start.value, segment.end.value, .blue)]
          + segment.excluded.map { ($0.start.value, $0.end.value, $0.reason.legend.ink) },
        over: time)
    }
    let panel = panel(
      height, x: time, y: amplitudes(of: signal.samples[...], atLeast: material.axes?.peak ?? 0))
    layout.add(ground(of: panel, yTicks: 5))
    layout.add(
      Curve.sound(
        signal.samples[...], until: signal.duration.value, times: Self.percent, in: panel, .blue))
    axes(of: panel, y: .amplitudeAxis, yTicks: 5)
    layout.legend(segmentEntries)
  }

  private func amplitudes(
    of samples: ArraySlice<Double>, atLeast least: Double = 0
  ) -> ClosedRange<Double> {
    let peak = samples.reduce(max(Self.leastAmplitude, least)) { max($0, $1.magnitude) }
    return (-1.05 * Self.percent * peak)...(1.05 * Self.percent * peak)
  }

  private var segmentEntries: [LegendEntry] {
    guard let segment = document.findings?.segment, material.analysis != nil else { return [] }
    let ends = segment.ends
    let parts = document.excludedParts
    return [LegendEntry(.area(.blue), language.text(.measuredStretch, ends[0], ends[1]))]
      + ExclusionReason.allCases.compactMap { reason -> LegendEntry? in
        let names = parts.filter { $0.pieces.first?.reason == reason }
          .map { language.text($0.reason) }
        guard !names.isEmpty else { return nil }
        let text = names.joined(separator: ", ")
        return LegendEntry(.area(reason.legend.ink), isPanel ? text : language.text(.leftOut, text))
      }
  }

  /// Draws a few cycles with their pulses.
  private mutating func drawPulses() {
    guard let signal = material.signal, let analysis = material.analysis,
      let view = closeView(of: analysis)
    else { return }
    let milliseconds = NumberFormat.fixed(1000 * (view.upperBound - view.lowerBound), 0)
    layout.heading(.closeWaveform, milliseconds)
    let first = max(0, Int(view.lowerBound * signal.sampleRate.value))
    let end = min(signal.samples.count, Int(view.upperBound * signal.sampleRate.value) + 1)
    guard first < end else { return }
    let samples = signal.samples[first..<end]
    let panel = panel(Self.smallHeight, x: view, y: amplitudes(of: samples))
    layout.add(panel.ground(yTicks: 5))
    let pulse = Stroke(.orange, width: 1.2)
    layout.add(material.pulses.filter(view.contains).map { panel.upright($0, pulse) })
    let stride = max(1, samples.count / Int(panel.field.width))
    let points = samples.indices.filter { $0.isMultiple(of: stride) }.map {
      (x: signal.time(ofSample: $0), y: Optional(Self.percent * samples[$0]))
    }
    layout.add(
      Curve.marks(
        through: points.filter { view.contains($0.x) }, in: panel, Stroke(.blue, width: 1.2)))
    axes(of: panel, y: .amplitudeAxis, yTicks: 5)
    let name =
      document.missingF0 == nil
      ? language.text(.pulsesCounted, "\(material.pulses.count)") : language.text(.pulsesCandidate)
    layout.legend([LegendEntry(.line(pulse), name)])
  }

  /// Returns the time range of a few cycles in the middle of the segment; nil without cycles.
  private func closeView(of analysis: VoiceAnalysis) -> ClosedRange<Double>? {
    guard analysis.voice.hasCycles, let period = analysis.voice.cycles.periods.meanPeriod else {
      return nil
    }
    let pulses = material.pulses
    let middle = pulses[pulses.count / 2]
    let wanted = Self.closeCycles * period
    let length = min(max(wanted, Self.closeDuration.lowerBound), Self.closeDuration.upperBound)
    let start = max(0, middle - length / 2)
    return start...(start + length)
  }
}

extension ExclusionReason {
  /// The name of the reason, and an ink of a lightness of its own.
  var legend: (phrase: Phrase, ink: Ink) {
    switch self {
    case .unvoiced: (.reasonUnvoiced, .leftOutPale)
    case .shorterSound: (.reasonShorterSound, .leftOutDeep)
    case .onset: (.reasonOnset, .leftOutLight)
    case .offset: (.reasonOffset, .leftOutMiddle)
    case .lessSteady: (.reasonLessSteady, .leftOutDark)
    case .notChosen: (.reasonNotChosen, .leftOutPale)
    }
  }
}
