// A pitch range that fits the voice, from a first pass with a wide one.
//
// De Looze & Hirst (2008), Speech Prosody: three quarters of the first quartile to one and a half
// times the third. A range that fits keeps octave errors out; a fixed one invites them.

internal import VoiceMath
public import VoiceTypes

/// The second of two passes.
public enum PitchRangeSearch {
  /// What the quartiles of the first pass are multiplied with.
  private static let floorFactor = 0.75
  private static let ceilingFactor = 1.5

  /// Quartiles of fewer frames than this say nothing of a voice (0.2 s at the usual step).
  private static let leastVoicedFrames = 16

  /// What the second range follows from, by name.
  static var choices: [NamedSetting] {
    [
      NamedSetting("pitch_second_floor_of_first_quartile", floorFactor),
      NamedSetting("pitch_second_ceiling_of_third_quartile", ceilingFactor),
      NamedSetting("pitch_second_least_voiced_frames", .count(leastVoicedFrames)),
    ]
  }

  /// The range for a second pass; nil when the first has too few voiced frames.
  public static func range(after first: PitchTrack) -> PitchRange? {
    let voiced = first.voicedFrequencies
    guard voiced.count >= leastVoicedFrames,
      let low = Statistics.quantile(0.25, of: voiced),
      let high = Statistics.quantile(0.75, of: voiced)
    else { return nil }
    return PitchRange(floor: Hertz(floorFactor * low), ceiling: Hertz(ceilingFactor * high))
  }
}
