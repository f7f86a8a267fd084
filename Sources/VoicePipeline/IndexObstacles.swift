// A cut-off applies only to recordings like those it was determined with. The index itself exists
// for any pair.

import VoiceMath
import VoiceTypes

/// Reasons against a comparison with a cut-off.
struct IndexObstacles {
  /// Least voiced fraction of a vowel [E].
  private static let leastVoiced = 0.5

  let vowel: IndexInput

  /// The vowel in its recording, in seconds; nil for an unmeasured index.
  let span: ClosedRange<Double>?

  let speech: IndexInput
  let texts: Language

  /// Sentences without a full stop, one per reason; empty for a comparable pair.
  var sentences: [String] {
    [
      sameFile, vowel.voicing == nil ? texts.text("index.no_voicing") : nil, littleVoicing,
      severalSounds, bandwidth(of: vowel), bandwidth(of: speech), pattern,
    ].compactMap { $0 } + failedChecks(of: vowel) + failedChecks(of: speech)
  }

  private var sameFile: String? {
    guard let first = vowel.checked.facts.sha256, first == speech.checked.facts.sha256
    else { return nil }
    return texts.text("index.same_file")
  }

  /// Reason for a vowel with regular voicing in less than half of its span.
  private var littleVoicing: String? {
    guard let span, let segment = vowel.findings?.segment, segment.rule == .steady
    else { return nil }
    let unvoiced = segment.excluded.filter { $0.reason == .unvoiced }.reduce(0) { sum, piece in
      sum + max(0, min(piece.end.value, span.upperBound) - max(piece.start.value, span.lowerBound))
    }
    let share = 1 - unvoiced / (span.upperBound - span.lowerBound)
    guard share < Self.leastVoiced else { return nil }
    return texts.text(
      "index.little_voicing",
      [
        "found": Decimal.text(100 * share, places: 0),
        "needed": Decimal.text(100 * Self.leastVoiced, places: 0),
      ])
  }

  private var severalSounds: String? {
    let check = vowel.checked.quality.checks.first { $0.check == .severalSounds }
    return check?.verdict == .warn ? texts.text("index.several_sounds") : nil
  }

  /// Reason for a recording without the frequencies of the spectral parts.
  private func bandwidth(of input: IndexInput) -> String? {
    let reasons = [Measure.ltasSlope, .ltasTilt].compactMap {
      input.findings?.biomarkers[$0].unavailability
    }
    guard let reason = reasons.first(where: { $0.code == .bandwidthLimited }) else { return nil }
    let sentences = texts.wording(of: reason.sentence, reason.code.rawValue, .reasons)?.both
    return texts.text(
      "index.bandwidth.\(input.role.rawValue)", ["reason": sentences ?? reason.message])
  }

  private func failedChecks(of input: IndexInput) -> [String] {
    input.checked.quality.checks.filter { $0.verdict == .fail }.map { check in
      let name = TextCatalogue.report["check.\(check.id)", texts] ?? check.id
      let finding = texts.wording(of: check.sentence, check.id, .checks)?.message
      return texts.text("index.failed_check.\(input.role.rawValue)", ["check": name])
        + (check.message.map { _ in ": \(finding ?? check.findingAndAdvice.finding)" } ?? "")
    }
  }

  /// Detects a vowel that is voiced like speech, and speech that is voiced like a vowel.
  private var pattern: String? {
    let spoken = vowel.voicing.flatMap { $0.isSpoken ? $0.words(texts) : nil }
    let held = speech.voicing.flatMap { $0.isHeld ? $0.words(texts) : nil }
    switch (spoken, held) {
    case (let spoken?, let held?):
      return texts.text("index.exchanged", ["vowel": spoken, "speech": held])
    case (let spoken?, nil): return texts.text("index.spoken_vowel", ["vowel": spoken])
    case (nil, let held?): return texts.text("index.held_speech", ["speech": held])
    case (nil, nil): return nil
    }
  }
}
