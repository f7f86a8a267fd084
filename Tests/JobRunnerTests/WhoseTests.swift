// Whose a companion is that comes late: a table, without files.

import Testing

@testable import JobRunner
@testable import RecordStore

@Suite struct WhoseTests {
  private static let (anna, otto) = (UserHash(text: "a"), UserHash(text: "b"))

  /// A session of a recording, by a digit for its name and a letter for its bytes.
  private static func session(
    _ digit: Character, of user: UserHash? = nil, _ bytes: String = "x",
    _ change: (inout Made) -> Void = { _ in }
  ) -> Candidate {
    var made = Made()
    change(&made)
    return Candidate(
      session: id(digit), user: user, recording: bytes, isUntold: made.isUntold ?? (user == nil),
      isCopy: made.isCopy, isInWork: made.isInWork)
  }

  private struct Made {
    var isUntold: Bool?
    var isCopy = false
    var isInWork = false
  }

  private static func id(_ digit: Character) -> SessionID {
    guard let id = SessionID("00000000-0000-4000-8000-00000000000\(digit)") else {
      preconditionFailure("the id is a UUID")
    }
    return id
  }

  @Test func `a sidecar goes to the one recording of its name that was told nothing`() {
    let told = Self.session("1", of: Self.otto)
    let untold = Self.session("2", "y")

    #expect(Whose(namesakes: [untold]).fate(ofSidecarOf: Self.anna) == .of(Self.id("2")))
    #expect(Whose(namesakes: [told, untold]).fate(ofSidecarOf: Self.anna) == .of(Self.id("2")))
    #expect(Whose(namesakes: [untold, told]).fate(ofSidecarOf: Self.anna) == .of(Self.id("2")))
    #expect(Whose(namesakes: [untold]).fate(ofSidecarOf: nil) == .of(Self.id("2")))
  }

  @Test func `a sidecar that may be of two recordings is of none`() {
    let whose = Whose(namesakes: [Self.session("1", "x"), Self.session("2", "y")])

    #expect(whose.fate(ofSidecarOf: Self.anna) == .orphan(.severalRecordings))
  }

  @Test func `a recording that was delivered twice is one`() {
    let copy = Self.session("1") { $0.isCopy = true }
    let whose = Whose(namesakes: [copy, Self.session("2")])

    #expect(whose.fate(ofSidecarOf: Self.anna) == .of(Self.id("2")))
  }

  @Test func `a second sidecar is a correction only of the latest and for the same person`() {
    let whose = Whose(namesakes: [
      Self.session("1", of: Self.otto), Self.session("2", of: Self.anna, "y"),
    ])

    #expect(whose.fate(ofSidecarOf: Self.anna) == .of(Self.id("2")))
    #expect(whose.fate(ofSidecarOf: Self.otto) == .orphan(.anotherPersons))
    #expect(whose.fate(ofSidecarOf: nil) == .orphan(.anotherPersons))
    let guest = Whose(namesakes: [Self.session("1") { $0.isUntold = false }])
    #expect(guest.fate(ofSidecarOf: nil) == .orphan(.anotherPersons))
  }

  @Test func `what is in work is waited for, and what has no recording waits`() {
    let busy = Self.session("1") { $0.isInWork = true }

    #expect(Whose(namesakes: [busy]).fate(ofSidecarOf: Self.anna) == .soon)
    #expect(Whose(namesakes: [busy]).fate(ofChecksum: "x") == .soon)
    #expect(Whose(namesakes: []).fate(ofSidecarOf: Self.anna) == .waits)
    #expect(Whose(namesakes: []).fate(ofChecksum: "x") == .waits)
  }

  @Test func `a hash decides among recordings, and is told of no other`() {
    let (first, second) = (Self.session("1", "x"), Self.session("2", "y"))
    let elsewhere = Self.session("3", "x")
    let whose = Whose(namesakes: [first, second])

    #expect(whose.fate(ofSidecarOf: Self.anna, for: [first]) == .of(Self.id("1")))
    #expect(whose.fate(ofSidecarOf: Self.anna, for: [elsewhere, first]) == .of(Self.id("1")))
    #expect(whose.fate(ofSidecarOf: Self.anna, for: [elsewhere]) == .of(Self.id("3")))
    #expect(whose.fate(ofSidecarOf: Self.anna, for: []) == .waits)
    let told = Self.session("1", of: Self.otto)
    #expect(whose.fate(ofSidecarOf: Self.anna, for: [told]) == .orphan(.anotherPersons))
  }

  @Test func `a checksum is of a recording that it fits`() {
    let whose = Whose(namesakes: [Self.session("1", "x"), Self.session("2", "y")])

    #expect(whose.fate(ofChecksum: "x") == .of(Self.id("1")))
    #expect(whose.fate(ofChecksum: "z") == .orphan(.noneFits))
    #expect(whose.fate(ofChecksum: nil) == .orphan(.unusableChecksum))
  }

  @Test(arguments: Orphan.Kind.allCases, Orphan.Reason.allCases)
  func `an orphan says why and what to do`(kind: Orphan.Kind, reason: Orphan.Reason) {
    let fault = Orphan.fault(kind, reason)

    #expect(fault.code.hasSuffix("_orphan"))
    #expect(!fault.message.isEmpty && !fault.advice.isEmpty)
  }
}
