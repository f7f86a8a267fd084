// How far out the farthest number of a recording lies among the people measured (the article
// MeasuredLimits, "Judged together"): what places all outer limits of a set at once.
//
// With a dozen numbers, each beyond the 95th percentile of most people five times in a hundred, many
// a recording has one beyond it. The farthest number of each recording has a distribution of its own,
// whatever the numbers have to do with each other (Westfall & Young, Resampling-Based Multiple
// Testing, 1993: the single-step maximum). Each person is held against the others, never against a
// sample that they are part of.

internal import VoiceMath
package import VoiceTypes

/// The distribution of the farthest number of recordings of the people measured.
public struct JointCalibration: Sendable, Equatable {
  /// The percentage of recordings that may have a number beyond its outer limit.
  static let outerPercent = 10.0

  /// The percentages of recordings whose farthest number is stated.
  private static let percents = [50.0, 40, 30, 25, 20, 15, 12.5, outerPercent, 7.5, 5, 2.5]

  /// A percentage of the recordings, and how far out the farthest number of as many lies.
  public struct Share: Sendable, Equatable {
    /// The percentage.
    public var percent: Double

    /// Their distance, in standard deviations.
    public var deviation: Double
  }

  /// How many people the recordings are of.
  public var speakers: Int

  /// How many recordings were judged.
  public var recordings: Int

  /// The shares that so many recordings allow to estimate, from the largest.
  public var shares: [Share]

  /// The distribution of these distances; nil where they are too few to place an outer limit.
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

  /// Where the outer limits stand; nil where it is not stated.
  var outerDeviation: Double? { shares.first { $0.percent == Self.outerPercent }?.deviation }

  /// The percentage of recordings with some number at least so far out, on the lines between the
  /// shares stated; the outermost of those beyond them.
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
        "shares", found: "others",
        allowed: "percentages that fall, 10 among them, with deviations that do not")
    }
  }
}

extension Codec where Value == [JointCalibration.Share] {
  /// Shares, as members named by their percentage.
  fileprivate static var shares: Codec {
    .mapped(
      Codec<[PercentMember<Double>]>.byPercent(of: .number), allowed: "",
      { $0.map { .init(percent: $0.percent, deviation: $0.value) } },
      {
        $0.map {
          PercentMember(percent: $0.percent, value: Decimal.rounded($0.deviation, digits: 6))
        }
      })
  }
}
