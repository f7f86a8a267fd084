internal import VoiceMath

/// Candidate point of a splice.
struct SpliceCandidate {
  /// Tolerance of a cycle length around the period of the pitch track, as a fraction [E]; at a
  /// jitter of 3 % one cycle in a hundred exceeds it.
  static let tolerance = 0.07

  /// Length of the compared windows, in periods [E].
  static let window = 0.9

  /// Half width of the zone, in periods [E]: a wrong prediction lasts one period.
  private static let reach = 1.25

  /// The centre of the zone, and the first sample of the window.
  let index: Int

  /// The period of the pitch track at this point, in samples.
  let period: Double

  /// The samples around the point.
  var zone: Range<Int> {
    let reach = Int((Self.reach * period).rounded())
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
  func fits(about periods: Double, in sound: DecimatedSignal) -> LagCorrelations? {
    sound.fits(at: index, period: period, lags: lags(about: periods))
  }

  /// The length of the cycle before the point, in samples; nil without enough signal.
  func cycle(in sound: DecimatedSignal) -> Double? { fits(about: 1, in: sound)?.best.lag }

  /// The range of lags of about `periods` periods, in samples.
  func lags(about periods: Double) -> ClosedRange<Int> {
    let middle = periods * period
    let (low, high) = ((1 - Self.tolerance) * middle, (1 + Self.tolerance) * middle)
    return Int(low.rounded(.down))...Int(high.rounded(.up))
  }
}

/// Candidate region of a splice: the signal around a point, its predictions and the most likely
/// splice.
struct SpliceRegion {
  /// Phase tolerance in periods for the most regular voice, and per standard deviation of its
  /// cycles [E].
  static let leastStep = 0.02
  static let stepsOfSpread = 1.5

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

  private let sound: DecimatedSignal
  private let place: SpliceCandidate
  private let zone: Range<Int>
  private let lags: ClosedRange<Int>

  /// The sum of squares of the zone without its mean.
  private let power: Double

  init?(around place: SpliceCandidate, in sound: DecimatedSignal) {
    zone = place.zone
    lags = place.lags(about: 1)
    let farthest = LagPredictionResidual.farthest(of: lags)
    guard zone.lowerBound >= farthest, zone.upperBound + farthest <= sound.samples.count
    else { return nil }
    power = sound.power(in: zone)
    guard power > 0 else { return nil }
    (self.sound, self.place) = (sound, place)
  }

  // MARK: - LagPredictionResidual

  /// The splice index with the least residual, and the ratio of the one-sided residual to it.
  var join: (index: Int, gain: Double) {
    let reach = Int((Self.joinReach * place.period).rounded())
    let places = (place.index - reach)...(place.index + reach)
    let samples = sound.samples.span
    let past = LagPredictionResidual.past(of: zone, in: samples, lags: lags, places: places)
    let future = LagPredictionResidual.future(of: zone, in: samples, lags: lags, places: places)
    var (best, least) = (place.index, Double.infinity)
    for (index, rest) in zip(places, zip(past.parts, future.parts)) where rest.0 + rest.1 < least {
      (best, least) = (index, rest.0 + rest.1)
    }
    return (best, min(past.whole, future.whole) / (least + Self.leastRest * power))
  }

  // MARK: - The step

  /// The phase step between the cycles before and after the point, in periods, measured from points
  /// clear of it; nil if the cycles do not correlate at any lag.
  func step(before: SpliceCandidate, after: SpliceCandidate) -> Double? {
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
