// Decoding of the files of a store, valid and damaged.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct StoredShapeTests {
  private static let hash = String(repeating: "0a", count: 32)

  /// A file of every kind with its reader and writer.
  private static func files() throws -> [ReadingBack] {
    let session = try #require(SessionID("aaaaaaaa-bbbb-4ccc-8ddd-000000000001"))
    let time = StoreTime(milliseconds: 1_767_225_600_000)
    let fault = StateFault("too_short", message: "it is short", advice: "record again")
    var header = SessionHeader(
      recording: StoredRecording(name: "a.wav", sha256: hash, sizeBytes: 12, durationSeconds: 1.5),
      settingsSHA256: hash, version: "1.2.3")
    (header.createdAt, header.user, header.profile) = (time, UserHash(text: hash), hash)
    header.parent = SessionParent(session, reason: "a typo")
    header.reviewed = SessionReview(by: "b", at: time, note: nil)
    let state = StateRecord(.failed, fault: fault, duplicateOf: session, details: [.init("a", 1)])
    var manifest = ExportManifest(.complete, version: "1.2.3")
    let listed = ExportManifest.File(name: "a", sha256: hash, sizeBytes: 3)
    manifest.sessions = [
      .init(id: session, head: AuditHead(sequence: 4, hash: hash), files: [listed])
    ]
    manifest.people = [.init(user: UserHash(text: hash), files: [listed])]
    manifest.profiles = manifest.people
    let kept = BaselineRecord(
      ["baseline_id": "b"], of: UserHash(text: hash), number: 1, saved: (time, "a typo"))
    var person = ProfileRecord(
      TestPerson.person("anna").json, of: UserHash(text: hash), number: 2, saved: (time, "a typo"))
    person.parentSHA256 = hash
    var alerts = AlertList()
    _ = alerts.raise([PersonAlert(TestPerson.alert, by: session, at: time)])
    _ = alerts.acknowledge(alerts.alerts[0].id, .init(by: "Dr. B", at: time, note: "called"))
    return [
      file("kept person", person.json) { try ProfileRecord(parsing: $0, file: "f").json },
      file("alerts", alerts.json) {
        try AlertList(json: StoredJSON.parse($0, file: "f"), file: "f").json
      },
      file("header", FiledHeader(session: session, header: header), by: .header),
      file("state", FiledState(session: session, time: time, record: state), by: .state),
      file("export", manifest.json) { try ExportManifest(parsing: $0).json },
      file("audit", AuditLine.shape.json(of: auditLine(at: time))) {
        try AuditLine.shape.json(of: AuditLine(parsing: $0, file: "f"))
      },
      file("kept baseline", kept.json) { try BaselineRecord(parsing: $0, file: "f").json },
      file(
        "failed",
        FailureReport(name: "a", file: "b", sha256: hash, failedAt: time, fault: fault),
        by: .failed),
    ]
  }

  private static func auditLine(at time: StoreTime) -> AuditLine {
    let secrets = StoreSecrets(secret: [1], isSealing: false)
    let entry = AuditEntry(
      time: time, actor: "a program", action: "put_away",
      documents: [
        AuditedDocument(name: "a", sha256: hash), AuditedDocument(name: "b", sha256: nil),
      ])
    return AuditLine(entry, behind: .seed(of: "a store", secrets), secrets)
  }

  private static func file<Record: Shaped>(
    _ name: String, _ record: Record, by schema: RecordSchema
  ) -> ReadingBack {
    file(name, Record.shape.json(of: record)) {
      try Record.shape.json(of: Record.shape.read($0, file: "f", by: schema))
    }
  }

  private static func file(
    _ name: String, _ json: JSONValue,
    rewriting: @escaping @Sendable ([UInt8]) throws -> JSONValue
  ) -> ReadingBack {
    ReadingBack(name, json, schema: true) { json in
      do {
        return try rewriting(json.fileBytes)
      } catch StoreError.damaged(let path, let problem) {
        throw FileFault(path, found: problem, allowed: "a file of the store")
      } catch StoreError.newerSchema(let path, let found, let known) {
        throw FileFault(path, found: found.excerpt, allowed: known)
      }
    }
  }

  @Test func `a file is read and written unchanged`() throws {
    for file in try Self.files() { #expect(try file.problems(with: .isWrittenAsItWasRead) == []) }
  }

  @Test func `a damaged file is read or reported as damaged`() throws {
    for file in try Self.files() {
      for rule in ReadingBack.damage { #expect(try file.problems(with: rule) == []) }
    }
  }

  @Test func `the report of a damaged file contains no value`() throws {
    let bytes = #"{"schema":"sagevoice/failed/1","name":{"Jane Doe":1}}"#

    let error = #expect(throws: StoreError.self) {
      try FailureReport.shape.read(Array(bytes.utf8), file: "f", by: .failed)
    }

    #expect(error == .damaged(path: "f", problem: "name: found an object; allowed: a text"))
  }
}
