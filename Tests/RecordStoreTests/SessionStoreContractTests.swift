// The contract of a store for the runner.

import Dispatch
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct SessionStoreContractTests {
  private let first = ContractedStore.session(1)

  // MARK: - Sessions

  @Test(arguments: ContractedKind.allCases)
  func `a session exists after its first change, and is read back unchanged`(
    kind: ContractedKind
  ) throws {
    let made = try ContractedStore(kind)
    let header = made.header(of: "anna")
    let session = try made.store.session(first)
    #expect(try made.store.existingSession(first) == nil)
    #expect(try session.header() == nil && session.state() == nil)
    let fault = StateFault("code", message: "m", advice: "a")
    let state = StateRecord(.failed, fault: fault, details: [.init("phase", "error")])

    try session.commit(
      SessionChange(
        "claimed", header: header, state: state, documents: [.answers: [1], .audio: [2, 3]]))

    for seen in [session, try #require(try made.store.existingSession(first))] {
      var written = header
      written.createdAt = made.clock.now()
      #expect(try seen.header() == written)
      #expect(try seen.state() == state)
      #expect(try seen.read(.answers) == [1])
      #expect(try seen.read(.audio) == [2, 3])
      #expect(try seen.read(.computed) == nil)
    }
    #expect(try made.findings() == [])
  }

  @Test(arguments: ContractedKind.allCases)
  func `a change without an effect has no trace`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    let session = try made.claim(1)
    let created = try session.header()?.createdAt
    made.clock.advance(milliseconds: 1000)
    try session.commit(SessionChange("analysed", documents: [.quick: [1]]))

    for again in [session, try made.store.session(first)] {
      try again.commit(SessionChange("analysed", documents: [.quick: [1]]))
      try again.commit(
        SessionChange("claimed", header: made.header(), state: StateRecord(.claimed)))
    }

    #expect(try made.store.actions(of: first) == ["claimed", "analysed"])
    #expect(try session.header()?.createdAt == created)
  }

  @Test(arguments: ContractedKind.allCases)
  func `a removed document is missing, and the others stay`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    let session = try made.claim(1)
    try session.commit(SessionChange("analysed", documents: [.quick: [1], .computed: [2]]))
    var change = SessionChange("changed")
    change.removed = [.computed, .bundle]

    try session.commit(change)

    #expect(try session.read(.computed) == nil)
    #expect(try session.read(.quick) == [1])
    #expect(try made.store.session(first).header() != nil)
    #expect(try made.findings() == [])
  }

  @Test(arguments: ContractedKind.allCases)
  func `a given hash of a document is that of the unencrypted bytes`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    let session = try made.claim(1)
    let sound: [UInt8] = [1, 2, 3]

    try session.archiveAudio(
      sound, sha256: StoreSecrets.sha256(of: sound), state: StateRecord(.filed))

    #expect(try session.read(.audio) == sound)
    #expect(try made.findings() == [])
  }

  @Test(arguments: ContractedKind.allCases)
  func `an event is noted once`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    let session = try made.claim(1)

    for value in ["1", "1", "2"] { try session.noteOnce("fits", field: "sha256", new: value) }

    #expect(try made.store.actions(of: first) == ["claimed", "fits", "fits"])
  }

  @Test(arguments: ContractedKind.allCases)
  func `sessions of a recording are listed in order of arrival`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    for number in [2, 1] { try made.claim(number) }
    try made.claim(3, of: "anna")
    let copy = try made.store.session(ContractedStore.session(1))
    try copy.record(StateRecord(.duplicate, duplicateOf: ContractedStore.session(2)))
    try copy.write(.answers, [1])

    let recording = String(repeating: "a", count: 64)
    let found = try made.store.metadata(ofRecording: recording)

    #expect(found.map(\.session) == [2, 1, 3].map(ContractedStore.session))
    #expect(found.map(\.lacksMetadata) == [true, false, false])
    #expect(found.map(\.duplicateOf) == [nil, ContractedStore.session(2), nil])
    #expect(try made.store.metadata(ofRecording: String(repeating: "b", count: 64)).isEmpty)
    #expect(try made.store.metadata(of: ContractedStore.session(9)) == nil)
    let user = try made.store.metadata(of: ContractedStore.session(3))?.header?.user
    #expect(user == made.store.userHash(of: "anna"))
  }

  @Test(arguments: ContractedKind.allCases)
  func `of equal recordings the first with results counts`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    try made.claim(3, .refused)
    try made.claim(2)
    try made.claim(1)
    try made.claim(4, of: "anna")
    let identity = try #require(made.header().identity)

    #expect(try made.store.first(with: identity) == ContractedStore.session(2))
    try made.store.session(ContractedStore.session(2)).record(StateRecord(.failed))

    #expect(try made.store.first(with: identity) == ContractedStore.session(1))
    let ofAnna = try #require(made.header(of: "anna").identity)
    #expect(try made.store.first(with: ofAnna) == ContractedStore.session(4))
    #expect(try made.store.first(with: RecordingIdentity(text: "none")) == nil)
  }

  @Test(arguments: ContractedKind.allCases)
  func `a purged session is missing and cannot be written again`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    let session = try made.claim(1)
    let id = session.id
    _ = try made.store.quarantine(made.file([1], "a.wav", of: id))
    try made.store.reportStranded("/x/b.wav", named: "b.wav", of: id, for: ContractedStore.fault)

    try made.store.purge(id)

    #expect(try made.store.wasPurged(id))
    #expect(try !made.store.wasPurged(ContractedStore.session(2)))
    #expect(try made.store.existingSession(id) == nil)
    #expect(try made.store.metadata(of: id) == nil)
    #expect(try made.store.failures().isEmpty && made.store.strandedReports().isEmpty)
    #expect(throws: StoreError.purged(id)) { try made.store.session(id) }
    #expect(throws: StoreError.purged(id)) { try session.write(.quick, [1]) }
    let late = try made.file([2], "c.wav", of: id)
    #expect(throws: StoreError.purged(id)) { try made.store.quarantine(late) }
    #expect(try made.isThere(late))
    #expect(StoreError.purged(id).outlook == .permanent)
    #expect(try made.findings() == [])
  }

  // MARK: - Unusable values

  @Test(arguments: ContractedKind.allCases)
  func `a quarantined file is stored with its reason, and removed from its folder`(
    kind: ContractedKind
  ) throws {
    let made = try ContractedStore(kind)
    try made.claim(1)
    let failed = try made.file([1, 2], "a.wav", of: first)

    let report = try made.store.quarantine(failed)

    #expect(try made.store.failures().map(\.bytes) == [[1, 2]])
    #expect(try made.store.failures().map(\.report) == [report])
    #expect(report.name == "a.wav" && report.fault == failed.fault && report.session == first)
    #expect(try !made.isThere(failed))
    #expect(try made.store.quarantine(failed) == report)
    let nobodys = try made.file([3], "a.wav", of: nil)
    _ = try made.store.quarantine(nobodys)
    #expect(try Set(made.store.failures().map(\.bytes)) == [[1, 2], [3]])
    #expect { try made.store.quarantine(nobodys) } throws: { error in
      (error as? StoreError)?.outlook == .permanent
    }
    #expect(try made.findings() == [])
  }

  @Test(arguments: ContractedKind.allCases)
  func `an unreadable file has one report`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    let (store, fault) = (made.store, ContractedStore.fault)
    try made.claim(1)
    for _ in 1...2 {
      try store.reportStranded("/x/a.wav", named: "a.wav", of: first, for: fault)
      try store.reportStranded("/in/a.wav", named: "a.wav", for: fault)
    }
    let reports = try store.strandedReports().sorted { $0.path < $1.path }
    #expect(reports.map(\.path) == ["/in/a.wav", "/x/a.wav"])
    #expect(reports.map(\.session) == [nil, first])
    #expect(try store.failedListing().reports.compactMap(\.path).sorted() == reports.map(\.path))
    #expect(reports.allSatisfy { $0.name == "a.wav" && $0.fault == fault })

    try store.removeStrandedReports(of: first)
    try store.removeLeftReport(of: "/in/b.wav")
    #expect(try store.strandedReports().map(\.path) == ["/in/a.wav"])
    try store.removeLeftReport(of: "/in/a.wav")

    #expect(try store.strandedReports() == [])
    try store.reportStranded("/in/a.wav", named: "a.wav", for: fault)
    #expect(try store.strandedReports().count == 1)
    #expect(try made.findings() == [])
  }

  // MARK: - The store as a whole

  @Test(arguments: ContractedKind.allCases)
  func `the latest baseline is current`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    let user = made.store.userHash(of: "anna")
    #expect(try made.store.baseline(for: user) == nil)

    for mean in [1, 2, 2] { try made.store.save(["mean": .int(mean)], for: user, reason: "r") }

    let kept = try #require(try made.store.baseline(for: user))
    #expect(kept.content == ["mean": 2] && kept.number == 2 && kept.user == user)
    #expect(try made.store.baseline(for: made.store.userHash(of: "ben")) == nil)
  }

  @Test(arguments: ContractedKind.allCases)
  func `expired sessions are announced, purged and published`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    try made.claim(1)
    try made.claim(2, of: "anna")

    let told = try made.retain(days: 100)

    #expect(told == [.announced(first), .purged(first)])
    #expect(try made.store.wasPurged(first))
    #expect(try made.store.existingSession(ContractedStore.session(2)) != nil)
  }

  @Test(arguments: ContractedKind.allCases)
  func `one runner at a time uses a store and reports its status`(kind: ContractedKind) throws {
    let made = try ContractedStore(kind)
    let lock = try #require(try made.store.lockForWatching())

    #expect(try made.store.lockForWatching() == nil)
    lock.release()

    #expect(try made.store.lockForWatching() != nil)
    for status in ["1", "22"] { try made.store.saveStatus(Array(status.utf8)) }
    #expect(try made.status() == Array("22".utf8))
  }

  @Test(arguments: ContractedKind.allCases)
  func `hashes identify equal values without the values`(kind: ContractedKind) throws {
    let store = try ContractedStore(kind).store
    let name = store.names.inboxName()
    let profiles = try ["anna", "ben"].map {
      try UserProfile(parsing: Array(Self.profile($0).utf8), mode: .allFaults)
    }

    #expect(store.userHash(of: "anna") == store.userHash(of: "anna"))
    #expect(store.userHash(of: "anna") != store.userHash(of: "ben"))
    #expect(name("a.wav") == store.names.inboxName()("a.wav") && name("a.wav") != name("b.wav"))
    #expect(store.profileHash(of: profiles[0]) != store.profileHash(of: profiles[1]))
    #expect(!store.userHash(of: "anna").text.contains("anna"))
    #expect(!name("a.wav").contains("a.wav"))
    var facts = IdentityFacts(audioSHA256: "a", userID: nil, settingsSHA256: "5", version: "1")
    let guests = store.identity(facts)
    facts.isSomebodys = true
    #expect(store.identity(facts) != guests)
  }

  @Test(arguments: ContractedKind.allCases)
  func `a claimed file is found by its state, path and stem in its inbox`(
    kind: ContractedKind
  ) throws {
    let made = try ContractedStore(kind)
    func file(_ path: String, _ stem: String?, _ stamp: String = "1") -> ClaimedFile {
      ClaimedFile(inbox: "/in", path: path, stem: stem, stamp: stamp)
    }
    let (first, second) = (ContractedStore.session(1), ContractedStore.session(2))
    var change = SessionChange("claimed", state: StateRecord(.claimed))
    change.files = [file("a.wav", "a")]
    try made.store.session(second).commit(change)
    try made.store.add(file("a.bwf", "a"), of: first)
    try made.store.add(file("a.json", nil), of: first)
    try made.store.add(file("a.json", nil, "2"), of: first)

    let claimed = try made.store.claimedFiles(ofInbox: "/in")
    #expect(claimed.contains("a.wav", "1") && !claimed.contains("a.wav", "2"))
    #expect(claimed.contains("a.json", "2") && !claimed.contains("a.json", "1"))
    #expect(try !made.store.claimedFiles(ofInbox: "/other").contains("a.wav", "1"))
    #expect(try made.store.sessions(ofStem: "a", inInbox: "/in") == [second, first])
    #expect(try made.store.sessions(at: "a.wav", inInbox: "/in") == [second])
    #expect(try made.store.sessions(at: "a.json", inInbox: "/in") == [])
    #expect(try made.store.sessions(ofStem: "a", inInbox: "/other") == [])
    try made.store.deleteInboxFile(at: "a.wav", in: "/in", of: second)
    #expect(try made.store.sessions(ofStem: "a", inInbox: "/in") == [first])
  }

  @Test(arguments: ContractedKind.allCases)
  func `files that left an inbox are forgotten after a week and newer ones, or after a purge`(
    kind: ContractedKind
  ) throws {
    let made = try ContractedStore(kind)
    for number in 1...4 {
      let file = ClaimedFile(inbox: "/in", path: "\(number).wav", stem: "a", stamp: "1")
      try made.store.add(file, of: ContractedStore.session(number))
    }
    try made.claim(1)
    try made.claim(4)
    func sessions() throws -> [SessionID] { try made.store.sessions(ofStem: "a", inInbox: "/in") }

    try made.store.deleteFormerFiles(ofInbox: "/in", except: 3)
    #expect(try sessions() == (1...4).map(ContractedStore.session))
    try made.store.deleteFormerFiles(ofInbox: "/in", except: 3, olderThan: 0)
    #expect(try sessions() == (2...4).map(ContractedStore.session))
    _ = try made.store.purge(.sessions([ContractedStore.session(4)]), reason: "r", .forGood)
    // The times of purges in PostgreSQL are those of its server, long after the fixed clock.
    try made.store.deleteFormerFiles(ofInbox: "/other", except: 0, olderThan: -4_000_000_000_000)
    #expect(try sessions() == (2...4).map(ContractedStore.session))
    try made.store.deleteFormerFiles(ofInbox: "/in", olderThan: -4_000_000_000_000)
    #expect(try sessions() == (2...3).map(ContractedStore.session))
    try made.store.deleteFormerFiles(ofInbox: "/in", except: 1)
    #expect(try sessions() == [ContractedStore.session(3)])
  }

  private static func profile(_ user: String) -> String { #"{"user_id": "\#(user)"}"# }

  @Test(arguments: ContractedKind.allCases)
  func `concurrent changes are complete`(kind: ContractedKind) throws {
    let (made, store) = try kind.made()
    try made.claim(1)
    let documents: [SessionDocument] = [.answers, .quick, .computed, .audio, .comparison, .bundle]

    DispatchQueue.concurrentPerform(iterations: 24) { number in
      let document = documents[number % documents.count]
      let other = ContractedStore.session(2 + number % 4)
      try? store.session(first).write(document, [UInt8(number % documents.count)])
      try? store.session(other).record(StateRecord(.claimed))
    }

    let session = try store.session(first)
    for (number, document) in documents.enumerated() {
      #expect(try session.read(document) == [UInt8(number)])
    }
    #expect(try made.store.actions(of: first).count == 1 + documents.count)
    for number in 2...5 {
      #expect(try made.store.actions(of: ContractedStore.session(number)) == ["state"])
    }
    #expect(try made.findings() == [])
  }
}
