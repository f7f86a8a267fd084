// Sidecars before, with and after their recording.

import Foundation
import JobRunner
import RecordStore
import Testing
import VoiceTypes

@Suite struct SidecarTests {
  private let inbox: Inbox

  init() throws { inbox = try Inbox() }

  private static let whole = """
    {"profile": \(Recordings.profile), "context": "clinic", "session_id": "7",
     "recorded_at": "2026-01-30T08:00:00Z", "device_model": "iPhone15,2", "consent": {"research": true}}
    """

  private func computed(_ inbox: Inbox) throws -> JSONValue {
    try inbox.json("sessions/\(inbox.session().id.text)/computed.json")
  }

  @Test func `a recording with a profile is assessed for the person`() throws {
    try inbox.deliver(with: Self.whole)

    let session = try inbox.session()
    let store = try inbox.openStore()
    let header = try #require(try store.existingSession(session.id)?.header())
    #expect(header.user == store.userHash(of: "anna-77"))
    #expect(header.context == "clinic")
    #expect(header.recordedAt == "2026-01-30T08:00:00Z")
    #expect(header.consent["research"] == true)
    #expect(try computed(inbox)["assessment"] != .null)
    #expect(try inbox.left() == [] && inbox.work() == [])
  }

  @Test func `a sidecar with a byte order mark names the person`() throws {
    try inbox.deliver(with: "\u{FEFF}" + Recordings.profile)

    let store = try inbox.openStore()
    let header = try #require(try store.existingSession(inbox.session().id)?.header())
    #expect(header.user == store.userHash(of: "anna-77"))
  }

  @Test func `a late assessment equals that of an analysis for the person`() throws {
    let first = try Inbox()
    try first.deliver(with: Recordings.profile)
    let later = try Inbox()
    try later.deliver()
    try later.deliver(Recordings.profile, "a.json")

    let (one, other) = (try computed(first), try computed(later))

    #expect(one["assessment"] == other["assessment"])
    #expect(one["biomarkers"] == other["biomarkers"])
  }

  @Test func `the profile is stored unchanged`() throws {
    try inbox.deliver(with: Self.whole)

    let answers = try inbox.json("sessions/\(inbox.session().id.text)/answers.json")

    #expect(answers["given"] == (try JSONValue.parse(Array(Self.whole.utf8))))
  }

  @Test func `a recording without a sidecar is a guest's`() throws {
    try inbox.deliver()

    #expect(try inbox.session().user == nil)
    #expect(try computed(inbox)["assessment"] == .null)
  }

  @Test func `a sidecar during the wait is part of the assessment`() throws {
    inbox.settings.span = .untilStopped
    inbox.settings.sidecarWait = .seconds(20)
    try inbox.put(Recordings.voice(), "a.wav")

    try inbox.watching(inbox.watcher()) {
      // The quick document is stored before the sidecar arrives.
      try wait { !inbox.stored("sessions").isEmpty }
      try inbox.put(Recordings.profile, "a.json")
      try wait { inbox.status()["totals"]?["ended"] == 1 }
    }

    #expect(try inbox.session().user != nil)
    #expect(try computed(inbox)["assessment"] != .null)
    #expect(try inbox.left() == [] && inbox.work() == [])
  }

  @Test func `a sidecar may be a bare profile`() throws {
    #expect(try Sidecar(parsing: Array(Recordings.profile.utf8)).profile?.userID == "anna-77")
  }

  @Test func `nine recordings with flat sidecars give one version of the person`() throws {
    for number in 1...9 {
      try inbox.put(
        """
        {"user_id": "anna-77", "age": 34, "session_id": "S\(number)", "task": "sustained_vowel",
         "recorded_at": "2026-01-0\(number)T09:00:00Z", "vowel": "a", "flags": [],
         "context": "visit \(number)", "reference": "R\(number)", "app_event": \(number)}
        """, "v\(number).json")
      try inbox.put(Recordings.voice(number), "v\(number).wav")
    }

    try inbox.drain()

    let store = try inbox.openStore()
    let persons = try store.copy(ofPerson: "anna-77").persons
    #expect(try inbox.sessions().count == 9)
    #expect(persons.map(\.content) == [["user_id": "anna-77", "age": 34]])
    // The store saves the whole sidecar with its recording.
    let answers = try inbox.sessions().map { session in
      try inbox.json("sessions/\(session.id.text)/answers.json")["given"]?["app_event"]
    }
    #expect(Set(answers.compactMap { $0?.text(.compact) }) == Set((1...9).map(String.init)))
  }

  @Test func `members of a person in a flat sidecar are the person's`() throws {
    let sidecar = try Sidecar(
      parsing: Array(
        #"{"user_id": "a", "device_model": "phone", "site": "Ward 3", "consent": {"x": 1}}"#.utf8))

    #expect(sidecar.person?.site == "Ward 3" && sidecar.profile?.deviceModel == "phone")
    #expect(sidecar.profile?.unknownMembers == [] && sidecar.consent == ["x": 1])
  }
}
