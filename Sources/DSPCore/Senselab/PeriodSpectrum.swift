import RealModule
internal import VoiceMath
internal import VoiceTypes

/// Long-term average spectrum of single periods, which has no harmonics: "To Ltas (pitch-corrected)…" with bands of
/// 100 Hz up to 5 kHz.
///
/// Each period between the midpoints of its intervals has a spectrum of its own. A band has the mean of its lines. A
/// band without a line is interpolated in decibels. Boersma & Kovacic (2006), "Spectral characteristics of three styles
/// of Croatian folk singing", JASA 119:1805–1816; the sums were compared with Praat 6.1.38.
struct PeriodSpectrum {
  private static let width = 100.0
  private static let count = 50

  /// Levels of the bands, in decibels, but for a constant.
  let levels: [Double]

  /// Measures the periods between ascending pulses; nil without an accepted period.
  init?(of signal: Signal, pulses: [Double], workspace: inout AnalysisWorkspace) {
    let grid = SampleGrid(of: signal)
    let limits = PeriodLimits()
    var sums = [Double](repeating: 0, count: Self.count)
    var lines = [Int](repeating: 0, count: Self.count)
    for index in pulses.indices.dropFirst().dropLast() {
      let before = pulses[index] - pulses[index - 1]
      let after = pulses[index + 1] - pulses[index]
      guard limits.allows(before), limits.allows(after), limits.comparesPeriods(before, after)
      else { continue }
      let part = grid.indices(
        from: pulses[index] - 0.5 * before, to: pulses[index] + 0.5 * after)
      guard part.count > 1 else { continue }
      let transform = workspace.transform(ofExactly: part.count)
      // This order of operations decides the band of a line on an edge.
      let spacing = 1 / (Double(part.count) * signal.samplePeriod)
      let powers = transform.powerSpectrum(
        of: Array(signal.samples[part]), times: spacing)
      for line in powers.indices.dropFirst() {
        let band = Int((Double(line) * spacing / Self.width).rounded(.up)) - 1
        guard band < Self.count else { break }
        sums[band] += powers[line]
        lines[band] += 1
      }
    }
    let known = lines.indices.filter { sums[$0] > 0 }
    guard let first = known.first, let last = known.last else { return nil }
    var levels = sums.indices.map {
      10 * Double.log10(sums[$0] / Double(max(1, lines[$0])))
    }
    for band in 0..<first { levels[band] = levels[first] }
    for band in (last + 1)..<max(last + 1, Self.count) { levels[band] = levels[last] }
    for (low, high) in zip(known, known.dropFirst()) {
      for band in (low + 1)..<high {
        let share = Double(band - low) / Double(high - low)
        levels[band] = levels[low] + share * (levels[high] - levels[low])
      }
    }
    self.levels = levels
  }

  /// Mean level of 1–4 kHz less that of 50–1000 Hz, in decibels.
  var slope: Double? {
    let density = BandedDensity(
      values: levels, firstEdge: 0, width: Self.width, end: Double(Self.count) * Self.width)
    return density.mean(from: 1000, to: 4000).flatMap { high in
      density.mean(from: 50, to: 1000).map { high - $0 }
    }
  }

  /// Slope of the incomplete Theil line through the levels from 100 Hz to 5 kHz, in decibels per hertz.
  var tilt: Double {
    var fitter = IncompleteTheilFitter(count: Self.count - 1)
    let powers = levels.map { Double.pow(10, $0 / 10) }
    let line = fitter.line(throughLogarithmsOf: powers, times: 10 / Double.log(10), from: 1)
    return line.slope / Self.width
  }
}
