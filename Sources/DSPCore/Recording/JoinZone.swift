// Whether two cycles and a half are one voice, or two that were joined.

internal import VoiceMath

/// A place of a voice.
struct CyclePlace {
  /// What two cycles may differ from the period of the pitch track, as a share of it [E]: with a jitter of
  /// 3 % one cycle of a hundred is farther off.
  static let tolerance = 0.07

  /// How long the windows are that are held against each other, in periods [E].
  static let window = 0.9

  /// How far its zone reaches, in periods [E]: what one side foretells wrongly lasts a period.
  private static let reach = 1.25

  /// The middle of its zone, and the first sample of its window.
  let index: Int

  /// The period there by the pitch track, in samples.
  let period: Double

  /// The samples around the place.
  var zone: Range<Int> {
    let reach = Int((Self.reach * period).rounded())
    return (index - reach)..<(index + reach)
  }

  /// The share of its zone that the period before leaves; nil where there is no sound for that.
  func left(in sound: ThinnedSound) -> Double? {
    let (zone, lag) = (zone, Int(period.rounded()))
    guard zone.lowerBound >= lag, zone.upperBound <= sound.samples.count else { return nil }
    let power = sound.power(in: zone)
    return power > 0 ? sound.difference(of: zone, fromBefore: lag) / power : nil
  }

  /// How well a window here fits those about so many periods before; nil where there is no sound for that.
  func fits(about periods: Double, in sound: ThinnedSound) -> LagFits? {
    sound.fits(at: index, period: period, lags: lags(about: periods))
  }

  /// How long the cycle before the place is, in samples; nil where there is no sound for that.
  func cycle(in sound: ThinnedSound) -> Double? { fits(about: 1, in: sound)?.best.lag }

  /// The distances in samples that are about so many periods.
  func lags(about periods: Double) -> ClosedRange<Int> {
    let middle = periods * period
    let (low, high) = ((1 - Self.tolerance) * middle, (1 + Self.tolerance) * middle)
    return Int(low.rounded(.down))...Int(high.rounded(.up))
  }
}

/// The sound around a place: what foretells it, and where it would have been joined.
struct JoinZone {
  /// What the voice does by itself, in periods, where it is as regular as can be, and for each standard
  /// deviation of its cycles [E].
  static let leastStep = 0.02
  static let stepsOfSpread = 1.5

  /// How far from the middle of the zone a join is looked for, in periods.
  private static let joinReach = 0.3

  /// How little of the sound can be left unforetold [E]: what is less than this is noise.
  private static let leastRest = 0.02

  /// The windows of which the step is told: how far after the middle one begins, by how much less and more
  /// than two periods before it the other does, in periods.
  private static let stepWindow = 0.25
  private static let stepReach = 0.6

  /// Windows that fit less than this at best are no cycles of one voice [E].
  private static let leastFit = 0.9

  /// Steps that fit this much less than the best are as likely [E], and the smallest of them counts.
  private static let likelyFit = 0.05

  /// Cycles of which the halves fit this well may be two [E], and half a period no step.
  private static let fitOfHalves = 0.6

  private let sound: ThinnedSound
  private let place: CyclePlace
  private let zone: Range<Int>
  private let lags: ClosedRange<Int>

  /// The sum of the squares of the zone without its mean.
  private let power: Double

  init?(around place: CyclePlace, in sound: ThinnedSound) {
    zone = place.zone
    lags = place.lags(about: 1)
    let farthest = Foretelling.farthest(of: lags)
    guard zone.lowerBound >= farthest, zone.upperBound + farthest <= sound.samples.count
    else { return nil }
    power = sound.power(in: zone)
    guard power > 0 else { return nil }
    (self.sound, self.place) = (sound, place)
  }

  // MARK: - Foretelling

  /// Where a join leaves least unforetold, and how many times as much either side alone does.
  var join: (index: Int, gain: Double) {
    let reach = Int((Self.joinReach * place.period).rounded())
    let places = (place.index - reach)...(place.index + reach)
    let samples = sound.samples.span
    let past = Foretelling.past(of: zone, in: samples, lags: lags, places: places)
    let future = Foretelling.future(of: zone, in: samples, lags: lags, places: places)
    var (best, least) = (place.index, Double.infinity)
    for (index, rest) in zip(places, zip(past.parts, future.parts)) where rest.0 + rest.1 < least {
      (best, least) = (index, rest.0 + rest.1)
    }
    return (best, min(past.whole, future.whole) / (least + Self.leastRest * power))
  }

  // MARK: - The step

  /// By how many periods the cycles after the place are out of step with those before it, told from a place
  /// to either side that is clear of both; nil where they do not fit each other at any.
  func step(before: CyclePlace, after: CyclePlace) -> Double? {
    let period = place.period
    let first = place.index + Int((Self.stepWindow * period).rounded())
    let nearest = Int(((2 - Self.stepReach) * period).rounded())
    let lags = nearest...Int(((2 + Self.stepReach) * period).rounded())
    guard let fits = sound.fits(at: first, period: period, lags: lags),
      let past = before.cycle(in: sound), let future = after.cycle(in: sound),
      fits.best.fit >= Self.leastFit
    else { return nil }
    let steps = fits.peaks(from: fits.best.fit - Self.likelyFit).map {
      $0 / (0.5 * (past + future)) - 2
    }
    guard let step = steps.min(by: { abs($0) < abs($1) }) else { return nil }
    // The pitch may be an octave too low.
    let areTwo = [before, after].allSatisfy {
      ($0.fits(about: 0.5, in: sound)?.best.fit ?? 0) >= Self.fitOfHalves
    }
    return abs(areTwo ? step - 0.5 * (step / 0.5).rounded() : step)
  }
}
