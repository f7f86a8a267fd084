internal import VoiceMath
package import VoiceTypes

/// Provenance of a measured set in a limits file.
public struct MeasurementSummary: Sendable, Equatable {
  /// Day of the measurement, `YYYY-MM-DD`.
  public var measuredOn: String

  /// Version of sagevoice.
  public var softwareVersion: String

  /// Analysis preset.
  public var preset: String

  /// SHA-256 of the settings.
  public var settingsSHA256: String

  /// SHA-256 of the manifest of the corpus.
  public var manifestSHA256: String

  /// File patterns of the recordings, by falling preference.
  public var recordings: [String]

  /// Recording device.
  public var device: String

  /// Encodings of the recordings.
  public var codecs: [String]

  /// Citation of the corpus and its licence.
  public var citation: String

  /// Number of included people.
  public var speakers: Int

  /// Number of excluded people by reason.
  public var leftOut: [MeasuredSpeakers.LeftOut: Int]
}

extension MeasurementSummary: Shaped {
  package static let shape = Shape(others: .refused, MeasurementSummary.init) {
    Field("measured_on", \.measuredOn, .nonBlankText)
    Field("software_version", \.softwareVersion, .nonBlankText)
    Field("preset", \.preset, .nonBlankText)
    Field("settings_sha256", \.settingsSHA256, .nonBlankText)
    Field("manifest_sha256", \.manifestSHA256, .nonBlankText)
    Field("recordings", \.recordings, .list(of: .anyText), ifMissing: [])
    Field("device", \.device, .nonBlankText)
    Field("codecs", \.codecs, .list(of: .anyText), ifMissing: [])
    Field("citation", \.citation, .nonBlankText)
    Field("speakers", \.speakers, .positiveCount)
    Field(
      "left_out", \.leftOut,
      .map(by: MeasuredSpeakers.LeftOut.self, .asDeclared, .ignoringOthers, of: .count),
      ifMissing: [:])
  }
}
