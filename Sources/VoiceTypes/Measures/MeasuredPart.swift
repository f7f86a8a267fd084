// What a measure is taken from: all of a segment, or the frames and periods that serve it.

/// A part of the segment; the raw values are part of the contract.
public enum MeasuredPart: String, CaseIterable, Sendable {
  /// Every second of the segment.
  case all
  /// Frames with a pitch.
  case voicedFrames = "voiced_frames"
  /// Frames with a harmonicity by cross-correlation.
  case harmonicityFrames = "harmonicity_frames"
  /// Frames with a harmonicity by autocorrelation.
  case harmonicityACFrames = "harmonicity_ac_frames"
  /// Intervals between pulses that count as periods, and the cycles around their pulses.
  case periods
}
