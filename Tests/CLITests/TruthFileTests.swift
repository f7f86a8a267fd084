import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct TruthFileTests {
    private let scratch = Scratch()

    private func establish(near json: String?) async throws -> Tool.Outcome {
      let profile = try scratch.write(#"{"user_id": "a", "age": 40}"#, as: "p.json")
      let voice = scratch.path("voice.wav")
      _ = try await Tool.run([
        "synth", "--f0", "120", "--jitter", "0.4", "--shimmer", "2", "--hnr", "25", "--seconds",
        "2", "--vowel", "a", "--seed", "1", voice,
      ])
      if let json { _ = try scratch.write(json, as: "voice.json") }
      return try await Tool.run(["baseline", "establish", "--profile", profile, voice])
    }

    @Test func `truth files of synth are skipped without a message`() async throws {
      let outcome = try await establish(near: nil)

      #expect(try scratch.text(of: "voice.json").contains("sagevoice/truth/1"))
      #expect(outcome.status == 0)
      #expect(!outcome.errors.contains("voice.json"))
    }

    @Test func `keys without effect in notes are still named`() async throws {
      let outcome = try await establish(near: #"{"session_id": "s", "settings": 1}"#)

      #expect(outcome.errors.contains("without effect: settings; known are"))
      #expect(try outcome.document[path: ["sessions", 0, "session_id"]] == "s")
    }
  }
}
