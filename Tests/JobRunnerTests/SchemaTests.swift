// Schemas of inputs and outputs of the runner with optional members.

import Foundation
import JobRunner
import RecordStore
import TestSupport
import Testing
import VoiceTypes

@Suite struct SchemaTests {
  /// Valid sidecars.
  static let sidecars = [
    "{}", #"{"context": "clinic"}"#, #"{"profile": null, "reference": "order-7"}"#,
    #"{"profile": {"user_id": "kim"}}"#, #"{"user_id": "kim", "age": 34, "consent": {"a": 1}}"#,
    #"{"profile": {"user_id": "kim", "later": 1}, "flags": ["cold"], "later": {}}"#,
    #"{"user_id": "kim", "recorded_at": "2026-01-31T09:30:00Z", "device_model": "iPhone15,2"}"#,
    #"{"profile": {"user_id": "kim"}, "user_id": "kim", "session_id": "1", "context": null}"#,
    #"{"reference": "\#(String(repeating: "a", count: 200))"}"#,
    #"{"sha256": "\#(String(repeating: "aB", count: 32))"}"#,
    #"{"report_header": {"clinic": "Ward 7", "distance_cm": 30, "signature": true}}"#,
  ]

  /// Invalid sidecars.
  static let faulty = [
    "[]", #"{"context": ""}"#, #"{"reference": 7}"#, #"{"profile": {"age": 34}}"#,
    #"{"profile": {"user_id": "kim", "age": "34"}}"#, #"{"user_id": "kim", "age": "34"}"#,
    #"{"profile": {"user_id": "kim"}, "flags": ["sleepy"]}"#, #"{"userId": "kim"}"#,
    #"{"reference": "\#(String(repeating: "a", count: 201))"}"#, #"{"sha256": "ab"}"#,
    #"{"profile": "kim"}"#, #"{"user_id": ""}"#, #"{"report_header": {"pulse": 70}}"#,
  ]

  @Test(arguments: sidecars)
  func `valid sidecars match the schema`(text: String) throws {
    let bytes = Array(text.utf8)
    _ = try Sidecar(parsing: bytes)

    let validator = try JSONSchemaValidator(Sidecar.jsonSchema)

    #expect(validator.problems(in: try JSONValue.parse(bytes)) == [])
  }

  @Test(arguments: faulty)
  func `invalid sidecars do not match the schema`(text: String) throws {
    let bytes = Array(text.utf8)
    #expect(throws: SidecarFault.self) { try Sidecar(parsing: bytes) }

    let validator = try JSONSchemaValidator(Sidecar.jsonSchema)

    #expect(validator.problems(in: try JSONValue.parse(bytes)) != [])
  }

  @Test func `a status matches its schema for any fault`() throws {
    let inbox = try Inbox()
    inbox.settings.polling = .milliseconds(50)
    try inbox.put(Recordings.silence, "a.wav", with: "{")

    _ = try inbox.watcher(processID: 4711).run()

    let status = inbox.status()
    #expect(status["pid"] == 4711 && status["inbox"] == .string(inbox.path))
    #expect(status["last_error"] != .null && status["poll_interval_s"] == .number(0.05))
    #expect(try JSONSchemaValidator(StatusReport.jsonSchema).problems(in: status) == [])
    #expect(
      status.keys == [
        "schema", "updated_at", "heartbeat_s", "pid", "software", "version", "inbox", "state",
        "reason", "mode", "poll_interval_s", "poll_reason", "files_waiting", "sidecars_waiting",
        "recordings_in_work", "totals", "recordings_per_second", "last_event_at", "last_error",
        "limits",
      ])
  }

  @Test func `events of every kind match their schema`() throws {
    let inbox = try Inbox()
    let log = EventLog(
      at: inbox.path + "/events.ndjson", files: inbox.files, timestamp: { "2026-01-31T09:30:00Z" })
    for event in WatchEvent.allCases {
      var facts = EventPayload(.fresh(), code: "a_code")
      (facts.tier, facts.verdict, facts.original) = (.quick, .warn, .fresh())
      try log.append(event, facts)
      try log.append(event, EventPayload(nil))
    }

    let text = try String(contentsOfFile: inbox.path + "/events.ndjson", encoding: .utf8)
    let lines = try text.split(separator: "\n").map { try JSONValue.parse(Array($0.utf8)) }
    let validator = try JSONSchemaValidator(WatchEvent.jsonSchema)
    #expect(lines.count == 2 * WatchEvent.allCases.count)
    for line in lines { #expect(validator.problems(in: line) == []) }
  }

  @Test func `the report of a file outside the store matches the schema of reports`() throws {
    let inbox = try Inbox()
    let faulty = FaultyFileSystem(wrapping: UnsyncedFileSystem())
    inbox.files = faulty
    try inbox.put(Recordings.voice(), "a.wav")
    faulty.plan = .failReading(folder: inbox.layout.work, name: "a.wav", after: 0)

    try inbox.drain()

    let report = try inbox.json("failed/a.wav.error.json")
    #expect(report["lies_at"] != nil)
    #expect(try JSONSchemaValidator(FailureReport.jsonSchema).problems(in: report) == [])
  }
}
