internal import VoiceMath
public import VoiceTypes

/// Speaker-specific pitch range from the quartiles of a first pass with a wide range.
///
/// De Looze & Hirst (2008), Speech Prosody: three quarters of the first quartile to one and a half
/// times the third. A fitted range reduces octave errors.
public enum PitchRangeSearch {
  /// Factors of the quartiles of the first pass.
  private static let floorFactor = 0.75
  private static let ceilingFactor = 1.5

  /// Minimum voiced frames for quartiles (0.2 s at the usual step).
  private static let leastVoicedFrames = 16

  /// First quartile, relative to the floor of the first pass, up to which that pass loses cycles [E].
  private static let nearFloor = 1.1

  /// Whether the voice of a fitted range is near the floor of the first range.
  static func isNearFloor(of first: PitchRange, _ found: PitchRange) -> Bool {
    found.floor.value < floorFactor * nearFloor * first.floor.value
  }

  /// Parameters of the second range.
  static var choices: [NamedParameter] {
    [
      NamedParameter("pitch_second_floor_of_first_quartile", floorFactor),
      NamedParameter("pitch_second_ceiling_of_third_quartile", ceilingFactor),
      NamedParameter("pitch_second_least_voiced_frames", .count(leastVoicedFrames)),
    ]
  }

  /// The range for a second pass; nil if the first has too few voiced frames.
  public static func range(after first: PitchTrack) -> PitchRange? {
    let voiced = first.voicedFrequencies
    guard voiced.count >= leastVoicedFrames,
      let low = Statistics.quantile(0.25, of: voiced),
      let high = Statistics.quantile(0.75, of: voiced)
    else { return nil }
    return PitchRange(floor: Hertz(floorFactor * low), ceiling: Hertz(ceilingFactor * high))
  }
}
