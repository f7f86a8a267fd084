/// Part of the recording that a measure uses. The raw values are part of the contract.
public enum MeasuredPart: String, CaseIterable, Sendable {
  /// Whole segment.
  case all
  /// Frames with a pitch.
  case voicedFrames = "voiced_frames"
  /// Frames with a cross-correlation harmonicity.
  case harmonicityFrames = "harmonicity_frames"
  /// Frames with an autocorrelation harmonicity.
  case harmonicityACFrames = "harmonicity_ac_frames"
  /// Pulse intervals that count as periods, and the cycles around their pulses.
  case periods
  /// Sustained sound without onset and offset. The segment may be a part of it.
  case vowel
  /// From the first to the last voiced frame of the recording, for any segment.
  case phonation
}
