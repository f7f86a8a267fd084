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
  func `a name is not blank, long or obeyed by a terminal`(name: String) {
    #expect(AuditActor(name) == nil)
  }

  @Test(arguments: [("anna", "anna"), ("", "uid 17"), ("a\nb", "uid 17")])
  func `a login name that may not stand in a log gives way to the number`(
    login: String, name: String
  ) {
    #expect(AuditActor(login: login, userID: 17).name == name)
  }

  @Test func `a user without a login name is a number`() {
    #expect(AuditActor(login: nil, userID: 4_294_967_294).name == "uid 4294967294")
  }

  @Test func `lines of earlier versions stay readable whatever name they hold`() throws {
    let scratch = try Scratch()
    let life = SessionLife(scratch.store)
    var options = life.options()
    options.actor = "sagevoice\nwatch" + String(repeating: "!", count: 200)
    try life.live(in: RecordStore(at: scratch.store, options))

    let store = try life.open(.reading)

    #expect(try store.verify().findings == [])
    let lines = try #require(try store.existingSession(life.id)).auditLines()
    #expect(Set(lines.map(\.entry.actor)) == [options.actor])
  }
}
