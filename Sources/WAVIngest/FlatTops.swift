/// Flat tops: runs of near-equal samples at one level per polarity, as clipping leaves them.
///
/// A clipping level holds many more samples than the levels around it, after any gain. The
/// top of a smooth waveform does not: the two highest levels of a sine hold as many samples as the
/// four below them. Compare the histograms of Eaton & Naylor (2013), EUSIPCO.
struct FlatTops: Sendable {
  /// Width of a level, as a fraction of the peak [E].
  private static let levelWidth = 0.002

  /// Lowest clipping level, as a fraction of the peak; a louder click may set the peak [E].
  private static let lowestLevel = 0.2

  /// Levels below this number are too coarse to compare, as in a faint 8-bit recording [E].
  private static let fewestLevels = 8

  /// Distance up to which levels are compared, as a fraction of the level. It exceeds the steps of
  /// a recording that was coded with 8 bits [E].
  private static let comparedDistance = 0.1

  /// Number of levels of a comparison [E].
  private static let comparedLevels = 4

  /// Least ratio of the samples at a flat top to those of any four levels around it. None of 595
  /// unclipped recordings reaches it [E].
  private static let leastContrast = 3

  /// Fewest samples at a clipping level [E].
  private static let fewestSamples = 10

  /// Shortest run of a flat top [E].
  private static let shortestRun = 3

  /// Samples on flat tops, in percent of all samples.
  private(set) var percent = 0.0

  /// The longest flat top, in samples.
  private(set) var longestRun = 0

  /// The level of the flat tops, in full-scale units; of the polarity with more of them.
  private(set) var level = 0.0

  /// Finds the flat tops of `samples`, each polarity by itself.
  init(of samples: [Double], _ spread: SampleSpread) {
    let mean = spread.mean
    guard let width = Self.width(of: spread) else { return }
    let sides = Self.histogram(of: samples.span, spread, width: width)
    var (total, most) = (0, 0)
    for (sign, counts) in [(1.0, sides.upper), (-1.0, sides.lower)] {
      guard let bin = Self.flatLevel(in: counts) else { continue }
      let runs = Runs(
        samples.lazy.map { sign * ($0 - mean) }, from: (Double(bin) - 1.75) * width,
        to: (Double(bin) + 0.75) * width, shortest: Self.shortestRun)
      total += runs.samples
      longestRun = max(longestRun, runs.longest)
      if runs.samples > most {
        (most, level) = (runs.samples, (mean + sign * Double(bin) * width).magnitude)
      }
    }
    percent = 100 * Double(total) / Double(samples.count)
  }

  /// The width of a level: a multiple of the least step between samples; nil for a constant.
  private static func width(of spread: SampleSpread) -> Double? {
    let peak = max(spread.highest - spread.mean, spread.mean - spread.lowest)
    guard peak > 1e-300, peak.isFinite, spread.leastStep.isFinite else { return nil }
    let step = max(spread.leastStep, 1e-9 * peak)
    return (levelWidth * peak / step).rounded(.up) * step
  }

  /// The number of samples per level above and below the mean, from the lowest compared level on.
  private static func histogram(
    of samples: Span<Double>, _ spread: SampleSpread, width: Double
  ) -> (upper: [Int], lower: [Int]) {
    let levels = Int((1 / levelWidth).rounded(.up)) + 1
    let (mean, inverse) = (spread.mean, 1 / width)
    let peaks = [spread.highest - mean, mean - spread.lowest]
    let first =
      peaks.map { peak in
        let bin = lowestLevel(under: min(levels, Int(peak.magnitude * inverse + 0.5)))
        return max(1, bin - 1 - reach(of: bin))
      }.min() ?? 1
    let counts = spread.counts(of: samples, width: width, levels: levels)
    let ignored = [Int](repeating: 0, count: first)
    return (ignored + counts[first...levels], ignored + counts[(levels + 1 + first)...])
  }

  /// The lowest clipping level of a polarity with the highest level `top`.
  private static func lowestLevel(under top: Int) -> Int {
    max(fewestLevels, Int(lowestLevel * Double(top)))
  }

  /// The number of levels on either side that are compared with a clipping level.
  private static func reach(of bin: Int) -> Int {
    max(comparedLevels + 2, Int(comparedDistance * Double(bin)))
  }

  /// The upper of the two levels with the most samples that exceed all levels around them; nil if
  /// there are none.
  private static func flatLevel(in counts: [Int]) -> Int? {
    guard let top = counts.lastIndex(where: { $0 > 0 }), top >= fewestLevels else { return nil }
    func samples(from bin: Int) -> Int {
      counts[min(bin, counts.count)..<min(bin + comparedLevels, counts.count)].reduce(0, +)
    }
    let lowest = lowestLevel(under: top)
    var found: (bin: Int, samples: Int)?
    var above = counts[lowest...].reduce(0, +)
    for bin in lowest...max(lowest, top) {
      above -= counts[bin]
      let here = counts[bin] + counts[bin - 1]
      // Clipping leaves hardly any sample above its level. The ripple of a waveform with few
      // harmonics is as flat, below the peaks of every cycle.
      guard here >= max(fewestSamples, above), here > found?.samples ?? 0 else { continue }
      let reach = reach(of: bin)
      let below = max(1, bin - 1 - reach)..<max(1, bin - comparedLevels)
      let above = (bin + 1)..<(bin + reach - comparedLevels + 2)
      let around = [below, above].joined().map(samples).max() ?? 0
      if here >= leastContrast * max(1, around) { found = (bin, here) }
    }
    return found?.bin
  }
}

/// Runs of samples at one level that the waveform enters or leaves on a slope. A square wave has
/// none: it steps across zero.
private struct Runs {
  private(set) var samples = 0
  private(set) var longest = 0

  init(_ values: some Sequence<Double>, from low: Double, to high: Double, shortest: Int) {
    func isSlope(_ value: Double) -> Bool { value > 0 && value < low }
    var (run, last, isEntered) = (0, 0.0, false)
    for value in values {
      if value >= low, value < high {
        if run == 0 { isEntered = isSlope(last) }
        run += 1
      } else {
        if run >= shortest, isEntered || isSlope(value) {
          samples += run
          longest = max(longest, run)
        }
        run = 0
      }
      last = value
    }
  }
}
