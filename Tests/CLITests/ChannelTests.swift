// `--channel` in every command that reads recordings.

import Foundation
import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes

extension CommandLineTests {
  @Suite struct ChannelTests {
    private let scratch = Scratch()

    /// A file with one voice on its left and another on its right channel; nil is silence.
    private func stereo(_ name: String, left: Hertz?, right: Hertz?) throws -> String {
      let channels = [left, right].map { f0 in
        f0.map {
          SyntheticVoice(f0: $0, vowel: .a, duration: 1.6, seed: 3).with {
            $0.jitterPercent = 0.4
            $0.hnr = 25
          }.synthesize().signal.samples
        } ?? [Double](repeating: 0, count: 70_560)
      }
      return try scratch.write(
        WAVEncoder.encode(channels, sampleRate: 44_100, encoding: .pcm16), as: name)
    }

    private func meanF0(_ document: JSONValue) throws -> Double {
      try #require(document[path: ["biomarkers", "f0", "mean_hz"]]?.numberValue)
    }

    private func channel(_ document: JSONValue) -> JSONValue? {
      document[path: ["provenance", "settings", "channel"]]
    }

    @Test(
      arguments: [
        ([], 120.0, 1), (["--channel", "1"], 120, 1), (["--channel", "left"], 120, 1),
        (["--channel", "2"], 200, 2), (["--channel", "right"], 200, 2),
      ] as [([String], Double, Int)])
    func `--channel selects the analysed channel`(
      options: [String], f0: Double, number: Int
    ) async throws {
      let file = try stereo("both.wav", left: 120, right: 200)

      let document = try await Tool.run(["analyze", file] + options).document

      #expect(abs(try meanF0(document) - f0) < 0.02 * f0)
      #expect(channel(document) == .int(number))
      #expect(try DocumentRules.problems(in: document) == [])
    }

    @Test func `a missing channel gives status 65 and names the channels`()
      async throws
    {
      let outcome = try await Tool.run(["analyze", scratch.voice(), "--channel", "right"])

      #expect(outcome.status == 65)
      #expect(try outcome.document.outcomeCode == "no_such_channel")
      #expect(outcome.errors.contains("The recording has 1 channel"))
    }

    @Test func `a silent first channel is reported with the option to use`() async throws {
      let file = try stereo("right.wav", left: nil, right: 200)

      let silent = try await Tool.run(["analyze", file])
      let voiced = try await Tool.run(["analyze", file, "--channel", "2"])

      #expect(silent.status == 65)
      #expect(
        silent.errors.contains("channel 2 contains sound (silent). Select channel 2 (--channel 2)"))
      #expect(voiced.status == 0)
    }

    @Test func `avqi applies --channel to both files`() async throws {
      let (vowel, speech) = try (
        stereo("v.wav", left: nil, right: 120), stereo("s.wav", left: nil, right: 140)
      )

      let outcome = try await Tool.run(
        ["avqi", "--vowel", vowel, "--speech", speech, "--channel", "right"])

      #expect(outcome.status == 0)
      #expect(channel(try outcome.document) == 2)
    }

    @Test func `baseline applies --channel`() async throws {
      let profile = try scratch.write(#"{"user_id": "u1", "age": 40}"#, as: "profile.json")
      let files = try (1...3).map { try stereo("v\($0).wav", left: nil, right: 150) }

      let outcome = try await Tool.run(
        ["baseline", "establish", "--profile", profile, "--channel", "2"] + files)

      #expect(outcome.status == 0)
      #expect(channel(try outcome.document) == 2)
    }

    @Test func `watch applies --channel`() async throws {
      try FileManager.default.createDirectory(
        atPath: scratch.path("in"), withIntermediateDirectories: true)
      _ = try stereo("in/both.wav", left: 120, right: 200)

      let outcome = try await scratch.watchOnce(["--deadline", "0.3", "--channel", "2"])
      let session = try #require(scratch.names(in: "store/sessions").first)
      let verified = try await Tool.run([
        "records", "verify", "--store", scratch.path("store"), "--recompute",
      ])

      #expect(outcome.status == 0)
      for name in ["quick", "computed"] {
        let document = try scratch.json(of: "store/sessions/\(session)/\(name).json")
        #expect(abs(try meanF0(document) - 200) < 4)
        #expect(channel(document) == 2)
      }
      #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
    }
  }
}
