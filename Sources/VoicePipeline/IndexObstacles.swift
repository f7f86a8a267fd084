// A cut-off applies only to recordings like those it was determined with. The index itself exists
// for any pair.

import VoiceMath
import VoiceTypes

extension IndexPipeline {
  /// Least voiced fraction of a vowel [E].
  private static let leastVoiced = 0.5

  /// Reasons against a comparison with a cut-off: sentences without a full stop. `span` is the
  /// vowel in its recording, in seconds; nil for an unmeasured index.
  func obstacles(
    _ vowel: ResultsDocument, span: ClosedRange<Double>?, _ speech: ResultsDocument
  ) -> [String] {
    let (heldPattern, spokenPattern) = (VoicingPattern(vowel), VoicingPattern(speech))
    let isSameFile =
      vowel.recording.sha256 != nil && vowel.recording.sha256 == speech.recording.sha256
    let severalSounds = vowel.quality.checks.first { $0.check == .severalSounds }
    let reasons = [
      isSameFile ? texts.text("index.same_file") : nil,
      heldPattern == nil ? texts.text("index.no_voicing") : nil, littleVoicing(in: vowel, span),
      severalSounds?.verdict == .warn ? texts.text("index.several_sounds") : nil,
      bandwidthReason(in: vowel).map { texts.text("index.bandwidth.vowel", ["reason": $0]) },
      bandwidthReason(in: speech).map { texts.text("index.bandwidth.speech", ["reason": $0]) },
      exchange(heldPattern, spokenPattern),
    ]
    return reasons.compactMap { $0 }
      + failures(of: vowel.quality, "index.failed_check.vowel")
      + failures(of: speech.qualityAsSpeech, "index.failed_check.speech")
  }

  /// Reason for a vowel with regular voicing in less than half of its span.
  private func littleVoicing(in vowel: ResultsDocument, _ span: ClosedRange<Double>?) -> String? {
    guard let span, let segment = vowel.findings?.segment, segment.rule == .steady
    else { return nil }
    let unvoiced = segment.excluded.filter { $0.reason == .unvoiced }.reduce(0) { sum, piece in
      sum + max(0, min(piece.end.value, span.upperBound) - max(piece.start.value, span.lowerBound))
    }
    let share = 1 - unvoiced / (span.upperBound - span.lowerBound)
    guard share < Self.leastVoiced else { return nil }
    let percent = [share, Self.leastVoiced].map { Decimal.text(100 * $0, places: 0) }
    return texts.text("index.little_voicing", ["found": percent[0], "needed": percent[1]])
  }

  /// Reason of a recording without the frequencies of the spectral parts.
  private func bandwidthReason(in recording: ResultsDocument) -> String? {
    let reasons = [Measure.ltasSlope, .ltasTilt].compactMap {
      recording.findings?.biomarkers[$0].unavailability
    }
    guard let reason = reasons.first(where: { $0.code == .bandwidthLimited }) else { return nil }
    return texts.wording(of: reason.sentence, reason.code.rawValue, .reasons)?.both
      ?? reason.message
  }

  /// The failed checks, each with its finding.
  private func failures(of quality: RecordingQualityReport, _ key: String) -> [String] {
    quality.checks.filter { $0.verdict == .fail }.map { check in
      let name = TextCatalogue.report["check.\(check.id)", texts] ?? check.id
      let finding = texts.wording(of: check.sentence, check.id, .checks)?.message
      return texts.text(key, ["check": name])
        + (check.message.map { _ in ": \(finding ?? check.findingAndAdvice.finding)" } ?? "")
    }
  }

  /// Detects a vowel that is voiced like speech, and speech that is voiced like a vowel.
  private func exchange(_ vowel: VoicingPattern?, _ speech: VoicingPattern?) -> String? {
    let spoken = vowel.flatMap { $0.isSpoken ? $0.words(texts) : nil }
    let held = speech.flatMap { $0.isHeld ? $0.words(texts) : nil }
    guard let spoken else { return held.map { texts.text("index.held_speech", ["speech": $0]) } }
    guard let held else { return texts.text("index.spoken_vowel", ["vowel": spoken]) }
    return texts.text("index.exchanged", ["vowel": spoken, "speech": held])
  }
}
