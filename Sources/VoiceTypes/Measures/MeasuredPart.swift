// What a measure is taken from: all of a segment, the frames and periods that serve it, or the voice of
// the whole recording.

/// A part of the recording; the raw values are part of the contract.
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
  /// From the first voiced frame of the recording to the last, whatever the segment is.
  case phonation
}
