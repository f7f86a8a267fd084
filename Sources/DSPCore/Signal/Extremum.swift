internal import VoiceMath
package import VoiceTypes

/// Largest excursion of a short part of a signal, to a fraction of a sample.
package enum Extremum {
  /// The time of the minimum or maximum between two times, whichever is larger in magnitude, in
  /// seconds.
  package static func time(in signal: Signal, from start: Double, to end: Double) -> Double {
    let grid = SampleGrid(of: signal)
    let first = max(0, grid.lowIndex(at: start))
    let last = min(grid.count - 1, grid.highIndex(at: end))
    guard first <= last else { return 0.5 * (start + end) }
    let samples = signal.samples
    if last - first == 1 {
      return timeOfTwo(samples[first], samples[last], grid.time(of: first), grid)
    }

    var (lowest, highest) = (first, first)
    for index in first...last {
      if samples[index] < samples[lowest] { lowest = index }
      if samples[index] > samples[highest] { highest = index }
    }
    if samples[lowest] == samples[highest] { return 0.5 * (start + end) }
    let peak =
      samples[lowest].magnitude > samples[highest].magnitude ? lowest : highest
    guard peak > first, peak < last else { return grid.time(of: peak) }
    return grid.time(of: peak) + grid.period * parabolicOffset(samples, at: peak)
  }

  private static func timeOfTwo(
    _ left: Double, _ right: Double, _ time: Double, _ grid: SampleGrid
  ) -> Double {
    if left.magnitude == right.magnitude { return time + 0.5 * grid.period }
    return left.magnitude > right.magnitude ? time : time + grid.period
  }

  /// The vertex of the parabola through a sample and its neighbours, in samples from it.
  private static func parabolicOffset(_ samples: [Double], at peak: Int) -> Double {
    let parabola = Parabola(samples[peak - 1], samples[peak], samples[peak + 1])
    return parabola.curvature == 0 ? 0 : parabola.offset
  }
}
