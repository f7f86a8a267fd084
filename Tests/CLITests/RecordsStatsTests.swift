// `records stats`, over a store as a watcher fills it.

import BaselineService
import Foundation
import RecordStore
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct RecordsStatsTests {
    private let fixture = RecordsFixture()
    private let computed: [UInt8]

    init() async throws {
      // Two seconds: every family has a value.
      let voice = try fixture.scratch.voice("v.wav")
      computed = Array(try await Tool.run(["analyze", voice, "--segment", "whole"]).output.utf8)
    }

    /// Stores a session of a person with the results of the recording.
    @discardableResult private func file(
      _ number: Int, in store: RecordStore, _ given: String?, computed: [UInt8]? = nil,
      parent: SessionID? = nil
    ) throws -> SessionID {
      let digits = String(repeating: "0", count: 12 - String(number).count) + String(number)
      let id = try #require(SessionID("aaaaaaaa-bbbb-4ccc-8ddd-\(digits)"))
      var header = SessionHeader(
        recording: StoredRecording(name: "v.wav", sha256: nil, sizeBytes: 1, durationSeconds: 1),
        settingsSHA256: String(repeating: "5", count: 64), version: "1")
      header.user = given.map { _ in store.userHash(of: "p\(number)") }
      header.parent = parent.map { SessionParent($0, reason: "r") }
      var change = SessionChange("analysed", header: header, state: StateRecord(.filed))
      change.documents[.computed] = computed ?? self.computed
      change.documents[.answers] = given.map {
        Array(#"{"schema":"sagevoice/answers/1","given":\#($0)}"#.utf8)
      }
      try store.session(id).commit(change)
      return id
    }

    /// Twelve women of 30 with phones, eleven men of 70 with tablets, and sessions that do not count.
    private func fill(key: String? = nil) throws {
      let store = try fixture.open(key: key)
      for number in 1...12 {
        try file(
          number, in: store,
          #"{"profile": {"user_id": "p\#(number)", "age": 30, "voice_reference": "feminine"}, "#
            + #""device_model": "phone"}"#)
      }
      for number in 13...23 {
        try file(
          number, in: store,
          #"{"user_id": "p\#(number)", "age": 70, "voice_reference": "masculine", "#
            + #""device_model": "tablet", "gender_identity": "man", "os_version": "26", "app_version": "2.0"}"#
        )
      }
      let former = try file(24, in: store, #"{"user_id": "p1", "age": 31}"#)
      try file(
        25, in: store,
        #"{"profile": {"user_id": "p1", "age": 30, "voice_reference": "feminine"}, "#
          + #""device_model": "phone"}"#, parent: former)
      try file(26, in: store, nil)
      try file(27, in: store, #"{"user_id": "q", "age": 30}"#, computed: Array("{}".utf8))
    }

    private func stats(_ options: [String]) async throws -> Tool.Outcome {
      try await fixture.records("stats", options)
    }

    @Test func `people are counted by gender, system and app`() async throws {
      try fill()

      let outcome = try await stats(["--by", "gender,os_version,app_version"])

      let cells = try outcome.document["cells"]
      #expect(
        cells?[path: [0, "group"]] == ["gender": "man", "os_version": "26", "app_version": "2.0"])
      #expect(cells?[path: [0, "people"]] == 11)
    }

    @Test(arguments: [false, true])
    func `people and sessions are counted by group, also in an encrypted store`(
      isEncrypted: Bool
    ) async throws {
      let key = isEncrypted ? try fixture.key() : nil
      try fill(key: key)

      let outcome = try await stats(
        ["--by", "age_band,reference"] + (key.map { ["--key-file", $0] } ?? []))

      let document = try outcome.document
      #expect(outcome.status == 0 && outcome.errors == "")
      #expect(
        try JSONSchemaValidator(await Tool.run(["schema", "stats"]).document).problems(in: document)
          == [])
      #expect(document[path: ["total", "people"]] == 23)
      #expect(document[path: ["total", "sessions"]] == 24)
      let cells = document["cells"]?.elements ?? []
      #expect(
        cells.map { $0["group"] } == [
          ["age_band": "18-59", "reference": "F"], ["age_band": "60-90", "reference": "M"],
        ])
      #expect(cells.map { $0["people"] } == [12, 11])
      #expect(cells.map { $0["sessions"] } == [13, 11])
      #expect(
        document["left_out"]
          == ["amended": 1, "no_person": 1, "no_results": 1, "failed_checks": 0])
      let analysed = try JSONValue.parse(computed)
      let hnr = cells[0]["measures"]?.elements.first { $0["measure"] == "hnr.mean_db" }
      #expect(hnr?["n"] == 12)
      #expect(hnr?["median"] == analysed[path: ["biomarkers", "hnr", "mean_db"]])
      #expect(!outcome.output.contains("p1"))
    }

    @Test func `a rare device is not named`() async throws {
      try fill()
      let store = try fixture.open()
      try file(30, in: store, #"{"user_id": "r", "age": 30, "device_model": "Anna's phone"}"#)

      let outcome = try await stats(["--by", "device"])

      #expect(try outcome.document[path: ["total", "people"]] == 24)
      #expect(try outcome.document["suppressed_cells"] == 2)
      #expect(!outcome.output.contains("Anna"))
    }

    @Test func `statistics can be printed as table and text`() async throws {
      try fill()

      let csv = try await stats(["--by", "reference", "--format", "csv"])
      let text = try await stats(["--by", "reference", "--format", "text"])

      let lines = csv.output.split(separator: "\n")
      #expect(
        lines[0]
          == "reference,people,sessions,measure,unit,n,lower_quartile,median,upper_quartile")
      #expect(lines.count == 1 + 3 * GroupStatistics.measures.count)
      #expect(lines[1].hasPrefix(",23,24,"))
      #expect(lines.contains { $0.hasPrefix("F,12,13,hnr.mean_db,dB,12,") })
      #expect(text.output.contains("\nM: 11 people, 11 sessions\n"))
      #expect(
        text.output.contains(
          """
          Not counted: 1 amended session, 1 session without a known person, 1 session
            without results.
          """))
      #expect(text.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test(arguments: ["", "age", "age_band,", "device,device", "age_band;device"])
    func `an unknown group is wrong usage`(by: String) async throws {
      let outcome = try await stats(["--by", by])

      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("age_band, reference, gender, device"))
    }
  }
}
