// A document of two recordings with every kind of member in it.

import VoiceTypes

enum SampleAVQI {
  static let refused = document(
    .refused([
      AVQIRefusal(role: .speech, refusal: SampleDocument.refusal),
      AVQIRefusal(role: .vowel, refusal: Refusal(.silent, message: "silent", advice: "speak")),
    ]))

  static func document(with change: (inout AVQIFindings) -> Void = { _ in }) -> AVQIDocument {
    let cutOff = AVQICutOff(
      version: .v03_01, language: .dutch, value: 2.43, citation: "a study")
    var findings = AVQIFindings(
      version: .v03_01,
      used: AVQIDurations(soundingSpeech: 4, voicedSpeech: 2.5, vowel: 3),
      parts: Dictionary(
        uniqueKeysWithValues: AVQIPart.allCases.enumerated().map {
          ($0.element, Measured(Double($0.offset) + 0.5))
        }), index: Measured(3.25), classification: .against(cutOff, .above))
    change(&findings)
    return document(.complete(findings))
  }

  private static func document(_ outcome: AVQIDocument.Outcome) -> AVQIDocument {
    let recording = CheckedRecording(
      facts: SampleDocument.recording, quality: SampleDocument.quality)
    return AVQIDocument(
      analysisID: "id-2", vowel: recording, speech: recording, outcome: outcome,
      provenance: SampleDocument.provenance,
      run: RunFacts(
        analyzedAt: "2026-01-01T00:00:00Z", decodeMilliseconds: 1, analysisMilliseconds: 2,
        totalMilliseconds: 3))
  }
}
