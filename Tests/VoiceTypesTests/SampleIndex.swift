// A document of two recordings with every kind of member in it.

@testable import VoiceTypes

enum SampleIndex {
  static let refused = document(
    .refused([
      (.speech, SampleDocument.refusal),
      (.vowel, Refusal(.silent, message: "silent", advice: "speak")),
    ]))

  static func document(with change: (inout IndexFindings) -> Void = { _ in }) -> IndexDocument {
    let cutOff = IndexCutOff(
      language: .dutch, value: 2.43, citation: "a study",
      study: .init(
        material: "a text", speakers: 9, praat: "5.3.57", rate: 11_025, sensitivity: 0.5,
        specificity: nil))
    var findings = IndexFindings(
      used: IndexDurations(soundingSpeech: 4, voicedSpeech: 2.5, vowel: 3),
      parts: Dictionary(
        uniqueKeysWithValues: ConcatenatedIndex.abi.parts.enumerated().map {
          ($0.element, Measured(Double($0.offset) + 0.5))
        }), value: Measured(3.25), cutOffs: [cutOff, cutOff])
    change(&findings)
    return document(.complete(findings))
  }

  private static func document(_ outcome: IndexDocument.Outcome) -> IndexDocument {
    let recording = (facts: SampleDocument.recording, quality: SampleDocument.quality)
    return IndexDocument(
      analysisID: "id-2", index: .abi, recordings: (recording, recording), outcome: outcome,
      provenance: SampleDocument.provenance,
      run: RunFacts(
        analyzedAt: "2026-01-01T00:00:00Z", decodeMilliseconds: 1, analysisMilliseconds: 2,
        totalMilliseconds: 3))
  }
}
