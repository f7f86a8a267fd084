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

  /// The approximate time, and the period of the voice there, in seconds.
  package let time: Double
  let period: Double

  /// The point with the highest splice score; nil for too short a voice.
  package static func worst(in signal: Signal, pitch: PitchTrack) -> CycleSplice? {
    guard let periods = LocalPeriods(of: pitch),
      let sound = DecimatedSignal(of: signal, in: periods.times, period: periods.median)
    else { return nil }
    var places = SpliceCandidates(of: sound, periods: periods)
    return places.worst()
  }
}

// MARK: - Click

extension CycleSplice {
  /// Coefficients of the prediction, and its white-noise regularisation as a fraction of the power.
  private static let order = 24
  private static let noiseFloor = 1e-6

  /// Lowest frequency of a click, in hertz, above the formants, and half length of the high-pass
  /// filter, in seconds. A jump of a voice with few harmonics is not predicted at low frequencies.
  private static let edge = 6_000.0
  private static let filter = 0.0007

  /// Length of the energy windows, in seconds.
  private static let window = 0.0004

  /// Search radius around the splice, and phase tolerance of the adjacent cycles, in periods.
  private static let reach = 0.3
  private static let tolerance = 0.1

  /// The cycles on either side that are compared: the closest one may contain the splice.
  private static let neighbours = 2...8

  /// The click of the splice, in decibels: energy of the linear-prediction residual at high
  /// frequencies over that at the same phase of the adjacent cycles, the larger of both sides; nil if
  /// the sample rate is too low or the signal ends nearby.
  ///
  /// No prediction continues across a cut of a digital recording. A voice that jumps by itself
  /// excites its tract as in other cycles.
  package func click(in signal: Signal) -> Double? {
    let rate = signal.sampleRate.value
    let (width, cycle) = (max(1, Int((Self.window * rate).rounded())), period * rate)
    let (reach, slack) = (Int(Self.reach * cycle), Int(Self.tolerance * cycle))
    let margin = Int(Double(Self.neighbours.upperBound) * cycle) + reach + slack + width
    let half = max(1, Int((Self.filter * rate).rounded()))
    let centre = SampleGrid(of: signal).nearestIndex(to: time)
    let (first, end) = (centre - margin - half - Self.order - 1, centre + margin + half + 1)
    guard Self.edge < 0.5 * rate, first >= 0, end <= signal.samples.count else { return nil }
    let samples = signal.samples[first..<end]
    let residual = LinearPrediction.residual(
      of: zip(samples.dropFirst(), samples).map(-), order: Self.order, noiseFloor: Self.noiseFloor)
    guard !residual.isEmpty else { return nil }
    let weights = WindowedSinc.lowPass(half: half, edge: Self.edge / rate)
    let squares = (half..<(residual.count - half)).map { place in
      let low = Rows.product(
        of: residual.span.extracting((place - half)..<(place + half + 1)), and: weights.span)
      return (residual[place] - low) * (residual[place] - low)
    }
    let energies = squares.indices.dropLast(width).map { squares[$0..<($0 + width)].reduce(0, +) }
    func usual(at index: Int, _ side: Double) -> Double {
      let cycles = Self.neighbours.map { number -> Double in
        let middle = index + Int((side * Double(number) * cycle).rounded())
        return energies[(middle - slack)...(middle + slack)].max() ?? 0
      }
      return Statistics.quantile(0.5, of: cycles) ?? 0
    }
    let start = margin - width / 2
    let ratios = ((start - reach)...(start + reach)).compactMap { index -> Double? in
      let most = max(usual(at: index, -1), usual(at: index, 1))
      return most > 0 ? energies[index] / most : nil
    }
    return ratios.max().map { Level.decibels(ofPowerRatio: $0) }
  }
}

// MARK: - Search

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

  /// Phase tolerance in periods for the most regular voice, and per standard deviation of its
  /// cycles [E].
  private static let leastStep = 0.02
  private static let stepsOfSpread = 1.5

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
    let past = places.map { $0.left(in: sound) }
    // The residual from one period before a point or after it, the lesser one.
    let left = zip(past, past.dropFirst(Self.nextCycle)).map { here, next in
      here.flatMap { here in next.map { min(here, $0) } }
    }
    var found: CycleSplice?
    for index in places.indices.dropFirst(Self.neighbours).dropLast(
      Self.neighbours + Self.nextCycle)
    {
      let around = [places[index - Self.neighbours], places[index + Self.neighbours]]
      guard isOneVoice(around, at: places[index]), let here = left[index] else { continue }
      let worst = found ?? splice(0, at: places[index].index, index)
      found = worst
      let least = min(left[index - Self.neighbours] ?? here, left[index + Self.neighbours] ?? here)
      guard here > Self.leastLeft, here > Self.standsOut * least,
        continues(from: around[0], to: around[1]),
        let join = places[index].join(in: sound), join.gain > worst.mismatch,
        let step = places[index].step(between: around, in: sound),
        // No voice has a smaller tolerance, and the actual tolerance is expensive to compute.
        step / Self.leastStep > worst.mismatch
      else { continue }
      let mismatch = min(join.gain, step / tolerableStep(at: index))
      if mismatch > worst.mismatch { found = splice(mismatch, at: join.index, index) }
    }
    return found
  }

  private func splice(_ mismatch: Double, at sample: Int, _ index: Int) -> CycleSplice {
    CycleSplice(
      mismatch: mismatch, time: sound.start + Double(sample) * sound.step,
      period: places[index].period * sound.step)
  }

  /// Whether the voice continues on either side of a point.
  private func isOneVoice(_ around: [SpliceCandidate], at place: SpliceCandidate) -> Bool {
    let farthest = Int(Self.farthestNeighbour * 0.5 * Double(Self.neighbours) * place.period)
    return around.allSatisfy { abs($0.index - place.index) <= farthest }
  }

  /// Whether the second cycle after a point is about as strong as the second before it.
  private func continues(from before: SpliceCandidate, to after: SpliceCandidate) -> Bool {
    let (past, future) = (Int(before.period.rounded()), Int(after.period.rounded()))
    return sound.power(in: (after.index - future)..<after.index)
      >= Self.leastAfter * sound.power(in: before.index..<(before.index + past))
  }

  /// The phase tolerance of the cycles around a point, in periods.
  private mutating func tolerableStep(at index: Int) -> Double {
    let near = (index - Self.regular)..<(index - Self.unsure)
    let next = (index + Self.unsure + 1)..<(index + Self.regular + 1)
    let ratios = [near, next].flatMap { $0.clamped(to: places.indices) }
      .compactMap { cycle(at: $0) }
    guard let middle = Statistics.quantile(0.5, of: ratios),
      let spread = Statistics.mean(ratios.map { abs($0 - middle) })
    else { return Self.leastStep }
    return Self.leastStep + Self.stepsOfSpread * Self.deviationOfMean * spread
  }

  /// The length of the cycle before a point, in periods; nil without enough signal.
  private mutating func cycle(at index: Int) -> Double? {
    if let known = cycles[index] { return known }
    let cycle = places[index].cycle(in: sound).map { $0 / places[index].period }
    cycles.updateValue(cycle, forKey: index)
    return cycle
  }
}

/// Candidate point of a splice.
struct SpliceCandidate {
  /// Tolerance of a cycle length around the period of the pitch track, as a fraction [E]; at a
  /// jitter of 3 % one cycle in a hundred exceeds it.
  private static let tolerance = 0.07

  /// Length of the compared windows, in periods [E].
  static let window = 0.9

  /// Half width of the zone, in periods [E]: a wrong prediction lasts one period.
  private static let zoneReach = 1.25

  /// Search radius of the splice around the centre, in periods.
  private static let joinReach = 0.3

  /// Floor of the residual as a fraction of the power; a smaller one is noise [E].
  private static let leastRest = 0.02

  /// Windows of the phase step, in periods: the distance from the centre to the later window, and
  /// the search radius of the earlier one, two periods before.
  private static let stepWindow = 0.25
  private static let stepReach = 0.6

  /// Minimum correlation of cycles of one voice [E].
  private static let leastFit = 0.9

  /// Correlation difference within which steps are equally likely [E]; the smallest of them counts.
  private static let likelyFit = 0.05

  /// Correlation of half cycles from which a cycle may be two [E], and half a period is no step.
  private static let fitOfHalves = 0.6

  /// The centre of the zone, and the first sample of the window.
  let index: Int

  /// The period of the pitch track at this point, in samples.
  let period: Double

  /// The samples around the point.
  private var zone: Range<Int> {
    let reach = Int((Self.zoneReach * period).rounded())
    return (index - reach)..<(index + reach)
  }

  /// The residual of predicting the zone from one period before, as a fraction of its power; nil
  /// without enough signal.
  func left(in sound: DecimatedSignal) -> Double? {
    let (zone, lag) = (zone, Int(period.rounded()))
    guard zone.lowerBound >= lag, zone.upperBound <= sound.samples.count else { return nil }
    let power = sound.power(in: zone)
    return power > 0 ? sound.difference(of: zone, fromBefore: lag) / power : nil
  }

  /// The correlations of the window with earlier ones about `periods` before; nil without enough
  /// signal.
  private func fits(about periods: Double, in sound: DecimatedSignal) -> LagCorrelations? {
    sound.fits(at: index, period: period, lags: lags(about: periods))
  }

  /// The length of the cycle before the point, in samples; nil without enough signal.
  func cycle(in sound: DecimatedSignal) -> Double? { fits(about: 1, in: sound)?.best.lag }

  /// The range of lags of about `periods` periods, in samples.
  private func lags(about periods: Double) -> ClosedRange<Int> {
    let middle = periods * period
    let (low, high) = ((1 - Self.tolerance) * middle, (1 + Self.tolerance) * middle)
    return Int(low.rounded(.down))...Int(high.rounded(.up))
  }

  /// The splice index with the least residual, and the ratio of the one-sided residual to it; nil
  /// without enough signal.
  func join(in sound: DecimatedSignal) -> (index: Int, gain: Double)? {
    let (zone, lags) = (zone, lags(about: 1))
    let farthest = LagPredictionResidual.farthest(of: lags)
    guard zone.lowerBound >= farthest, zone.upperBound + farthest <= sound.samples.count,
      case let power = sound.power(in: zone), power > 0
    else { return nil }
    let reach = Int((Self.joinReach * period).rounded())
    let places = (index - reach)...(index + reach)
    func rest(from side: LagPredictionResidual.Side) -> LagPredictionResidual.Rest {
      LagPredictionResidual.rest(
        of: zone, from: side, in: sound.samples.span, lags: lags, places: places)
    }
    let (past, future) = (rest(from: .past), rest(from: .future))
    let rests = zip(past.parts, future.parts).map(+)
    let best = rests.indices.min { rests[$0] < rests[$1] } ?? reach
    let gain = min(past.whole, future.whole) / (rests[best] + Self.leastRest * power)
    return (places.lowerBound + best, gain)
  }

  /// The phase step between the cycles before and after the point, in periods, measured from points
  /// clear of it; nil if the cycles do not correlate at any lag.
  func step(between around: [SpliceCandidate], in sound: DecimatedSignal) -> Double? {
    let first = index + Int((Self.stepWindow * period).rounded())
    let nearest = Int(((2 - Self.stepReach) * period).rounded())
    let lags = nearest...Int(((2 + Self.stepReach) * period).rounded())
    let cycles = around.compactMap { $0.cycle(in: sound) }
    guard cycles.count == 2, let fits = sound.fits(at: first, period: period, lags: lags),
      fits.best.fit >= Self.leastFit
    else { return nil }
    let steps = fits.peaks(from: fits.best.fit - Self.likelyFit).map {
      $0 / (0.5 * (cycles[0] + cycles[1])) - 2
    }
    guard let step = steps.min(by: { abs($0) < abs($1) }) else { return nil }
    // The pitch may be an octave too low.
    let areTwo = around.allSatisfy {
      ($0.fits(about: 0.5, in: sound)?.best.fit ?? 0) >= Self.fitOfHalves
    }
    return abs(areTwo ? step - 0.5 * (step / 0.5).rounded() : step)
  }
}
