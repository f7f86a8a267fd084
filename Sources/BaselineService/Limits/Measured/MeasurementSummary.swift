// What a file of measured limits has besides limits.

internal import VoiceMath
package import VoiceTypes

/// How a set of limits was measured.
public struct MeasurementSummary: Sendable, Equatable {
  /// The day, as YYYY-MM-DD.
  public var measuredOn: String

  /// The version of sagevoice that measured.
  public var softwareVersion: String

  /// The preset that it measured with.
  public var preset: String

  /// SHA-256 of the settings that it measured with.
  public var settingsSHA256: String

  /// SHA-256 of the table of the corpus.
  public var manifestSHA256: String

  /// The names of the recordings that were taken, in the order of preference.
  public var recordings: [String]

  /// What recorded the voices.
  public var device: String

  /// The kinds of files that were used.
  public var codecs: [String]

  /// The corpus and its licence.
  public var citation: String

  /// How many people count.
  public var speakers: Int

  /// How many people of the table do not.
  public var leftOut: [MeasuredSpeakers.LeftOut: Int]
}

extension MeasurementSummary: Shaped {
  package static let shape = Shape(others: .refused, MeasurementSummary.init) {
    Field("measured_on", \.measuredOn, .saidText)
    Field("software_version", \.softwareVersion, .saidText)
    Field("preset", \.preset, .saidText)
    Field("settings_sha256", \.settingsSHA256, .saidText)
    Field("manifest_sha256", \.manifestSHA256, .saidText)
    Field("recordings", \.recordings, .list(of: .anyText), ifMissing: [])
    Field("device", \.device, .saidText)
    Field("codecs", \.codecs, .list(of: .anyText), ifMissing: [])
    Field("citation", \.citation, .saidText)
    Field("speakers", \.speakers, .positiveCount)
    Field(
      "left_out", \.leftOut,
      .map(by: MeasuredSpeakers.LeftOut.self, .asDeclared, .passedOver, of: .count), ifMissing: [:])
  }
}

extension MeasuredDistribution: Shaped {
  /// Digits of the numbers of a distribution: more than they are known to.
  private static let digits = 6

  package static let shape = Shape<MeasuredDistribution>(allowed: "highest at least lowest") {
    Field("measure", \.measure, .choice)
    Derived("unit", { ReferenceLimit.unit(of: $0.measure) }, .text, .notNeeded)
    Field("band", \.band, .choice)
    Field("category", \.category, .choice)
    Derived("basis", { _ in LimitBasis.measured }, .choice, .notNeeded)
    Field("speakers", \.speakers, .positiveCount)
    Field("scale", \.scale, .choice)
    Field("mean", \.mean, .stated)
    Field("sd", \.standardDeviation, .orNull(.stated))
    Field("lowest", \.range.lowerBound, .stated)
    Field("highest", \.range.upperBound, .stated)
    Field("percentiles", \.percentiles, .percentiles)
  } makeIfPossible: {
    measure, band, category, speakers, scale, mean, deviation, lowest, highest, percentiles in
    guard highest >= lowest else { return nil }
    return MeasuredDistribution(
      measure: measure, band: band, category: category, speakers: speakers, scale: scale,
      range: lowest...highest, percentiles: percentiles, mean: mean, standardDeviation: deviation)
  }

  /// A number as a distribution states it.
  fileprivate static func stated(_ value: Double) -> JSONValue {
    .wholeIfExact(Decimal.rounded(value, digits: digits))
  }
}

extension Codec where Value == Double {
  /// A number to the digits of a distribution.
  fileprivate static var stated: Codec {
    Codec(
      write: MeasuredDistribution.stated, describe: Codec.number.describe(),
      read: Codec.number.read)
  }
}

extension Codec where Value == [MeasuredDistribution.Percentile] {
  /// Percentiles, as members named by the share of people below.
  fileprivate static var percentiles: Codec {
    Codec(
      write: { percentiles in
        .object(
          percentiles.map {
            .init(Decimal.text($0.percent), MeasuredDistribution.stated($0.value))
          })
      },
      describe: Codec<[String: Double]>.map(of: .number).describe(),
      read: { json, reading in
        guard case .object(let members) = json else {
          return reading.refuse(json, allowed: "an object")
        }
        let percentiles = members.compactMap { member -> MeasuredDistribution.Percentile? in
          guard let percent = Double(member.key), (0...100).contains(percent) else {
            reading.note(
              member.key, found: member.key.excerpt, allowed: "a number of percent")
            return nil
          }
          return reading.member(member.key, of: json, Codec<Double>.number.read).map {
            MeasuredDistribution.Percentile(percent: percent, value: $0)
          }
        }
        return percentiles.count == members.count ? percentiles : nil
      })
  }
}
