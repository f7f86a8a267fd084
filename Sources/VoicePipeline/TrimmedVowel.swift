// The index uses the last three seconds of the vowel, so trailing silence would replace voice. The
// published script leaves trimming to its user.

import DSPCore
import VoiceTypes

/// End of the vowel for the index.
public enum VowelEnds: String, CaseIterable, Sendable {
  /// End of the last sound. Silence detection is that of the speech.
  case ofSound = "sound"
  /// End of the file, as in the published script.
  case ofFile = "file"
}

/// Sustained vowel without surrounding silence.
struct TrimmedVowel {
  /// Signal of the vowel.
  let signal: Signal

  /// Span of the vowel in its recording, in seconds.
  let span: ClosedRange<Double>

  /// Duration of the trimmed silence, in seconds.
  let leftOut: Double

  /// Trims a recording.
  /// - Throws: `too_short` below 0.128 s, `low_snr` for digital silence.
  init(
    _ recording: Signal, _ ends: VowelEnds, workspace: inout AnalysisWorkspace
  ) throws(Unavailability) {
    let whole = 0...recording.duration.value
    guard ends == .ofSound else {
      (signal, span, leftOut) = (recording, whole, 0)
      return
    }
    let sounding = try NonsilentIntervals(of: recording, workspace: &workspace).intervals
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
