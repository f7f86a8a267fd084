// The published scripts use the whole file, so silence around the vowel replaces voice. The user of
// the scripts trims the file.

import DSPCore
import VoiceTypes

/// End of the vowel for the index.
package enum VowelEnds: String, CaseIterable, Sendable {
  /// End of the last sound. Silence detection is that of the speech.
  case ofSound = "sound"
  /// End of the file, as in the published script.
  case ofFile = "file"
}

/// Sustained vowel without surrounding silence.
struct TrimmedVowel {
  let signal: Signal
  /// Span of the vowel in its recording, in seconds.
  let span: ClosedRange<Double>
  /// Duration of the silence around the sound, in seconds.
  let silence: Double

  /// Trims a recording.
  /// - Throws: `too_short` below 0.128 s, `low_snr` for digital silence.
  init(
    _ recording: Signal, _ ends: VowelEnds, workspace: inout AnalysisWorkspace
  ) throws(Unavailability) {
    let whole = 0...recording.duration.value
    let sounding = try NonsilentIntervals(of: recording, workspace: &workspace).intervals
    guard let first = sounding.first?.lowerBound, let last = sounding.last?.upperBound,
      first > whole.lowerBound || last < whole.upperBound
    else {
      (signal, span, silence) = (recording, whole, 0)
      return
    }
    silence = whole.upperBound - (last - first)
    (signal, span) =
      ends == .ofFile
      ? (recording, whole) : (recording.part(from: first, to: last).signal, first...last)
  }
}
