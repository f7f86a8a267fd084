// What stands between an index and a cut-off. A number can be computed of any two recordings; on which
// side of a published cut-off it lies is said only where they are what the cut-off was found with.

import VoiceTypes

/// Reasons against a comparison with a cut-off.
enum AVQIObstacles {
  /// A sentence each, without a full stop; none for a pair that may be compared.
  static func sentences(vowel: AVQIInput, speech: AVQIInput) -> [String] {
    [sameFile(vowel, speech)].compactMap { $0 } + patterns(vowel.voicing, speech.voicing)
      + failedChecks(of: vowel) + failedChecks(of: speech)
  }

  private static func sameFile(_ vowel: AVQIInput, _ speech: AVQIInput) -> String? {
    guard let first = vowel.checked.facts.sha256, first == speech.checked.facts.sha256
    else { return nil }
    return "vowel and speech are one and the same file"
  }

  private static func failedChecks(of input: AVQIInput) -> [String] {
    input.checked.quality.checks.filter { $0.verdict == .fail }.map { check in
      "the \(input.role.rawValue) failed a check of the recording, \(check.id)"
        + (check.message.map { _ in ": \(check.findingAndAdvice.finding)" } ?? "")
    }
  }

  /// Whether each is voiced as what it was given as.
  private static func patterns(
    _ vowel: VoicingPattern?, _ speech: VoicingPattern?
  ) -> [String] {
    let spoken = vowel.flatMap { $0.isSpoken ? $0 : nil }
    let held = speech.flatMap { $0.isHeld ? $0 : nil }
    switch (spoken, held) {
    case (let spoken?, let held?):
      return [
        "vowel and speech look exchanged: of what was given as vowel \(spoken.words), of what was "
          + "given as speech \(held.words)"
      ]
    case (let spoken?, nil):
      return ["what was given as vowel looks like speech: \(spoken.words)"]
    case (nil, let held?):
      return ["what was given as speech looks like a held vowel: \(held.words)"]
    case (nil, nil): return []
    }
  }
}
