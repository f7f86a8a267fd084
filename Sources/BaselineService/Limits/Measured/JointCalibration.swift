// Distribution of the maximum deviation per recording (the article MeasuredLimits, "Judged
// together"). It places all outer limits of a set.
//
// With a dozen measures, each beyond the 95th percentile in 5 of 100 people, many recordings exceed
// at least one. The single-step maximum accounts for any dependence between measures (Westfall &
// Young, Resampling-Based Multiple Testing, 1993). Each person is compared with a sample that
// excludes that person.

internal import VoiceMath
package import VoiceTypes

/// Distribution of the maximum deviation of recordings in the reference sample.
public struct JointCalibration: Sendable, Equatable {
  /// Percentage of recordings that may have a measure beyond its outer limit.
  static let outerPercent = 10.0

  /// Tabulated percentages of recordings.
  private static let percents = [50.0, 40, 30, 25, 20, 15, 12.5, outerPercent, 7.5, 5, 2.5]

  /// Percentage of recordings whose maximum deviation reaches `deviation`.
  public struct Share: Sendable, Equatable {
    /// Percentage of recordings, 0 to 100.
    public var percent: Double

    /// Maximum deviation, in standard deviations.
    public var deviation: Double
  }

  /// Number of people.
  public var speakers: Int

  /// Number of recordings.
  public var recordings: Int

  /// Shares that the sample size supports, by falling percentage.
  public var shares: [Share]

  /// Computes the distribution of maximum deviations; nil if there are too few for an outer limit.
  init?(ofFarthest deviations: [Double], speakers: Int) {
    let sorted = deviations.sorted()
    self.speakers = speakers
    recordings = sorted.count
    shares = Self.percents.compactMap { percent in
      Statistics.percentile(100 - percent, of: sorted).map {
        Share(percent: percent, deviation: $0)
      }
    }
    guard outerDeviation != nil else { return nil }
  }

  fileprivate init(speakers: Int, recordings: Int, shares: [Share]) {
    self.speakers = speakers
    self.recordings = recordings
    self.shares = shares
  }

  /// Deviation of the outer limits, in standard deviations; nil if it is not tabulated.
  var outerDeviation: Double? { shares.first { $0.percent == Self.outerPercent }?.deviation }

  /// Returns the percentage of recordings with a maximum deviation of at least `deviation`.
  /// Interpolates linearly between the tabulated shares; clamps to the first and last share.
  func percent(reaching deviation: Double) -> Double? {
    guard let first = shares.first, let last = shares.last else { return nil }
    if deviation <= first.deviation { return first.percent }
    for (near, far) in zip(shares, shares.dropFirst()) where deviation < far.deviation {
      return near.percent
        + (far.percent - near.percent) * (deviation - near.deviation)
        / (far.deviation - near.deviation)
    }
    return last.percent
  }
}

extension JointCalibration: Shaped {
  package static let shape = Shape<JointCalibration>(others: .refused) {
    Field("speakers", \.speakers, .positiveCount)
    Field("recordings", \.recordings, .positiveCount)
    Field("shares", \.shares, .shares)
  } make: { speakers, recordings, shares in
    JointCalibration(speakers: speakers, recordings: recordings, shares: shares)
  }
  .checking { calibration, reading in
    let pairs = zip(calibration.shares, calibration.shares.dropFirst())
    if calibration.outerDeviation == nil
      || pairs.contains(where: { $0.percent <= $1.percent || $0.deviation > $1.deviation })
    {
      reading.note(
        "shares", found: "other percentages or deviations",
        allowed: "decreasing percentages including 10, and deviations that do not decrease")
    }
  }
}

extension JSONCoder where Value == [JointCalibration.Share] {
  /// Shares as an object keyed by percentage.
  fileprivate static var shares: JSONCoder {
    .mapped(
      JSONCoder<[PercentMember<Double>]>.byPercent(of: .number), allowed: "",
      { $0.map { .init(percent: $0.percent, deviation: $0.value) } },
      {
        $0.map {
          PercentMember(percent: $0.percent, value: Decimal.rounded($0.deviation, digits: 6))
        }
      })
  }
}
