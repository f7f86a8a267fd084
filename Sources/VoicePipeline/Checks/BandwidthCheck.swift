// What is said of the upper end of a recording's spectrum.

import VoiceMath
import VoiceTypes
import WAVIngest

extension RecordingQuality {
  /// Whether the voice was recorded up to high frequencies.
  ///
  /// `end` is where the spectrum of the voice ends, half of `sampleRate` at most; nil when there was
  /// no voice to look at, and the check is then `unknown`.
  static func bandwidth(endingAt end: Hertz?, sampleRate: Hertz) -> QualityCheck {
    let limits = QualityLimits.bandwidth
    guard let end else {
      return limits.unknown(CheckText.noSpectrum.filled())
    }
    let found = [SentenceParameter.found: Decimal.text(end.value, places: 0)]
    return limits.check(end.value) { verdict in
      guard verdict != .pass else { return nil }
      let text =
        end.value < 0.5 * sampleRate.value ? CheckText.bandOfRecording : .bandOfRate
      return text.filled(found)
    }
  }
}
