// The match of a late sidecar or checksum: a table, without files.

import Testing

@testable import JobRunner
@testable import RecordStore

@Suite struct SidecarMatchTests {
  private static let (anna, otto) = (UserHash(text: "a"), UserHash(text: "b"))

  /// A session of a recording, by a digit for its name and a letter for its bytes.
  private static func session(
    _ digit: Character, of user: UserHash? = nil, _ bytes: String = "x",
    _ change: (inout Made) -> Void = { _ in }
  ) -> Candidate {
    var made = Made()
    change(&made)
    return Candidate(
      session: id(digit), user: user, recording: bytes,
      lacksMetadata: made.lacksMetadata ?? (user == nil),
      isCopy: made.isCopy, isInWork: made.isInWork)
  }

  private struct Made {
    var lacksMetadata: Bool?
    var isCopy = false
    var isInWork = false
  }

  private static func id(_ digit: Character) -> SessionID {
    guard let id = SessionID("00000000-0000-4000-8000-00000000000\(digit)") else {
      preconditionFailure("the id is a UUID")
    }
    return id
  }

  @Test func `a sidecar matches the one recording of its name without metadata`() {
    let told = Self.session("1", of: Self.otto)
    let unmatched = Self.session("2", "y")

    #expect(
      SidecarMatch(namesakes: [unmatched]).decision(ofSidecarOf: Self.anna) == .of(Self.id("2")))
    #expect(
      SidecarMatch(namesakes: [told, unmatched]).decision(ofSidecarOf: Self.anna)
        == .of(Self.id("2")))
    #expect(
      SidecarMatch(namesakes: [unmatched, told]).decision(ofSidecarOf: Self.anna)
        == .of(Self.id("2")))
    #expect(SidecarMatch(namesakes: [unmatched]).decision(ofSidecarOf: nil) == .of(Self.id("2")))
  }

  @Test func `a sidecar of two possible recordings matches none`() {
    let match = SidecarMatch(namesakes: [Self.session("1", "x"), Self.session("2", "y")])

    #expect(match.decision(ofSidecarOf: Self.anna) == .orphan(.severalRecordings))
  }

  @Test func `duplicates count as one recording`() {
    let copy = Self.session("1") { $0.isCopy = true }
    let match = SidecarMatch(namesakes: [copy, Self.session("2")])

    #expect(match.decision(ofSidecarOf: Self.anna) == .of(Self.id("2")))
  }

  @Test func `a second sidecar corrects only the latest recording of the same person`() {
    let match = SidecarMatch(namesakes: [
      Self.session("1", of: Self.otto), Self.session("2", of: Self.anna, "y"),
    ])

    #expect(match.decision(ofSidecarOf: Self.anna) == .of(Self.id("2")))
    #expect(match.decision(ofSidecarOf: Self.otto) == .orphan(.anotherPersons))
    #expect(match.decision(ofSidecarOf: nil) == .orphan(.anotherPersons))
    let guest = SidecarMatch(namesakes: [Self.session("1") { $0.lacksMetadata = false }])
    #expect(guest.decision(ofSidecarOf: nil) == .orphan(.anotherPersons))
  }

  @Test func `a sidecar waits for a recording in progress, and without a recording`() {
    let busy = Self.session("1") { $0.isInWork = true }

    #expect(SidecarMatch(namesakes: [busy]).decision(ofSidecarOf: Self.anna) == .soon)
    #expect(SidecarMatch(namesakes: [busy]).decision(ofChecksum: "x") == .soon)
    #expect(SidecarMatch(namesakes: []).decision(ofSidecarOf: Self.anna) == .waits)
    #expect(SidecarMatch(namesakes: []).decision(ofChecksum: "x") == .waits)
  }

  @Test func `a SHA-256 decides among recordings, and matches no other`() {
    let (first, second) = (Self.session("1", "x"), Self.session("2", "y"))
    let elsewhere = Self.session("3", "x")
    let match = SidecarMatch(namesakes: [first, second])

    #expect(match.decision(ofSidecarOf: Self.anna, for: [first]) == .of(Self.id("1")))
    #expect(match.decision(ofSidecarOf: Self.anna, for: [elsewhere, first]) == .of(Self.id("1")))
    #expect(match.decision(ofSidecarOf: Self.anna, for: [elsewhere]) == .of(Self.id("3")))
    #expect(match.decision(ofSidecarOf: Self.anna, for: []) == .waits)
    let told = Self.session("1", of: Self.otto)
    #expect(match.decision(ofSidecarOf: Self.anna, for: [told]) == .orphan(.anotherPersons))
  }

  @Test func `a checksum matches a recording with this SHA-256`() {
    let match = SidecarMatch(namesakes: [Self.session("1", "x"), Self.session("2", "y")])

    #expect(match.decision(ofChecksum: "x") == .of(Self.id("1")))
    #expect(match.decision(ofChecksum: "z") == .orphan(.noneFits))
    #expect(match.decision(ofChecksum: nil) == .orphan(.unusableChecksum))
  }
}
