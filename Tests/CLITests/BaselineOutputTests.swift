import Foundation
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  /// Replaced and protected files of baseline output.
  @Suite struct BaselineOutputTests {
    private let scratch = Scratch()

    private func establish(_ files: [String], _ further: [String] = []) async throws -> Tool.Outcome
    {
      let profile = try scratch.write(#"{"user_id": "u1"}"#, as: "profile.json")
      return try await Tool.run(
        ["baseline", "establish", "--profile", profile, "--output", scratch.path("B.json")]
          + further + files)
    }

    @Test func `an existing baseline file is replaced only with --force`() async throws {
      #expect(try await establish([scratch.voice("a.wav")]).status == 0)
      let before = try scratch.bytes(of: "B.json")
      let later = try scratch.voice("later.wav", f0: 125)

      let refused = try await establish([later])
      let afterwards = try scratch.bytes(of: "B.json")
      let forced = try await establish([later], ["--force"])

      #expect(refused.status == 73)
      #expect(refused.output == "")
      #expect(refused.errors.contains("--force"))
      #expect(afterwards == before)
      #expect(forced.status == 0)
      #expect(try scratch.bytes(of: "B.json") != before)
    }

    @Test func `recordings of two speakers need a confirmation of one person`()
      async throws
    {
      let files = try [scratch.voice("low.wav", f0: 110), scratch.voice("high.wav", f0: 200)]

      let refused = try await establish(files)
      let isThere = FileManager.default.fileExists(atPath: scratch.path("B.json"))
      let told = try await establish(files, ["--one-person"])

      #expect(refused.status == 65)
      #expect(refused.errors.contains("between high.wav ("))
      #expect(refused.errors.contains("(f0_apart). "))
      #expect(!isThere)
      #expect(told.status == 0)
      let notes = try scratch.json(of: "B.json")["notes"]?.elements ?? []
      #expect(notes.contains { $0.stringValue?.contains("between high.wav (") == true })
    }

    @Test func `the number of sessions is printed, and how to date recordings`() async throws {
      let files = try [scratch.voice("a.wav", f0: 120), scratch.voice("b.wav", f0: 121)]
      let undated = try await establish(files)
      for (name, day) in [("a", "01"), ("b", "05")] {
        _ = try scratch.write(#"{"recorded_at": "2026-01-\#(day)T09:00:00Z"}"#, as: "\(name).json")
      }
      let dated = try await establish(files, ["--force"])

      #expect(undated.errors.contains("Baseline from 1 session (2 of 2 recordings used)."))
      #expect(undated.errors.contains("2 recordings have no `recorded_at`."))
      #expect(dated.errors.contains("Baseline from 2 sessions (2 of 2 recordings used)."))
      #expect(!dated.errors.contains("recorded_at"))
    }

    @Test func `force without a file to write is wrong usage`() async throws {
      let outcome = try await Tool.run([
        "baseline", "establish", "--profile", "p", "--force", "a.wav",
      ])

      #expect(outcome.status == 64)
    }
  }
}
