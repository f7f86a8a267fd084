// Where sound was cut out of the midst of a voice: up to one sample the cycles go on as those before them
// did, and from it on as those after them do, but the two do not follow each other in step. What was
// dropped in a whole number of periods leaves no such trace.

internal import VoiceMath
package import VoiceTypes

/// The place of a voice that looks most as if sound were missing there, and how much so.
///
/// Around each place the sound is foretold from one period before it, and from one period after it. At a
/// join neither foretells both sides, but one of them does up to the join and the other from there on. And
/// the cycles after it are out of step with those before it, by more than a cycle of that voice is longer
/// or shorter than the next. An irregular cycle is foretold from neither side, and jitter is no more than
/// jitter. Project rule. Error rates: `Benchmarks/Records/2026-11-24-gaps.md`.
package struct CycleJoin: Sendable, Equatable {
  /// The lesser of two ratios: what one side alone leaves unforetold over what a join of both does, and
  /// the step out of phase over what the voice does by itself; zero where cycles of both sides differ.
  package let mismatch: Double

  /// About when, in seconds.
  package let time: Double

  /// The place with the largest mismatch; nil for too little voice to tell.
  package static func worst(in signal: Signal, pitch: PitchTrack) -> CycleJoin? {
    guard let periods = LocalPeriods(of: pitch),
      let sound = ThinnedSound(of: signal, in: periods.times, period: periods.median)
    else { return nil }
    var places = CyclePlaces(of: sound, periods: periods)
    return places.worst()
  }
}

/// Places half a period apart all along a voice.
private struct CyclePlaces {
  /// How many places to either side are those whose cycles foretell a place: none of them holds its join.
  private static let beside = 5

  /// How many places on a period is.
  private static let nextCycle = 2

  /// A place is looked at of which one period leaves more than this share, and this many times what it
  /// leaves beside it [E]: what leaves less can be no join that counts, and what leaves as much is a
  /// voice that is so by itself.
  private static let leastLeft = 0.08
  private static let standsOut = 2.5

  /// More than this many times as far away they belong to another stretch of voice [E].
  private static let farthestBeside = 1.2

  /// How many places to either side tell how regular a voice is, and how many of the nearest do not:
  /// cycles there may hold the join.
  private static let regular = 15
  private static let unsure = 3

  /// A place after which there is less than this share of the power before it is an end and no join [E]: what
  /// goes on is the room, out of step with the voice that ended.
  private static let leastAfter = 0.35

  /// The standard deviation of what is normally distributed, in mean deviations: √(π/2).
  private static let deviationOfMean = 1.2533

  private let sound: ThinnedSound
  private let places: [CyclePlace]

  /// How long the cycle before a place is, in periods, of the places that were asked for: neighbours ask
  /// for the same ones.
  private var cycles: [Int: Double?] = [:]

  init(of sound: ThinnedSound, periods: LocalPeriods) {
    self.sound = sound
    var places: [CyclePlace] = []
    var position = 0.0
    while position < Double(sound.samples.count) {
      let seconds = periods.period(at: sound.start + position * sound.step)
      let period = (seconds ?? periods.median) / sound.step
      if seconds != nil {
        places.append(CyclePlace(index: Int(position.rounded()), period: period))
      }
      position += 0.5 * period
    }
    self.places = places
  }

  /// The worst of them; nil where there are none with enough voice to either side.
  mutating func worst() -> CycleJoin? {
    let left = left
    var found: CycleJoin?
    for index in places.indices.dropFirst(Self.beside).dropLast(Self.beside + Self.nextCycle) {
      guard isWithin(index), let here = left[index] else { continue }
      let worst = found ?? CycleJoin(mismatch: 0, time: time(of: places[index].index))
      found = worst
      let least = min(left[index - Self.beside] ?? here, left[index + Self.beside] ?? here)
      guard here > Self.leastLeft, here > Self.standsOut * least,
        let join = join(at: index, over: worst.mismatch)
      else { continue }
      found = join
    }
    return found
  }

  /// What one period leaves of the zone of each place, from before or from after it, whichever is less.
  private var left: [Double?] {
    let past = places.map { $0.left(in: sound) }
    return past.indices.map { index in
      guard index + Self.nextCycle < past.count, let here = past[index],
        let next = past[index + Self.nextCycle]
      else { return nil }
      return min(here, next)
    }
  }

  /// The join at a place, if its mismatch is more than this.
  private mutating func join(at index: Int, over least: Double) -> CycleJoin? {
    guard goesOn(after: index), let zone = JoinZone(around: places[index], in: sound)
    else { return nil }
    let join = zone.join
    guard join.gain > least,
      let step = zone.step(
        before: places[index - Self.beside], after: places[index + Self.beside]),
      // No voice tolerates less than this, and to ask what this one does takes long.
      step / JoinZone.leastStep > least
    else { return nil }
    let mismatch = min(join.gain, step / tolerableStep(at: index))
    return mismatch > least ? CycleJoin(mismatch: mismatch, time: time(of: join.index)) : nil
  }

  private func time(of index: Int) -> Double { sound.start + Double(index) * sound.step }

  /// Whether the voice goes on to either side of a place.
  private func isWithin(_ index: Int) -> Bool {
    let place = places[index]
    let farthest = Int(Self.farthestBeside * 0.5 * Double(Self.beside) * place.period)
    return place.index - places[index - Self.beside].index <= farthest
      && places[index + Self.beside].index - place.index <= farthest
  }

  /// Whether the second cycle after a place is about as strong as the second before it.
  private func goesOn(after index: Int) -> Bool {
    let (before, after) = (places[index - Self.beside], places[index + Self.beside])
    let (past, future) = (Int(before.period.rounded()), Int(after.period.rounded()))
    return sound.power(in: (after.index - future)..<after.index)
      >= Self.leastAfter * sound.power(in: before.index..<(before.index + past))
  }

  /// How many periods the cycles around a place may be out of step.
  private mutating func tolerableStep(at index: Int) -> Double {
    let near = max(0, index - Self.regular)..<max(0, index - Self.unsure)
    let end = places.count
    let next = min(end, index + Self.unsure + 1)..<min(end, index + Self.regular + 1)
    let ratios = (Array(near) + Array(next)).compactMap { cycle(at: $0) }
    guard let middle = Statistics.quantile(0.5, of: ratios),
      let spread = Statistics.mean(ratios.map { abs($0 - middle) })
    else { return JoinZone.leastStep }
    return JoinZone.leastStep + JoinZone.stepsOfSpread * Self.deviationOfMean * spread
  }

  /// How long the cycle before a place is, in periods; nil where there is no sound for that.
  private mutating func cycle(at index: Int) -> Double? {
    if let known = cycles[index] { return known }
    let place = places[index]
    let cycle = place.cycle(in: sound).map { $0 / place.period }
    cycles.updateValue(cycle, forKey: index)
    return cycle
  }
}
