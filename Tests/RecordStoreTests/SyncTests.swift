// Synchronization of two stores of any kind.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

/// Two stores that are synchronized.
private struct Pair {
  let here: ContractedStore
  let there: ContractedStore
  private let scratch: Scratch

  init(_ first: ContractedKind, _ second: ContractedKind) throws {
    (here, there) = (try ContractedStore(first), try ContractedStore(second))
    scratch = try Scratch()
  }

  static let anna = "anna@example.org"

  /// A filed session of a person.
  @discardableResult
  func file(
    _ number: Int, in made: ContractedStore, of userID: String = anna, audio: [UInt8]? = nil,
    _ change: (inout SessionHeader) -> Void = { _ in }
  ) throws -> SessionID {
    try made.file(number, of: userID, audio: audio, change)
  }

  /// The export of a session, as another store reads it.
  func parcel(_ id: SessionID, from made: ContractedStore) throws -> (SessionSnapshot, String?) {
    let path = "\(scratch.path)/\(made.clock.now().milliseconds)-\(Int.random(in: 0 ... .max)).zip"
    try made.store.pack(id, to: path, version: "1")
    guard case .session(let copy) = try SyncBundle(at: path, on: POSIXFileSystem()) else {
      throw StoreError.unusable("no session")
    }
    return (copy, try made.store.owner(of: id))
  }

  @discardableResult
  func pass(
    _ id: SessionID, from source: ContractedStore, to target: ContractedStore
  ) throws -> SyncOutcome {
    let (copy, owner) = try parcel(id, from: source)
    return try target.store.merge(copy, of: owner)
  }

  /// The export of a person, as another store reads it.
  func person(from made: ContractedStore, _ userID: String = anna) throws -> PersonSnapshot {
    let path = "\(scratch.path)/\(Int.random(in: 0 ... .max)).zip"
    try made.store.pack(made.store.userHash(of: userID), to: path, version: "1")
    guard case .person(let copy) = try SyncBundle(at: path, on: POSIXFileSystem()) else {
      throw StoreError.unusable("no person")
    }
    return copy
  }

  /// Saves a profile with an age.
  func saveProfile(_ age: Int, in made: ContractedStore, _ userID: String = anna) throws {
    var profile = UserProfile(userID: userID)
    profile.age = Age(years: age)
    try made.store.save(Person(profile), for: made.store.userHash(of: userID), reason: "told")
  }

  func ages(in made: ContractedStore, _ userID: String = anna) throws -> [Int?] {
    let copy = try made.store.copy(of: made.store.userHash(of: userID))
    return try (copy?.persons ?? []).map { try $0.decoded().profile.age?.years }
  }

  /// The documents of a session without the hashes of the store.
  func documents(_ id: SessionID, in made: ContractedStore) throws -> [SessionDocument: [UInt8]] {
    let session = try #require(try made.store.existingSession(id))
    var found: [SessionDocument: [UInt8]] = [:]
    for document in SessionDocument.allCases { found[document] = try session.read(document) }
    found[.header] = found[.header].map(SessionHeader.shared)
    return found
  }

  /// Verification findings of either store.
  func findings() throws -> [String] { try here.findings() + there.findings() }
}

extension ContractedStore {
  /// Changes the context of a session, a second later.
  fileprivate func tell(_ context: String, of id: SessionID, reason: String = "told") throws {
    clock.advance(milliseconds: 1000)
    let session = try store.session(id)
    var header = try #require(try session.header())
    header.context = context
    try session.commit(SessionChange(reason, header: header))
  }
}

@Suite struct SyncTests {
  // MARK: - Sessions

  @Test(arguments: ContractedKind.allCases, ContractedKind.allCases)
  func `a session is copied once and completely, with its person, and equals the original`(
    first: ContractedKind, second: ContractedKind
  ) throws {
    let pair = try Pair(first, second)
    let id = try pair.file(1, in: pair.here)

    let taken = try pair.pass(id, from: pair.here, to: pair.there)
    let again = try pair.pass(id, from: pair.here, to: pair.there)
    let back = try pair.pass(id, from: pair.there, to: pair.here)

    #expect([taken, again, back] == [.new, .present, .present])
    #expect(try pair.documents(id, in: pair.here) == pair.documents(id, in: pair.there))
    let owner = pair.there.store.userHash(of: Pair.anna)
    #expect(try pair.there.store.sessions(of: owner) == [id])
    #expect(try pair.there.store.existingSession(id)?.header()?.user == owner)
    let digests = try [pair.here, pair.there].map { try $0.store.digest(of: id) }
    #expect(digests[0] == digests[1] && digests[0]?.blockReason == nil)
    #expect(try pair.findings() == [])
  }

  @Test(arguments: ContractedKind.allCases, ContractedKind.allCases)
  func `later events of a session are added, earlier states change nothing`(
    first: ContractedKind, second: ContractedKind
  ) throws {
    let pair = try Pair(first, second)
    let id = try pair.file(1, in: pair.here)
    try pair.pass(id, from: pair.here, to: pair.there)
    let (former, owner) = try pair.parcel(id, from: pair.here)
    try pair.here.tell("corrected", of: id)
    try pair.here.store.session(id).noteOnce("amended", field: "amended_by", new: "another")

    let taken = try pair.pass(id, from: pair.here, to: pair.there)
    let again = try pair.pass(id, from: pair.here, to: pair.there)
    let late = try pair.there.store.merge(former, of: owner)

    #expect([taken, again, late] == [.extended, .present, .older])
    #expect(try pair.documents(id, in: pair.here) == pair.documents(id, in: pair.there))
    #expect(try pair.there.store.existingSession(id)?.header()?.context == "corrected")
    let digests = try [pair.here, pair.there].map { try $0.store.digest(of: id) }
    #expect(digests[0] == digests[1])
    #expect(try pair.findings() == [])
  }

  @Test(arguments: ContractedKind.allCases, ContractedKind.allCases)
  func `different sessions of one id are reported and stay`(
    first: ContractedKind, second: ContractedKind
  ) throws {
    let pair = try Pair(first, second)
    let id = try pair.file(1, in: pair.here)
    try pair.file(1, in: pair.there, audio: [1, 2, 3])
    let before = try pair.documents(id, in: pair.there)
    let lines = try pair.there.events().count

    let taken = try pair.pass(id, from: pair.here, to: pair.there)

    #expect(taken == .differs)
    #expect(try pair.documents(id, in: pair.there) == before)
    #expect(try pair.there.events().count == lines)
    #expect(try pair.findings() == [])
  }

  @Test(arguments: ContractedKind.allCases, ContractedKind.allCases)
  func `sessions that were changed on both sides are reported and stay`(
    first: ContractedKind, second: ContractedKind
  ) throws {
    let pair = try Pair(first, second)
    let id = try pair.file(1, in: pair.here)
    try pair.pass(id, from: pair.here, to: pair.there)
    for (made, word) in [(pair.here, "here"), (pair.there, "there")] {
      try made.tell(word, of: id, reason: "edited \(word)")
    }

    #expect(try pair.pass(id, from: pair.here, to: pair.there) == .differs)
    #expect(try pair.pass(id, from: pair.there, to: pair.here) == .differs)

    #expect(try pair.here.store.existingSession(id)?.header()?.context == "here")
    #expect(try pair.there.store.existingSession(id)?.header()?.context == "there")
  }

  @Test(arguments: ContractedKind.allCases, ContractedKind.allCases)
  func `purged sessions and recordings do not return`(
    first: ContractedKind, second: ContractedKind
  ) throws {
    let pair = try Pair(first, second)
    let (gone, silent) = (try pair.file(1, in: pair.here), try pair.file(2, in: pair.here))
    for id in [gone, silent] { try pair.pass(id, from: pair.here, to: pair.there) }
    try pair.there.store.purge(gone)
    var change = SessionChange("audio_purged")
    change.removed = [.audio]
    try pair.there.store.session(silent).commit(change)

    let taken = try [gone, silent].map { try pair.pass($0, from: pair.here, to: pair.there) }
    let back = try pair.pass(silent, from: pair.there, to: pair.here)

    #expect(taken == [.erased, .older] && back == .extended)
    #expect(try pair.there.store.digest(of: gone) == nil)
    #expect(try pair.there.store.existingSession(silent)?.read(.audio) == nil)
    // A rule of one store removes nothing in another.
    #expect(try pair.here.store.existingSession(silent)?.read(.audio) != nil)
    #expect(try pair.findings() == [])
  }

  @Test(arguments: ContractedKind.allCases, ContractedKind.allCases)
  func `data of a person do not return after a withdrawal`(
    first: ContractedKind, second: ContractedKind
  ) throws {
    let pair = try Pair(first, second)
    try pair.saveProfile(34, in: pair.here)
    let (old, unseen) = (try pair.file(1, in: pair.here), try pair.file(2, in: pair.here))
    let person = try pair.person(from: pair.here)
    #expect(try pair.there.store.merge(person) == .new)
    #expect(try pair.pass(old, from: pair.here, to: pair.there) == .new)
    pair.there.clock.advance(milliseconds: 1000)

    let withdrawn = try pair.there.store.withdraw(Pair.anna, except: nil)
    let taken = try [old, unseen].map { try pair.pass($0, from: pair.here, to: pair.there) }

    #expect(withdrawn == [old] && taken == [.erased, .erased])
    #expect(try pair.there.store.merge(person) == .erased)
    #expect(try pair.there.store.sessions(SessionQuery()).isEmpty)
    #expect(try pair.there.store.people() == [])
    #expect(try pair.findings() == [])
  }

  @Test(arguments: ContractedKind.allCases)
  func `guests, unfinished sessions and quick answers are not synchronized`(
    kind: ContractedKind
  ) throws {
    let pair = try Pair(kind, kind)
    let guest = try pair.file(1, in: pair.here, of: AnonymousID.fresh()) {
      $0.setPerson(userID: AnonymousID.fresh(), of: pair.here.store)
    }
    let quick = try pair.file(2, in: pair.here) { $0.storage = .quickAnswer }
    try pair.here.claim(3, of: Pair.anna)
    let fine = try pair.file(4, in: pair.here)

    let reasons = try [guest, quick, ContractedStore.session(3), fine].map {
      try pair.here.store.digest(of: $0)?.blockReason
    }

    #expect(reasons == [.nobodys, .notAgreedTo, .unfinished, nil])
  }

  // MARK: - People

  @Test(arguments: ContractedKind.allCases, ContractedKind.allCases)
  func `the latest profile of both sides is current, and the others precede it`(
    first: ContractedKind, second: ContractedKind
  ) throws {
    let pair = try Pair(first, second)
    try pair.saveProfile(34, in: pair.here)
    #expect(try pair.there.store.merge(pair.person(from: pair.here)) == .new)
    pair.here.clock.advance(milliseconds: 1000)
    pair.there.clock.advance(milliseconds: 2000)
    try pair.saveProfile(35, in: pair.here)
    try pair.saveProfile(36, in: pair.there)

    let pushed = try pair.there.store.merge(pair.person(from: pair.here))
    let pulled = try pair.here.store.merge(pair.person(from: pair.there))
    let again = [
      try pair.there.store.merge(pair.person(from: pair.here)),
      try pair.here.store.merge(pair.person(from: pair.there)),
    ]

    #expect((pushed, pulled) == (.mergedOlder, .mergedNewer))
    #expect(again == [.present, .present])
    #expect(try pair.ages(in: pair.there) == [34, 36, 35, 36])
    #expect(try pair.ages(in: pair.here).last == 36)
    #expect(try Set(pair.ages(in: pair.here)) == [34, 35, 36])
    let copies = try [pair.here, pair.there].map {
      try $0.store.copy(of: $0.store.userHash(of: Pair.anna))?.sha256
    }
    #expect(copies[0] == copies[1] && copies[0] != nil)
    #expect(try pair.findings() == [])
  }

  @Test(arguments: ContractedKind.allCases, ContractedKind.allCases)
  func `later baselines are added, and alerts are merged with their acknowledgment`(
    first: ContractedKind, second: ContractedKind
  ) throws {
    let pair = try Pair(first, second)
    let user = pair.here.store.userHash(of: Pair.anna)
    let other = pair.there.store.userHash(of: Pair.anna)
    func baseline(_ number: Int) -> JSONValue {
      ["person": ["user_id": .string(Pair.anna)], "number": .int(number)]
    }
    try pair.saveProfile(34, in: pair.here)
    try pair.here.store.save(baseline(1), for: user, reason: "r")
    #expect(try pair.there.store.merge(pair.person(from: pair.here)) == .new)
    pair.here.clock.advance(milliseconds: 1000)
    try pair.here.store.save(baseline(2), for: user, reason: "r")
    let alert = ComparisonFindings.Alert(
      rule: .twoFamilies, sessionID: ContractedStore.session(1).text,
      families: [.jitter, .shimmer])
    let raised = try pair.here.store.raise([alert], by: ContractedStore.session(1), for: user)
    try pair.here.store.acknowledge(raised[0].id, by: "Clara", note: nil, for: user)

    let taken = try pair.there.store.merge(pair.person(from: pair.here))

    #expect(taken == .extended)
    let kept = try pair.there.store.baselines(for: other)
    #expect(kept.map(\.content) == [baseline(1), baseline(2)])
    #expect(kept.map(\.number) == [1, 2] && kept[1].parentSHA256 == kept[0].sha256)
    #expect(try pair.there.store.alerts(for: other).map(\.acknowledged?.by) == ["Clara"])
    #expect(try pair.there.store.merge(pair.person(from: pair.here)) == .present)
    #expect(try pair.findings() == [])
  }

  // MARK: - Faults

  /// Synchronizes new stores with a fault at each step, and once more after each fault.
  private func tryAll(
    _ kind: ContractedKind, _ disturbance: Disturbance, _ expected: SyncOutcome,
    _ prepare: (Pair) throws -> Void
  ) throws -> Int {
    let (id, distance) = (ContractedStore.session(1), Steps.every(19))
    var step = 1 - distance
    while true {
      step += distance
      let pair = try Pair(.sqlite, kind)
      try prepare(pair)
      pair.there.disturb(at: pair.there.steps + step, by: disturbance)
      _ = try? pair.pass(id, from: pair.here, to: pair.there)
      let wasDisturbed = pair.there.wasDisturbed
      pair.there.calm()
      let outcome = try pair.pass(id, from: pair.here, to: pair.there)
      // The fault may be after the commit.
      #expect(outcome == .present || outcome == expected, "step \(step)")
      #expect(try pair.pass(id, from: pair.here, to: pair.there) == .present, "step \(step)")
      #expect(try pair.documents(id, in: pair.here) == pair.documents(id, in: pair.there))
      #expect(try pair.findings() == [], "step \(step)")
      if !wasDisturbed { return step - 1 }
    }
  }

  @Test(arguments: ContractedKind.allCases)
  func `a new or extended session is complete after a fault at any step and a second call`(
    kind: ContractedKind
  ) throws {
    let id = ContractedStore.session(1)
    for disturbance in Disturbance.allCases {
      let new = try tryAll(kind, disturbance, .new) { try $0.file(1, in: $0.here) }
      let extended = try tryAll(kind, disturbance, .extended) { pair in
        try pair.file(1, in: pair.here)
        try pair.pass(id, from: pair.here, to: pair.there)
        try pair.here.tell("corrected", of: id)
      }
      #expect(new >= 1 && extended >= 1, "\(disturbance)")
    }
  }
}
