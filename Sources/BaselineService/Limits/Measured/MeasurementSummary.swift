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
