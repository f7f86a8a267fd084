// The vowel of an index without the silence before and behind it: of a recording that runs on, the last
// three seconds hold less of the vowel the longer it does. The published script leaves that to whoever
// cuts the file.

import DSPCore
import VoiceTypes

/// Where the vowel of an index ends.
public enum VowelEnds: String, CaseIterable, Sendable {
  /// At the last sound; what is silence is judged as that of the speech is.
  case ofSound = "sound"
  /// At the end of the file, as for the published script.
  case ofFile = "file"
}

/// A held vowel between its ends.
struct TrimmedVowel {
  /// The vowel.
  let signal: Signal

  /// Where it lies in its recording, in seconds.
  let span: ClosedRange<Double>

  /// The seconds before and behind it.
  let leftOut: Double

  /// The vowel of a recording.
  /// - Throws: `too_short` below 0.128 s, `low_snr` for digital silence.
  init(
    _ recording: Signal, _ ends: VowelEnds, workspace: inout AnalysisWorkspace
  ) throws(Unavailability) {
    let whole = 0...recording.duration.value
    guard ends == .ofSound else {
      (signal, span, leftOut) = (recording, whole, 0)
      return
    }
    let sounding = try SoundingStretches(of: recording, workspace: &workspace).intervals
    guard let first = sounding.first?.lowerBound, let last = sounding.last?.upperBound,
      first > whole.lowerBound || last < whole.upperBound
    else {
      (signal, span, leftOut) = (recording, whole, 0)
      return
    }
    signal = recording.part(from: first, to: last).signal
    span = first...last
    leftOut = whole.upperBound - (last - first)
  }
}
