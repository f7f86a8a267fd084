// A baseline from the command line to the documents of the watcher.

import Foundation
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct RecordsKeepTests {
    private static let profile = #"{"user_id": "anna", "age": 40}"#

    private let scratch = Scratch()

    private func keepBaseline() async throws -> Tool.Outcome {
      let profile = try scratch.write(Self.profile, as: "profile.json")
      let files = try (1...3).map { try scratch.vowel("base\($0).wav", seed: UInt64($0)) }
      let made = try await Tool.run(
        ["baseline", "establish", "--profile", profile, "--output", scratch.path("B.json")]
          + files)
      #expect(made.status == 0, "\(made.errors)")
      return try await Tool.run(
        ["records", "keep", "--create", "--store", scratch.path("store")] + [scratch.path("B.json")]
      )
    }

    /// Output of `baseline compare` for the same recording and baseline file.
    private func compared() async throws -> String {
      let again = try scratch.vowel("again.wav", seed: 9)
      return try await Tool.run([
        "baseline", "compare", "--baseline", scratch.path("B.json"), again,
      ])
      .output
    }

    /// How a comparison names its baseline, its fingerprint included.
    private func baselineNamed(in comparison: String) throws -> JSONValue {
      let json = try JSONValue.parse(Array(comparison.utf8))
      return try #require(json["baseline"])
    }

    @Test func `watch compares recordings with the stored baseline`() async throws {
      let kept = try await keepBaseline()
      _ = try scratch.vowel("in/new.wav", seed: 9)
      _ = try scratch.write(#"{"profile": \#(Self.profile)}"#, as: "in/new.json")

      let watched = try await scratch.watchOnce()

      #expect(kept.status == 0, "\(kept.errors)")
      #expect(watched.status == 0, "\(watched.errors)")
      let session = try #require(scratch.names(in: "store/sessions").first)
      let shown = try await Tool.run(
        ["records", "show", "--store", scratch.path("store"), session, "--document", "comparison"])
      #expect(shown.status == 0, "\(shown.errors)")
      #expect(shown.output.contains("sagevoice/comparison/1"))
      #expect(try baselineNamed(in: shown.output) == baselineNamed(in: try await compared()))
      let verified = try await Tool.run(["records", "verify", "--store", scratch.path("store")])
      #expect(verified.status == 0, "\(verified.output)")
    }

    @Test func `an invalid baseline is refused and no store is created`() async throws {
      let file = try scratch.write("{}", as: "B.json")

      let outcome = try await Tool.run([
        "records", "keep", "--create", "--store", scratch.path("store"), file,
      ])

      #expect(outcome.status == 65)
      #expect(outcome.errors != "")
      #expect(!FileManager.default.fileExists(atPath: scratch.path("store")))
    }
  }
}
