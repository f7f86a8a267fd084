// The sound files that the store has, given back.

import CommandSupport
import RecordStore
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct RecordsShowTests {
    private let fixture = RecordsFixture()

    @Test func `show prints the facts of a session and the text report of its results`()
      async throws
    {
      let session = try await fixture.file("v.wav", of: "anna")
      let computed = try await fixture.records("show", [session.text, "--document", "computed"])
      let document = try ResultsDocument(json: JSONValue.parse(computed.bytes))

      let shown = try await fixture.records("show", [session.text, "--format", "text"])

      #expect(shown.status == 0, "\(shown.errors)")
      let (facts, report) = try #require(
        shown.output.firstRange(of: "\n\n").map { range in
          (String(shown.output[..<range.lowerBound]), String(shown.output[range.upperBound...]))
        })
      #expect(report == TextReport.text(of: document))
      for text in [
        session.text, "complete", "2026-01-02", "none", "quick, computed", "audit, recording",
      ] {
        #expect(facts.contains(text), "\(facts)")
      }
    }

    @Test(arguments: [false, true])
    func `show prints a stored or quarantined recording, encrypted or not`(
      isEncrypted: Bool
    ) async throws {
      let key = isEncrypted ? try fixture.key() : nil
      let option = key.map { ["--key-file", $0] } ?? []
      let kept = try await fixture.file("v.wav", of: nil, key: key)
      let lost = try await fixture.file("w.wav", of: nil, keepingAudio: false, key: key)
      let gone = try await fixture.file("x.wav", of: nil, keepingAudio: false, key: key)
      try fixture.open(key: key).quarantine(
        QuarantinedFile(
          source: fixture.scratch.path("w.wav"), name: "w.wav",
          fault: StateFault("test", message: "a test", advice: "none"), session: lost))
      let voice = try fixture.scratch.bytes(of: "v.wav")

      let shown = try await [kept, lost, gone].mapInOrder {
        try await fixture.records("show", [$0.text, "--document", "recording"] + option)
      }

      #expect(shown.map(\.status) == [0, 0, 66])
      #expect(shown[0].bytes == voice)
      #expect(shown[1].bytes == voice)
    }
  }
}
