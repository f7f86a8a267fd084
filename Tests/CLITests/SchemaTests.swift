// The printed schemas compared with written documents.

import Foundation
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct SchemaTests {
    private let scratch = Scratch()

    private func validator(_ name: String) async throws -> JSONSchemaValidator {
      try JSONSchemaValidator(try await Tool.run(["schema", name]).document)
    }

    private func document(_ path: String) throws -> JSONValue { try scratch.json(of: path) }

    private func lines(_ text: String) throws -> [JSONValue] {
      try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    }

    static let names = [
      "results", "index", "avqi", "sz", "profile", "person", "profile-check", "baseline",
      "comparison",
      "verification", "sidecar", "update", "update-end", "event", "status", "header", "state",
      "error-report", "export", "codes",
    ]

    @Test(arguments: names)
    func `each schema is one, with an id and a title, and takes no empty list`(name: String)
      async throws
    {
      let schema = try await Tool.run(["schema", name]).document

      #expect(schema["$id"]?.stringValue?.hasPrefix("urn:sagevoice:") == true)
      #expect(schema["title"]?.stringValue?.isEmpty == false)
      #expect(try await validator(name).problems(in: []) != [])
    }

    /// Output of one watch over two recordings, one of them refused.
    private func watched() async throws -> String {
      _ = try scratch.voice("in/a.wav")
      _ = try scratch.tooShort("in/short.wav")
      let sidecar = #"{"profile": {"user_id": "kim", "age": 34}, "reference": "order-7"}"#
      _ = try scratch.write(sidecar, as: "in/a.json")
      let outcome = try await scratch.watchOnce(["--deadline", "0.3", "--events", "--updates"])
      #expect(outcome.status == 65)
      return outcome.output
    }

    @Test func `the output of watch matches its schemas`() async throws {
      let updates = try lines(try await watched())

      #expect(updates.count > 5)
      let update = try await validator("update")
      for line in updates { #expect(update.problems(in: line) == []) }
      let events = try lines(scratch.text(of: "store/events.ndjson"))
      #expect(events.count > 4)
      let event = try await validator("event")
      for line in events { #expect(event.problems(in: line) == []) }
      let sessions = try scratch.names(in: "store/sessions")
      #expect(sessions.count == 2)
      for session in sessions {
        for name in ["header", "state"] {
          let problems = try await validator(name).problems(
            in: document("store/sessions/\(session)/\(name).json"))
          #expect(problems == [], "\(name)")
        }
      }
      #expect(try await validator("status").problems(in: document("store/status.json")) == [])
      #expect(
        try await validator("error-report").problems(
          in: document("store/failed/1/short.wav.error.json"))
          == [])
    }

    @Test func `the list of an export keeps its schema`() async throws {
      _ = try await watched()
      let out = scratch.path("out")

      let outcome = try await Tool.run([
        "records", "export", "--store", scratch.path("store"), "--all", "--guests", out,
      ])

      let list = try document("out/export.json")
      #expect(outcome.status == 0)
      #expect(try await validator("export").problems(in: list) == [])
      #expect(try await validator("export").problems(in: list.removing(["sessions"])) != [])
    }
  }
}
