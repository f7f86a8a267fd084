// The person of a recording with an invalid sidecar, and the metadata in sessions for every result.

import Foundation
import JobRunner
import RecordStore
import Testing
import VoiceTypes

@Suite struct MetadataTests {
  private let inbox: Inbox

  init() throws { inbox = try Inbox() }

  @Test(arguments: [
    #"{"profile": {"user_id": "kim", "age": "34"}}"#, #"{"userId": "kim"}"#,
    #"{"profile": {"user-id": "kim"}}"#, #"{"Profile": {"user_id": "kim"}}"#,
    #"{"profile": {"user_id": "kim", "Age": 34}}"#, #"{"user_id": "kim", "sessionID": "7"}"#,
    #"{"patient": "7"}"#, #"{"profile": null, "patient": "7"}"#,
    #"{"profile": {"user_id": "kim"}, "user_id": "otto"}"#, "{", #"{"reference": ""}"#,
    "[]", #"{"profile": {"age": 7}}"#, #"{"profile": {"user_id": ""}}"#,
  ])
  func `a recording with an invalid sidecar has an unknown person, not a guest`(
    sidecar: String
  ) throws {
    #expect(try inbox.deliver(with: sidecar).refused == 1)

    let session = try inbox.session()
    #expect(try inbox.header(session).person == .unknown)
    #expect(session.person == .unknown && session.user == nil && session.state == .filed)
    #expect(try inbox.json("sessions/\(session.id.text)/computed.json")["assessment"] == .null)
    #expect(inbox.stored("failed").contains("a.json"))
    #expect(try inbox.codes() == ["profile_invalid"])
    // The retention of guests does not apply.
    #expect(session.person?.isGuest == false)
    #expect(try inbox.findings() == [] && inbox.left() == [] && inbox.work() == [])
  }

  @Test(arguments: [#"{"context": "clinic"}"#, #"{"profile": null}"#, "{}"])
  func `a sidecar without a person is a guest's`(sidecar: String) throws {
    #expect(try inbox.deliver(with: sidecar) == WatchResult())

    #expect(try inbox.session().person == .guest)
  }

  @Test func `an unknown key is stored for a known person`() throws {
    try inbox.put(Inbox.sidecar(of: "kim", #", "ward": "B 12""#), "a.json")
    #expect(try inbox.deliver() == WatchResult())

    let answers = try inbox.json("sessions/\(inbox.session().id.text)/answers.json")
    #expect(answers["given"]?["ward"] == "B 12")
    #expect(try inbox.session().person == .known)
  }

  @Test(arguments: [
    (#"{"userId": "kim"}"#, "did you mean \"user_id\""),
    (#"{"Profile": {}}"#, "did you mean \"profile\""), (#"{"patient": "7"}"#, "names no person"),
    (#"{"sha256": "12"}"#, "sha256"), (#"{"reference": 7}"#, "reference: found a number"),
    ("{}x", "there is more text"), (#"{"profile": 7}"#, "profile"), (#"{"context": 7}"#, "context"),
    (#"{"recorded_at": "yesterday"}"#, "recorded_at"), (#"{"flags": ["tired"]}"#, "flags"),
  ])
  func `the problem of a sidecar is reported`(text: String, problem: String) {
    #expect {
      try Sidecar(parsing: Array(text.utf8))
    } throws: { error in
      (error as? SidecarFault)?.problems.contains { $0.contains(problem) } ?? false
    }
  }

  @Test func `a corrected sidecar makes the person known`() throws {
    try inbox.deliver(with: #"{"profile": {"user_id": "kim", "age": "34"}}"#)
    try inbox.deliver(#"{"profile": {"user_id": "kim", "age": 34}}"#, "a.json")

    let session = try inbox.session()
    #expect(session.user == (try inbox.openStore().userHash(of: "kim")))
    #expect(session.person == .known)
    #expect(try inbox.json("sessions/\(session.id.text)/computed.json")["assessment"] != .null)
    #expect(try inbox.findings() == [])
  }

  @Test func `a late invalid sidecar makes the person unknown`() throws {
    try inbox.deliver()
    try inbox.deliver(#"{"userId": "kim"}"#, "a.json")

    #expect(try inbox.session().person == .unknown)
    #expect(try inbox.codes() == ["profile_invalid"])
    #expect(try inbox.findings() == [] && inbox.left() == [])
  }

  @Test func `a recording of an unknown person is no duplicate of a guest's`() throws {
    try inbox.deliver()
    try inbox.deliver(Recordings.voice(), "b.wav", with: #"{"userId": "kim"}"#)

    #expect(try inbox.sessions().map(\.state) == [.filed, .filed])
    #expect(Set(try inbox.sessions().map(\.person)) == [.unknown, .guest])
  }

  /// A sidecar with a reference, by which the session can be found.
  private static let sidecar = Inbox.sidecar(of: "kim", #", "reference": "order 7""#)

  private func expectTold(_ state: SessionState) throws {
    var query = SessionQuery()
    query.reference = "order 7"
    let session = try #require(try inbox.openStore().sessions(query).first)
    let header = try inbox.header(session)
    #expect(session.state == state)
    #expect(try inbox.userID(of: session) == "kim")
    #expect(header.user == (try inbox.openStore().userHash(of: "kim")))
    #expect(header.recording.sha256 != nil)
    #expect(try inbox.findings() == [] && inbox.left() == [] && inbox.work() == [])
  }

  @Test(arguments: [Recordings.silence, Recordings.tooLong, Array("no recording".utf8), []])
  func `a refused recording keeps its metadata`(bytes: [UInt8]) throws {
    try inbox.deliver(bytes, with: Self.sidecar)

    try expectTold(.refused)
  }

  @Test func `a recording with another checksum keeps its metadata`() throws {
    try inbox.put(Self.sidecar, "a.json")
    try inbox.put(String(repeating: "0", count: 64) + "  a.wav\n", "a.wav.sha256")
    try inbox.deliver()

    try expectTold(.refused)
  }

  @Test func `a duplicate keeps its metadata`() throws {
    try inbox.deliver(with: Inbox.sidecar(of: "kim"))
    try inbox.deliver(Recordings.voice(), "b.wav", with: Self.sidecar)

    try expectTold(.duplicate)
  }

  @Test(arguments: [Recordings.silence, Recordings.voice()])
  func `a late sidecar amends refused and duplicate sessions`(bytes: [UInt8]) throws {
    try inbox.deliver()
    try inbox.deliver(bytes, "b.wav")
    try inbox.deliver(Self.sidecar, "b.json")

    try expectTold(bytes == Recordings.silence ? .refused : .duplicate)
  }

  @Test func `a person of a duplicate applies to the first session, which has the audio`() throws {
    try inbox.deliver()
    try inbox.deliver(Recordings.voice(), "b.wav")
    try inbox.deliver(Inbox.sidecar(of: "kim"), "b.json")

    #expect(try inbox.sessions().map(\.person) == [.known, .known])
    #expect(Set(try inbox.sessions().map(\.state)) == [.filed, .duplicate])
  }

  @Test func `a recording that crashes the program keeps its metadata`() throws {
    let id = "11111111-2222-3333-4444-555555555555"
    try inbox.putClaimed(Recordings.voice(), "a.wav", for: id)
    try inbox.putClaimed(Array(Self.sidecar.utf8), "a.json", for: id)
    try inbox.putClaimed(Array("\n\n\n".utf8), ".attempts", for: id)

    try inbox.drain()

    #expect(try inbox.userID(of: inbox.session()) == "kim")
    #expect(try inbox.session().reference == "order 7")
    #expect(try inbox.session().state == .failed)
  }
}
