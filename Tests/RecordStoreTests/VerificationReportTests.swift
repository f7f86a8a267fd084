import Synchronization
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct VerificationReportTests {
  private static let head = AuditHead(sequence: 12, hash: String(repeating: "0a", count: 32))

  private static func report() throws -> VerificationReport {
    let session = try #require(SessionID("aaaaaaaa-bbbb-4ccc-8ddd-000000000001"))
    var report = VerificationReport(head: head)
    (report.sessions, report.lines) = (3, 17)
    report.findings = [
      Finding(.tampered, session, "artifacts/audio.wav", "the file is missing"),
      Finding(.tampered, nil, "audit.log", "the first line is missing"),
      Finding(.index, session, "", "the file differs from its row"),
    ]
    return report
  }

  @Test func `every finding has its code and its path from the folder of the store`() throws {
    let json = try Self.report().json

    let findings = try #require(json["findings"]).elements
    let folder = "sessions/aaaaaaaa-bbbb-4ccc-8ddd-000000000001/"
    #expect(findings.map { $0["code"] } == ["tampered", "tampered", "index"])
    #expect(
      findings.map { $0["path"]?.stringValue }
        == [folder + "artifacts/audio.wav", "audit.log", folder])
    #expect(findings[1]["session_id"] == .null)
    #expect(findings.allSatisfy { $0["advice"]?.stringValue?.isEmpty == false })
  }

  @Test func `the counts have every code, and the head has its input form`() throws {
    let json = try Self.report().json

    #expect(json[path: ["counts", "tampered"]] == 2 && json[path: ["counts", "index"]] == 1)
    for kind in FindingKind.allCases where kind != .tampered && kind != .index {
      #expect(json["counts"]?[kind.rawValue] == 0, "\(kind)")
    }
    let noted = try #require(json["head"]?.stringValue)
    #expect(AuditHead(noted: noted)?.noted == Self.head.noted)
  }

  @Test func `the document matches its schema, and is read back unchanged`() throws {
    let report = try Self.report()
    let validator = try JSONSchemaValidator(VerificationReport.jsonSchema)

    let back = try VerificationReport.shape.read(report.json, file: "f")

    #expect(validator.problems(in: report.json) == [])
    #expect(validator.problems(in: report.json.removing(["head"])) != [])
    #expect(back.findings == report.findings)
    #expect((back.sessions, back.lines) == (3, 17))
    #expect(back.json == report.json)
  }

  @Test(arguments: ["", "1", "1:", ":" + String(repeating: "0", count: 64), "-1:0", "1:2:3"])
  func `an invalid head is refused`(text: String) {
    #expect(AuditHead(noted: text) == nil)
  }

  @Test func `progress counts every session of a verification`() throws {
    let store = try RecordStore(try SQLiteDatabase(), tenant: "a", clock: FixedClock())
    for number in 1...3 { try SessionLife("", number: number).live(in: store) }
    let steps = StepCounter()
    var request = VerificationRequest()
    request.progress = steps.add

    _ = try store.verify(request)

    #expect(steps.all == [[0, 3], [1, 3], [2, 3], [3, 3]])
  }
}

/// The steps of a progress report.
final class StepCounter: Sendable {
  private let steps = Mutex<[[Int]]>([])

  var all: [[Int]] { steps.withLock { $0 } }

  func add(_ done: Int, of total: Int) { steps.withLock { $0.append([done, total]) } }
}
