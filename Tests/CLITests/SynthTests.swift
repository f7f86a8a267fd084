import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes

extension CommandLineTests {
  @Suite struct SynthTests {
    /// The accuracy of F0 that is promised.
    private static let f0Tolerance = 0.0002

    private let scratch = Scratch()

    private func synthesize(_ name: String, _ options: [String] = []) async throws -> Tool.Outcome {
      try await Tool.run(["synth"] + options + [scratch.path(name)])
    }

    @Test func `synth writes audio and truth file and prints nothing`() async throws {
      let outcome = try await synthesize("voice.wav")

      #expect(outcome.status == 0)
      #expect(outcome.output == "")
      #expect(outcome.errors == "")
      #expect(try scratch.names(in: "") == ["voice.json", "voice.wav"])
    }

    @Test func `the same options give the same bytes, another seed others`() async throws {
      let options = ["--f0", "200", "--jitter", "1", "--shimmer", "3", "--hnr", "15"]
      _ = try await synthesize("a.wav", options + ["--seed", "5"])
      _ = try await synthesize("b.wav", options + ["--seed", "5"])
      _ = try await synthesize("c.wav", options + ["--seed", "6"])

      #expect(try scratch.bytes(of: "a.wav") == scratch.bytes(of: "b.wav"))
      #expect(try scratch.text(of: "a.json") == scratch.text(of: "b.json"))
      #expect(try scratch.bytes(of: "a.wav") != scratch.bytes(of: "c.wav"))
    }

    @Test func `every synthesis setting has an option`() async throws {
      _ = try await synthesize(
        "a.wav",
        [
          "--f0", "210", "--jitter", "0.5", "--shimmer", "2", "--hnr", "30", "--seconds", "1.5",
          "--vowel", "i", "--seed", "9", "--sample-rate", "48000", "--vibrato", "1",
          "--vibrato-rate", "6", "--f0-tremor", "0.5", "--amplitude-tremor", "4",
          "--tremor-rate", "5", "--onset-silence", "0.1", "--offset-silence", "0.2",
        ])
      let voice = SyntheticVoice(f0: 210, vowel: .i, duration: 1.5, seed: 9).with {
        $0.jitterPercent = 0.5
        $0.shimmerPercent = 2
        $0.hnr = 30
        $0.sampleRate = 48_000
        $0.vibrato = Modulation(rate: 6, extentPercent: 1)
        $0.f0Tremor = Modulation(rate: 5, extentPercent: 0.5)
        $0.amplitudeTremor = Modulation(rate: 5, extentPercent: 4)
        $0.onsetSilence = 0.1
        $0.offsetSilence = 0.2
      }

      let expected = WAVEncoder.pcm16(voice.synthesize().signal)

      #expect(try scratch.bytes(of: "a.wav") == expected)
    }

    @Test func `the truth file has the requested values under the document keys`() async throws {
      _ = try await synthesize("a.wav", ["--f0", "150", "--jitter", "1", "--shimmer", "3"])

      let truth = try scratch.json(of: "a.json")

      let jitter = try #require(truth[path: ["jitter", "local_percent"]]?.numberValue)
      let shimmer = try #require(truth[path: ["shimmer", "local_percent"]]?.numberValue)
      #expect(truth["schema"] == "sagevoice/truth/1")
      #expect(truth[path: ["settings", "f0_hz"]] == .number(150))
      #expect(abs(jitter - 1) < 1e-6)
      #expect(abs(shimmer - 3) < 1e-6)
      #expect(truth[path: ["hnr", "mean_db"]] == .null)
    }

    @Test(arguments: [80.0, 120, 250, 400])
    func `analyze measures the F0 that synth made`(f0: Double) async throws {
      _ = try await synthesize("a.wav", ["--f0", "\(f0)"])
      let truth = try scratch.json(of: "a.json")

      let document = try await Tool.run(["analyze", scratch.path("a.wav")]).document

      let expected = try #require(truth[path: ["f0", "mean_hz"]]?.numberValue)
      let found = try #require(document[path: ["biomarkers", "f0", "mean_hz"]]?.numberValue)
      #expect(abs(found / expected - 1) < Self.f0Tolerance)
    }

    @Test(arguments: [
      ["--f0", "0"], ["--f0", "nan"], ["--jitter", "-1"], ["--jitter", "50"], ["--hnr", "inf"],
      ["--seconds", "0"], ["--seconds", "1e9"], ["--vowel", "y"], ["--seed", "-1"],
      ["--sample-rate", "10"], ["--onset-silence", "5"], ["--vibrato", "nan"],
    ])
    func `settings out of range give status 64 and no file`(options: [String]) async throws {
      let outcome = try await synthesize("a.wav", options)

      #expect(outcome.status == 64)
      #expect(try scratch.names(in: "") == [])
    }

    @Test func `the name must end in wav`() async throws {
      #expect(try await synthesize("voice.mp3").status == 64)
    }

    @Test func `a folder that cannot be made gives status 73`() async throws {
      _ = try await synthesize("a.wav")

      let outcome = try await synthesize("a.wav/b.wav")

      #expect(outcome.status == 73)
      #expect(outcome.errors.contains("cannot make the output folder"))
    }
  }
}
