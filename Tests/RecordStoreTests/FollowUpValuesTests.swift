// Stored values for follow-ups: derived once per session, and again after a change of its documents.

import Synchronization
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct FollowUpValuesTests {
  /// Derives values from the length of the documents, and counts the derivations.
  private final class CountedForm: Sendable {
    private let count = Mutex(0)

    var derivations: Int { count.withLock { $0 } }

    func form(_ name: String = "lengths/1") -> FollowUpForm {
      FollowUpForm(name: name) { [self] results in
        count.withLock { $0 += 1 }
        return results.computed.map { Array("\($0.count) \(results.answers?.count ?? 0)".utf8) }
      }
    }
  }

  private func values(
    _ store: RecordStore, newest: Int? = nil, _ form: FollowUpForm
  ) throws -> [FollowUpValues] {
    try store.followUpValues(of: store.userHash(of: "anna"), newest: newest, form)
  }

  private func stored(_ made: ContractedStore) throws -> Int {
    try made.store.read { rows in
      let found = try rows.run(
        "select count(*) from kept_session where tenant = $1 and follow_up_values is not null")
      return try found.first?.int(0) ?? 0
    }
  }

  @Test(arguments: ContractedKind.allCases)
  func `values are derived once per session and read in one transaction`(
    kind: ContractedKind
  ) throws {
    let made = try ContractedStore(kind)
    let counted = CountedForm()
    for number in 1...40 { try made.file(number, of: "anna", audio: [1]) }
    try made.file(41, of: "otto", audio: [1])

    let derived = try values(made.store, counted.form())
    let before = made.steps
    let read = try values(made.store, counted.form())

    #expect(made.steps - before == 1)
    #expect(counted.derivations == 40)
    #expect(derived.map(\.session) == (1...40).map(ContractedStore.session))
    #expect(read.map(\.session) == derived.map(\.session))
    #expect(read.map(\.bytes) == derived.map(\.bytes))
    #expect(
      try values(made.store, newest: 2, counted.form()).map(\.session) == [
        ContractedStore.session(39), ContractedStore.session(40),
      ])
    #expect(try made.findings() == [])
  }

  @Test(arguments: ContractedKind.allCases)
  func `values are derived again after a change of results, answers or form`(
    kind: ContractedKind
  ) throws {
    let made = try ContractedStore(kind)
    let counted = CountedForm()
    let id = try made.file(1, of: "anna", audio: [1])
    let session = try made.store.session(id)
    let first = try #require(try values(made.store, counted.form()).first)

    try session.commit(SessionChange("told", documents: [.answers: [7]]))
    let told = try #require(try values(made.store, counted.form()).first)
    try session.commit(SessionChange("analysed", documents: [.computed: [7, 7]]))
    let analysed = try #require(try values(made.store, counted.form()).first)
    _ = try values(made.store, counted.form("lengths/2"))

    #expect(told.bytes != first.bytes)
    #expect(String(decoding: analysed.bytes, as: UTF8.self) == "2 1")
    #expect(counted.derivations == 4)
  }

  @Test(arguments: ContractedKind.allCases)
  func `results that a version cannot read are derived by a later one`(kind: ContractedKind) throws
  {
    let made = try ContractedStore(kind)
    try made.file(1, of: "anna", audio: [1])

    let unread = try values(made.store, FollowUpForm(name: "lengths/1") { _ in nil })
    let read = try values(made.store, CountedForm().form())

    #expect(unread.isEmpty && read.count == 1)
  }

  @Test(arguments: ContractedKind.allCases)
  func `removed answers remove the values at once`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    let session = try made.store.session(try made.file(1, of: "anna", audio: [1]))
    _ = try values(made.store, CountedForm().form())
    #expect(try stored(made) == 1)

    var change = SessionChange("reduced")
    change.removed = [.answers]
    try session.commit(change)

    #expect(try stored(made) == 0)
  }

  @Test(arguments: ContractedKind.allCases)
  func `values of an amended session are marked, those without results are left out`(
    kind: ContractedKind
  ) throws {
    let made = try ContractedStore(kind)
    let first = try made.file(1, of: "anna", audio: [1])
    try made.file(2, of: "anna", .quick)
    try made.file(3, of: "anna", audio: [1]) {
      $0.parent = SessionParent(first, reason: "r")
    }

    let found = try values(made.store, CountedForm().form())

    #expect(found.map(\.session) == [first, ContractedStore.session(3)])
    #expect(found.map(\.isAmended) == [true, false])
  }

  @Test(arguments: ContractedKind.allCases)
  func `a verification finds values that differ from the results`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    let form = CountedForm().form()
    let id = try made.file(1, of: "anna")
    _ = try values(made.store, form)
    var request = VerificationRequest()
    request.followUpForm = form
    #expect(try made.store.verify(request).findings == [])

    try made.store.write { rows in
      let context = StoreTransaction.followUpContext(id)
      let column = try rows.run(
        "select follow_up_values from kept_session where tenant = $1 and id = $2", .session(id))
      let bytes = try rows.opened(try #require(column.first).bytes(0), as: context)
      try rows.run(
        "update kept_session set follow_up_values = $3 where tenant = $1 and id = $2",
        .session(id), rows.value(bytes + [0x20], as: context))
    }

    #expect(try made.store.verify(request).findings.map(\.kind) == [.tampered])
  }

  @Test func `a store that is open for reading derives values and stores none`() throws {
    let made = try ContractedStore(.sqlite)
    let counted = CountedForm()
    try made.file(1, of: "anna", audio: [1])
    var options = StoreOptions(.reading, actor: "test", clock: made.clock)
    options.keys = nil
    let reader = try RecordStore(at: made.scratch.store, options)

    for _ in 1...2 { #expect(try values(reader, counted.form()).count == 1) }

    #expect(counted.derivations == 2)
    #expect(try stored(made) == 0)
  }
}
