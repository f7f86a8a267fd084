import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes

extension CommandLineTests {
  @Suite struct SenselabTests {
    private let scratch = Scratch()

    @Test func `each recording gives a line with features and reasons, or an error`() async throws {
      let silence = Signal(samples: Array(repeating: 0, count: 16_000), sampleRate: 16_000)
      let paths = [
        try scratch.voice("vowel.wav"),
        try scratch.write(WAVEncoder.pcm16(silence), as: "silence.wav"),
        scratch.path("missing.wav"),
      ]

      let outcome = try await Tool.run(["senselab"] + paths)

      let lines = try outcome.output.split(separator: "\n").map {
        try JSONValue(parsing: String($0))
      }
      #expect(outcome.status == 66)
      #expect(lines.map { $0["recording"] } == paths.map { .string($0) })
      let jitter = try #require(lines[0][path: ["features", "local_jitter"]]?.numberValue)
      #expect(jitter > 0 && jitter < 0.01)
      #expect(lines[1][path: ["features", "mean_f0_hertz"]] == .null)
      #expect(lines[1][path: ["reasons", "mean_f0_hertz"]] == "no_voicing")
      #expect(lines[2][path: ["error", "code"]] == "not_found")
    }

    @Test func `a faulty row of a manifest gives an error and status 65`() async throws {
      let manifest = try scratch.write(
        "file,age\n\(scratch.voice("vowel.wav")),forty\n", as: "table.csv")

      let outcome = try await Tool.run(["senselab", "--manifest", manifest])

      #expect(outcome.status == 65)
      #expect(try outcome.document[path: ["error", "code"]] == "table_row")
    }
  }
}
