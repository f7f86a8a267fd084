import Testing

@testable import RecordStore

@Suite struct AuditActorTests {
  @Test(arguments: ["anna", "Dr. Größe", "ward 3 / night", "☃", String(repeating: "é", count: 64)])
  func `a person and a program may have any readable name`(name: String) {
    #expect(AuditActor(name)?.name == name)
  }

  @Test(arguments: [
    "", "  ", "\u{A0}", "a\nb", "a\u{1B}[31m", "a\u{0}", "a\u{85}", "a\u{2028}b", "a\u{202E}b",
    String(repeating: "a", count: 129), String(repeating: "é", count: 65),
  ])
  func `a blank or long name, or one with control characters, is refused`(name: String) {
    #expect(AuditActor(name) == nil)
  }

  @Test(arguments: [("anna", "anna"), ("", "uid 17"), ("a\nb", "uid 17")])
  func `an invalid login name is replaced by the user id`(login: String, name: String) {
    #expect(AuditActor(login: login, userID: 17).name == name)
  }

  @Test func `a user without a login name has the user id`() {
    #expect(AuditActor(login: nil, userID: 4_294_967_294).name == "uid 4294967294")
  }

  @Test(arguments: StoreKind.allCases)
  func `a history is a chain of lines with writer and actor`(kind: StoreKind) throws {
    let store = try kind.store()
    let session = try store.session(SessionLife("").id)
    #expect(try session.auditBytes() == nil)
    try session.record(StateRecord(.claimed))
    try AuditActor.$acting.withValue(AuditActor("Dr. B")) {
      try session.noteOnce("amended", field: "amended_by", new: "x")
    }

    let lines = try session.auditLines()

    #expect(lines.map(\.entry.action) == ["state", "amended"])
    #expect(lines.map(\.entry.actor) == ["test", "Dr. B"])
    #expect(lines.map(\.sequence) == [1, 2] && lines[1].previous == lines[0].hash)
    let bytes = try #require(try session.auditBytes())
    #expect(
      try bytes.split(separator: UInt8(ascii: "\n")).map {
        try AuditLine(parsing: Array($0), file: "audit.log")
      } == lines)
    let plain = AuditLog(bytes, seed: .seed(of: "session \(session.id.text)", .none), .none)
    #expect((plain.fault == nil) == (kind == .open))
  }
}
