import Foundation
import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes

extension CommandLineTests {
  @Suite struct FricativeTests {
    private let scratch = Scratch()

    /// Noise between silences of half a second; with `isCut` until the end of the file.
    private func noise(_ name: String, seconds: Double, isCut: Bool = false) throws -> String {
      var bits = SystemRandomNumberGenerator()
      func part(_ seconds: Double, _ amplitude: Double) -> [Double] {
        (0..<Int(seconds * 16_000)).map { _ in
          Double.random(in: -amplitude...amplitude, using: &bits)
        }
      }
      let samples =
        part(0.5, 0.0001) + part(seconds, 0.3) + (isCut ? [] : part(0.5, 0.0001))
      return try scratch.write(
        WAVEncoder.pcm16(Signal(samples: samples, sampleRate: 16_000)), as: name)
    }

    @Test func `sz prints the ratio of two durations`() async throws {
      let (s, z) = (try noise("s.wav", seconds: 3), try noise("z.wav", seconds: 2))

      let outcome = try await Tool.run(["sz", s, z])
      let text = try await Tool.run(["sz", s, z, "--format", "text"])

      let document = try outcome.document
      #expect(outcome.status == 0 && document["schema"] == "sagevoice/sz/1")
      // Both durations have two edges of the level window, 0.08 s.
      let ratio = try #require(document["ratio"]?.numberValue)
      #expect(abs(ratio - 3.08 / 2.08) < 0.01)
      #expect(document[path: ["s", "task"]] == "sustained_s")
      #expect(document[path: ["z", "task"]] == "sustained_z")
      #expect(
        try FricativeDocument.shape.read(document, as: "sz", mode: .allFaults).json == document)
      let schema = try await JSONSchemaValidator(Tool.run(["schema", "sz"]).document)
      #expect(schema.problems(in: document) == [])
      #expect(text.output.contains("sustained /s/ (s.wav): 3.0"))
      #expect(text.output.contains("s/z ratio: 1.4"))
    }

    @Test func `a cut sound gives no ratio and its reason, a missing file its status`()
      async throws
    {
      let s = try noise("s.wav", seconds: 3)
      let cut = try noise("z.wav", seconds: 2, isCut: true)

      let outcome = try await Tool.run(["sz", s, cut, "--format", "text"])
      let missing = try await Tool.run(["sz", s, scratch.path("none.wav")])

      #expect(outcome.status == 0)
      let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("it lasts at least 2.0"))
      #expect(words.contains("s/z ratio: –"))
      #expect(missing.status == 66)
      #expect(try missing.document["ratio"] == .null)
    }

    @Test func `a calibration adds a level to the report, and a text or 300 dB is refused`()
      async throws
    {
      let voice = try scratch.voice("vowel.wav")

      let plain = try await Tool.run(["analyze", voice, "--format", "text"])
      let calibrated = try await Tool.run(
        ["analyze", voice, "--format", "text", "--calibration", "120"])
      let high = try await Tool.run(["analyze", voice, "--calibration", "300"])

      #expect(plain.output.contains("Mean intensity (uncalibrated)"))
      #expect(!plain.output.contains("Sound pressure level"))
      #expect(!plain.output.contains("Maximum phonation time"))
      #expect(calibrated.output.contains("Sound pressure level (calibrated)"))
      #expect(high.status == 64 && high.errors.contains("from 60 to 180"))
    }
  }
}
