/// Integer overflow: a waveform that exceeds one end of the range and continues at the other.
///
/// A step between the ends counts if the waveform continues in the direction of the exceeded end
/// before or after it. The sides of a square wave are level, and a click continues at random.
struct RangeOverflow: Sendable {
  /// Least step, as a fraction of the range of the samples [E]. The largest step of 600 recordings
  /// is 0.65.
  private static let leastStep = 0.75

  /// Largest change next to such a step, as a fraction of the range [E].
  private static let largestSlope = 0.25

  /// Fewest steps: two excursions [E].
  private static let fewestSteps = 4

  /// Least ratio of steps with a continuation to those without [E].
  private static let leastRatio = 5

  /// The number of steps; zero without overflow.
  let steps: Int

  /// The steps, in percent of all samples.
  let percent: Double

  /// Finds the steps of `samples`.
  init(of samples: [Double], _ spread: SampleSpread) {
    let range = spread.highest - spread.lowest
    let (least, slope) = (Self.leastStep * range, Self.largestSlope * range)
    guard spread.largestStep > least else {
      (steps, percent) = (0, 0)
      return
    }
    var (found, others) = (0, 0)
    func change(at index: Int) -> Double {
      samples.indices.contains(index) && index > 0 ? samples[index] - samples[index - 1] : 0
    }
    for index in samples.indices.dropFirst()
    where (samples[index] - samples[index - 1]).magnitude > least {
      let sign: Double = samples[index] < samples[index - 1] ? 1 : -1
      let continues = [index - 1, index + 1].contains {
        let ahead = sign * change(at: $0)
        return ahead > 0 && ahead < slope
      }
      if continues { found += 1 } else { others += 1 }
    }
    steps = found >= Self.fewestSteps && found >= Self.leastRatio * others ? found : 0
    percent = 100 * Double(steps) / Double(max(1, samples.count))
  }
}
