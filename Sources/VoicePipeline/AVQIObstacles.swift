// A cut-off applies only to recordings like those it was determined with. The index itself exists
// for any pair.

import VoiceTypes

/// Reasons against a comparison with a cut-off.
enum AVQIObstacles {
  private static let texts = TextCatalogue.assessments

  /// Sentences without a full stop, one per reason; empty for a comparable pair.
  static func sentences(vowel: AVQIInput, speech: AVQIInput) -> [String] {
    [sameFile(vowel, speech), noVoicing(in: vowel)].compactMap { $0 }
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
