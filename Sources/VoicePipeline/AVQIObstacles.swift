// A cut-off applies only to recordings like those it was determined with. The index itself exists
// for any pair.

import VoiceMath
import VoiceTypes

/// Reasons against a comparison with a cut-off.
enum AVQIObstacles {
  private static let texts = TextCatalogue.assessments

  /// Least voiced fraction of a vowel [E].
  private static let leastVoiced = 0.5

  /// Sentences without a full stop, one per reason; empty for a comparable pair.
  /// - Parameter span: The vowel in its recording, in seconds; nil for an unmeasured index.
  static func sentences(
    vowel: AVQIInput, in span: ClosedRange<Double>?, speech: AVQIInput
  ) -> [String] {
    [
      sameFile(vowel, speech), noVoicing(in: vowel), span.flatMap { littleVoicing(in: vowel, $0) },
      severalSounds(in: vowel), bandwidth(of: vowel), bandwidth(of: speech),
    ].compactMap { $0 }
      + patterns(vowel.voicing, speech.voicing) + failedChecks(of: vowel) + failedChecks(of: speech)
  }

  private static func sameFile(_ vowel: AVQIInput, _ speech: AVQIInput) -> String? {
    guard let first = vowel.checked.facts.sha256, first == speech.checked.facts.sha256
    else { return nil }
    return texts.text("avqi.same_file")
  }

  private static func noVoicing(in vowel: AVQIInput) -> String? {
    vowel.voicing == nil ? texts.text("avqi.no_voicing") : nil
  }

  /// Reason for a vowel with regular voicing in less than half of its span.
  private static func littleVoicing(in vowel: AVQIInput, _ span: ClosedRange<Double>) -> String? {
    guard let segment = vowel.findings?.segment, segment.rule == .steady else { return nil }
    let unvoiced = segment.excluded.filter { $0.reason == .unvoiced }.reduce(0) { sum, piece in
      sum + max(0, min(piece.end.value, span.upperBound) - max(piece.start.value, span.lowerBound))
    }
    let share = 1 - unvoiced / (span.upperBound - span.lowerBound)
    guard share < leastVoiced else { return nil }
    return texts.filled(
      "avqi.little_voicing",
      [
        "found": Decimal.text(100 * share, places: 0),
        "needed": Decimal.text(100 * leastVoiced, places: 0),
      ])
  }

  private static func severalSounds(in vowel: AVQIInput) -> String? {
    let check = vowel.checked.quality.checks.first { $0.check == .severalSounds }
    return check?.verdict == .warn ? texts.text("avqi.several_sounds") : nil
  }

  /// Reason for a recording without the frequencies of LTAS slope and tilt.
  private static func bandwidth(of input: AVQIInput) -> String? {
    let reasons = [Measure.ltasSlope, .ltasTilt].compactMap {
      input.findings?.biomarkers[$0].unavailability
    }
    guard let reason = reasons.first(where: { $0.code == .bandwidthLimited }) else { return nil }
    return texts.filled("avqi.bandwidth.\(input.role.rawValue)", ["reason": reason.message])
  }

  private static func failedChecks(of input: AVQIInput) -> [String] {
    input.checked.quality.checks.filter { $0.verdict == .fail }.map { check in
      let name = TextCatalogue.report["check.\(check.id)", .english] ?? check.id
      return texts.filled("avqi.failed_check.\(input.role.rawValue)", ["check": name])
        + (check.message.map { _ in ": \(check.findingAndAdvice.finding)" } ?? "")
    }
  }

  /// Detects a vowel that is voiced like speech, and speech that is voiced like a vowel.
  private static func patterns(
    _ vowel: VoicingPattern?, _ speech: VoicingPattern?
  ) -> [String] {
    let spoken = vowel.flatMap { $0.isSpoken ? $0 : nil }
    let held = speech.flatMap { $0.isHeld ? $0 : nil }
    switch (spoken, held) {
    case (let spoken?, let held?):
      return [
        texts.filled("avqi.exchanged", ["vowel": spoken.words, "speech": held.words])
      ]
    case (let spoken?, nil):
      return [texts.filled("avqi.spoken_vowel", ["vowel": spoken.words])]
    case (nil, let held?):
      return [texts.filled("avqi.held_speech", ["speech": held.words])]
    case (nil, nil): return []
    }
  }
}
