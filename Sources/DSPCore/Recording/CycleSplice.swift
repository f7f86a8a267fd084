internal import VoiceMath
package import VoiceTypes

/// Splice detector: the most likely point of a voice at which signal is missing, with a splice
/// score.
///
/// The signal around each point is predicted from one period before it, and from one period after
/// it. At a splice neither predicts both sides; one predicts up to the splice, the other from the
/// splice on. The cycles after it are also out of phase with those before it, by more than the
/// cycle-to-cycle variation of that voice. An irregular cycle is predicted from neither side. A cut
/// of a whole number of periods is not detectable. Project rule. Error rates:
/// `Benchmarks/Records/RecordingChecks.md`.
package struct CycleSplice: Sendable, Equatable {
  /// The splice score, the lesser of two ratios: the residual of one-sided prediction over that of
  /// a splice, and the phase step over that of the voice itself; zero if the cycles of both sides
  /// differ.
  package let mismatch: Double

  /// The approximate time, in seconds.
  package let time: Double

  /// The point with the highest splice score; nil for too short a voice.
  package static func worst(in signal: Signal, pitch: PitchTrack) -> CycleSplice? {
    guard let periods = LocalPeriods(of: pitch),
      let sound = DecimatedSignal(of: signal, in: periods.times, period: periods.median)
    else { return nil }
    var places = SpliceCandidates(of: sound, periods: periods)
    return places.worst()
  }
}

/// Points half a period apart along a voice.
private struct SpliceCandidates {
  /// Distance in points of the cycles that predict a point; their windows exclude the splice.
  private static let neighbours = 5

  /// Points per period.
  private static let nextCycle = 2

  /// Minimum residual of a candidate, as a fraction, and relative to its surroundings [E]. A
  /// smaller residual is no relevant splice; an equal one is typical of the voice.
  private static let leastLeft = 0.08
  private static let standsOut = 2.5

  /// Maximum distance of these points, relative to the expected one, within the same voiced
  /// interval [E].
  private static let farthestNeighbour = 1.2

  /// Number of points on either side for the regularity of a voice, and number of the closest ones
  /// to skip, whose cycles may contain the splice.
  private static let regular = 15
  private static let unsure = 3

  /// Minimum power after a point, relative to before, for a splice [E]; below it the voice ends,
  /// and only the room continues, out of phase.
  private static let leastAfter = 0.35

  /// Standard deviation of a normal distribution over its mean deviation: √(π/2).
  private static let deviationOfMean = 1.2533

  private let sound: DecimatedSignal
  private let places: [SpliceCandidate]

  /// Cached length of the cycle before a point, in periods; neighbours request the same ones.
  private var cycles: [Int: Double?] = [:]

  init(of sound: DecimatedSignal, periods: LocalPeriods) {
    self.sound = sound
    var places: [SpliceCandidate] = []
    var position = 0.0
    while position < Double(sound.samples.count) {
      let seconds = periods.period(at: sound.start + position * sound.step)
      let period = (seconds ?? periods.median) / sound.step
      if seconds != nil {
        places.append(SpliceCandidate(index: Int(position.rounded()), period: period))
      }
      position += 0.5 * period
    }
    self.places = places
  }

  /// The candidate with the highest score; nil without a point with enough voice on either side.
  mutating func worst() -> CycleSplice? {
    let left = left
    var found: CycleSplice?
    for index in places.indices.dropFirst(Self.neighbours).dropLast(
      Self.neighbours + Self.nextCycle)
    {
      guard isWithin(index), let here = left[index] else { continue }
      let worst = found ?? CycleSplice(mismatch: 0, time: time(of: places[index].index))
      found = worst
      let least = min(left[index - Self.neighbours] ?? here, left[index + Self.neighbours] ?? here)
      guard here > Self.leastLeft, here > Self.standsOut * least,
        let join = join(at: index, over: worst.mismatch)
      else { continue }
      found = join
    }
    return found
  }

  /// The one-period residual of the zone of each point, from before or from after it, whichever is
  /// less.
  private var left: [Double?] {
    let past = places.map { $0.left(in: sound) }
    return past.indices.map { index in
      guard index + Self.nextCycle < past.count, let here = past[index],
        let next = past[index + Self.nextCycle]
      else { return nil }
      return min(here, next)
    }
  }

  /// The splice at a point, if its score exceeds `least`.
  private mutating func join(at index: Int, over least: Double) -> CycleSplice? {
    guard continues(after: index), let zone = SpliceRegion(around: places[index], in: sound)
    else { return nil }
    let join = zone.join
    guard join.gain > least,
      let step = zone.step(
        before: places[index - Self.neighbours], after: places[index + Self.neighbours]),
      // No voice has a smaller tolerance, and the actual tolerance is expensive to compute.
      step / SpliceRegion.leastStep > least
    else { return nil }
    let mismatch = min(join.gain, step / tolerableStep(at: index))
    return mismatch > least ? CycleSplice(mismatch: mismatch, time: time(of: join.index)) : nil
  }

  private func time(of index: Int) -> Double { sound.start + Double(index) * sound.step }

  /// Whether the voice continues on either side of a point.
  private func isWithin(_ index: Int) -> Bool {
    let place = places[index]
    let farthest = Int(Self.farthestNeighbour * 0.5 * Double(Self.neighbours) * place.period)
    return place.index - places[index - Self.neighbours].index <= farthest
      && places[index + Self.neighbours].index - place.index <= farthest
  }

  /// Whether the second cycle after a point is about as strong as the second before it.
  private func continues(after index: Int) -> Bool {
    let (before, after) = (places[index - Self.neighbours], places[index + Self.neighbours])
    let (past, future) = (Int(before.period.rounded()), Int(after.period.rounded()))
    return sound.power(in: (after.index - future)..<after.index)
      >= Self.leastAfter * sound.power(in: before.index..<(before.index + past))
  }

  /// The phase tolerance of the cycles around a point, in periods.
  private mutating func tolerableStep(at index: Int) -> Double {
    let near = max(0, index - Self.regular)..<max(0, index - Self.unsure)
    let end = places.count
    let next = min(end, index + Self.unsure + 1)..<min(end, index + Self.regular + 1)
    let ratios = (Array(near) + Array(next)).compactMap { cycle(at: $0) }
    guard let middle = Statistics.quantile(0.5, of: ratios),
      let spread = Statistics.mean(ratios.map { abs($0 - middle) })
    else { return SpliceRegion.leastStep }
    return SpliceRegion.leastStep + SpliceRegion.stepsOfSpread * Self.deviationOfMean * spread
  }

  /// The length of the cycle before a point, in periods; nil without enough signal.
  private mutating func cycle(at index: Int) -> Double? {
    if let known = cycles[index] { return known }
    let place = places[index]
    let cycle = place.cycle(in: sound).map { $0 / place.period }
    cycles.updateValue(cycle, forKey: index)
    return cycle
  }
}
