// Recording conditions must agree: a changed voice and a changed microphone give similar
// differences.

internal import VoiceMath
public import VoiceTypes

extension RecordingConditions {
  /// Returns the differences between recording conditions. An unknown device matches every device.
  public func differences(from recording: RecordingConditions) -> [ConditionDifference] {
    typealias Difference = ConditionDifference
    var differences: [ConditionDifference] = []
    if let mine = deviceModel, let theirs = recording.deviceModel, mine != theirs {
      differences.append(Difference(.device, baseline: mine, recording: theirs))
    }
    if encoding != recording.encoding {
      differences.append(
        Difference(
          .encoding, baseline: encoding.rawValue, recording: recording.encoding.rawValue))
    }
    if sampleRate != recording.sampleRate {
      differences.append(
        Difference(
          .sampleRate, baseline: Decimal.text(sampleRate.value),
          recording: Decimal.text(recording.sampleRate.value)))
    }
    if preset != recording.preset {
      differences.append(
        Difference(.preset, baseline: preset.rawValue, recording: recording.preset.rawValue))
    }
    if settingsSHA256 != recording.settingsSHA256, !hasSameFollowedSettings(as: recording) {
      differences.append(
        Difference(.settings, baseline: settingsSHA256, recording: recording.settingsSHA256))
    }
    if version != recording.version,
      Self.numbers(of: version) != Self.numbers(of: recording.version)
    {
      differences.append(Difference(.version, baseline: version, recording: recording.version))
    }
    return differences
  }

  /// Whether all settings that affect tracked measures are known and equal.
  private func hasSameFollowedSettings(as recording: RecordingConditions) -> Bool {
    !followedSettings.isEmpty
      && JSONValue.map(followedSettings).isSame(as: .map(recording.followedSettings))
  }

  /// Minor versions whose numbers equal those of an earlier version, so baselines stay valid.
  private static let measuringAs = [
    "0.13": "0.12", "0.14": "0.12", "0.15": "0.12", "0.16": "0.12", "0.17": "0.12",
    "0.18": "0.12", "0.19": "0.12", "0.20": "0.12", "0.22": "0.21",
    "0.23": "0.21", "0.24": "0.21", "0.25": "0.21", "0.26": "0.21",
    "0.27": "0.21", "0.28": "0.21", "0.29": "0.21",
    "0.30": "0.21", "0.31": "0.21", "0.32": "0.21",
    "0.33": "0.21", "0.34": "0.21",
  ]

  /// Returns the first major.minor version with the same numbers as `version`.
  private static func numbers(of version: String) -> String {
    let parts = version.split(separator: ".").prefix(2).joined(separator: ".")
    return measuringAs[parts] ?? parts
  }
}
