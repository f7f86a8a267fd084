// A site's own limits, wherever recordings are held to any.

import BaselineService
import Foundation
import RecordStore
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct OwnLimitsTests {
    private let fixture = RecordsFixture()
    private var scratch: Scratch { fixture.scratch }

    /// A set that wants more of a voice than any has; how much is a retake is for `warn` to say.
    private func limits(warn: Int) throws -> String {
      let shipped = try JSONValue(parsing: String(decoding: EmbeddedLimits.bytes, as: UTF8.self))
      let rows = shipped["minimums"]?.elements ?? []
      let minimums = rows.map { row in
        row["property"] == "f0_confidence"
          ? row.setting(["pass"], to: 101).setting(["warn"], to: .int(warn)) : row
      }
      let set = shipped.setting(["version"], to: "clinic-7").setting(
        ["minimums"], to: .array(minimums))
      return try scratch.write(set.text(.pretty), as: "limits.json")
    }

    private func watch(_ options: String...) async throws -> Tool.Outcome {
      try await scratch.watchOnce(["--sidecar-wait", "1"] + options, quietly: false)
    }

    private func computed() throws -> JSONValue {
      let session = try #require(scratch.names(in: "store/sessions").first)
      return try scratch.json(of: "store/sessions/\(session)/computed.json")
    }

    @Test func `watch applies --limits and names the set`() async throws {
      let path = try limits(warn: 100)
      let profile = try scratch.write(#"{"user_id": "a", "age": 34}"#, as: "in/a.json")
      let voice = try scratch.voice("in/a.wav")
      let analysed = try await Tool.run(["analyze", voice, "--profile", profile, "--limits", path])
        .document

      let outcome = try await watch("--limits", path)

      let reference = try #require(analysed[path: ["assessment", "reference"]])
      let document = try computed()
      let status = try scratch.json(of: "store/status.json")
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(reference["version"] == "clinic-7")
      #expect(document["assessment"] == analysed["assessment"])
      #expect(document[path: ["assessment", "recording", "grade"]] == "retake")
      #expect(status[path: ["limits", "version"]] == "clinic-7")
      #expect(status[path: ["limits", "sha256"]] == reference["sha256"])
      #expect(status[path: ["limits", "measured"]] == .null)
      #expect(outcome.errors.contains("clinic-7"))
    }

    @Test func `without --limits the status names both shipped sets`() async throws {
      _ = try scratch.write("", as: "in/.keep")

      let outcome = try await watch()

      let status = try scratch.json(of: "store/status.json")
      #expect(outcome.status == 0)
      #expect(status[path: ["limits", "version"]] == "literature-3")
      #expect(status[path: ["limits", "measured", "version"]] == "measured-svd-coswara-5")
    }

    @Test func `--limits does not change the settings of a document`() async throws {
      let voice = try scratch.voice()
      let profile = try scratch.write(#"{"user_id": "a", "age": 34}"#, as: "p.json")
      let usual = try await Tool.run(["analyze", voice, "--profile", profile]).document
      let own = try await Tool.run([
        "analyze", voice, "--profile", profile, "--limits", limits(warn: 100),
      ]).document

      #expect(own["provenance"] == usual["provenance"])
      #expect(own["assessment"] != usual["assessment"])
    }

    @Test func `watch does not start with faulty limits`() async throws {
      _ = try scratch.voice("in/a.wav")
      let path = try scratch.write(#"{"schema": "sagevoice/limits/1"}"#, as: "limits.json")

      let outcome = try await watch("--limits", path)

      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("--limits: minimums: found nothing"))
      #expect(try scratch.names(in: "in").contains("a.wav"))
    }

    @Test func `baseline applies the minimums of --limits`() async throws {
      let voice = try scratch.voice()
      let profile = try scratch.write(#"{"user_id": "a", "age": 34}"#, as: "p.json")
      let establish = ["baseline", "establish", "--profile", profile, "--quiet"]
      let strict = try limits(warn: 100)

      let refused = try await Tool.run(establish + ["--limits", strict, voice])
      let made = try await Tool.run(establish + ["--output", scratch.path("B.json"), voice])
      let another = try scratch.voice("another.wav", f0: 121)
      let compare = [
        "baseline", "compare", "--baseline", scratch.path("B.json"), "--quiet", another,
      ]
      let usual = try await Tool.run(compare)
      let held = try await Tool.run(compare + ["--limits", strict])

      #expect(refused.status == 65)
      #expect(try refused.document.text(.compact).contains("100 %"))
      #expect(made.status == 0)
      #expect(usual.status == 0)
      #expect(held.status == 65)
      // It is the recording that does not do, not the baseline that cannot be compared.
      #expect(try held.document["differences"] == usual.document["differences"])
    }

    @Test func `amend applies --limits`() async throws {
      let id = try await fixture.file("a.wav", of: "anna")
      let profile = try scratch.write(#"{"user_id": "anna", "age": 35}"#, as: "p.json")
      let amend = [id.text, "--reason", "the age", "--limits", try limits(warn: 20)]

      let alone = try await fixture.records("amend", amend)
      let outcome = try await fixture.records("amend", amend + ["--profile", profile])

      let new = try #require(outcome.document["session_id"]?.stringValue)
      let shown = try await fixture.records("show", [new]).document
      #expect(alone.status == 64 && alone.errors.contains("--profile"))
      #expect(shown[path: ["computed", "assessment", "reference", "version"]] == "clinic-7")
      #expect(try await fixture.records("verify", ["--recompute"]).status == 0)
    }
  }
}
