import VoiceMath
import VoiceTypes
import WAVIngest

extension RecordingQuality {
  /// Checks the upper end of the voice spectrum.
  ///
  /// `end` is the bandwidth of the voice, at most half of `sampleRate`. Without voicing it is nil
  /// and the check is `unknown`. It is also `unknown` if clipping fills the upper frequencies:
  /// `checks` are those of the samples.
  static func bandwidth(
    endingAt end: Hertz?, sampleRate: Hertz, after checks: [QualityCheck]
  ) -> QualityCheck {
    let limits = QualityLimits.bandwidth
    guard let end else {
      return limits.unknown(CheckText.noSpectrum.filled())
    }
    let isClipped = checks.contains { $0.check == .clipping && $0.verdict != .pass }
    guard !isClipped || limits.judge(end.value).verdict != .pass else {
      return limits.unknown(CheckText.clippedSpectrum.filled())
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
