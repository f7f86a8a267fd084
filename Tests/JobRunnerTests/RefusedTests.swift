// Unusable recordings and sidecars.

import Foundation
import JobRunner
import RecordStore
import Testing
import VoiceTypes

@Suite struct RefusedTests {
  private static let unusable: [(name: String, bytes: [UInt8], code: String)] = [
    ("silence.wav", Recordings.silence, "silent"), ("long.wav", Recordings.tooLong, "too_long"),
    ("text.wav", Array("not a recording at all, but a text".utf8), "not_a_wav"),
    ("empty.wav", [], "empty"),
    ("cut.wav", Array(Recordings.voice().prefix(30_000)), "truncated"),
  ]

  @Test(arguments: unusable.indices)
  func `an unmeasurable recording is quarantined with advice`(index: Int) throws {
    let (name, bytes, code) = Self.unusable[index]
    let inbox = try Inbox()
    try inbox.put(bytes, name)

    let result = try inbox.drain()

    let session = try inbox.session()
    let state = try inbox.openStore().existingSession(session.id)?.state()
    #expect(result == WatchResult(refused: 1, unfinished: 0))
    #expect(session.state == .refused)
    #expect(state?.fault?.code == code)
    #expect(inbox.stored("failed").contains(name))
    #expect(inbox.stored("failed").count == 2)
    #expect(try inbox.left() == [] && inbox.work() == [])
  }

  @Test func `an unusable recording does not delay others`() throws {
    let inbox = try Inbox()
    try inbox.put(Recordings.silence, "a.wav")
    try inbox.put(Recordings.voice(), "b.wav")

    try inbox.drain()

    #expect(Set(try inbox.sessions().map(\.state)) == [.refused, .filed])
  }

  @Test func `a recording with a different checksum is refused`() throws {
    let inbox = try Inbox()
    try inbox.put(String(repeating: "0", count: 64) + "  a.wav\n", "a.wav.sha256")
    try inbox.put(Recordings.voice(), "a.wav")

    try inbox.drain()

    let state = try inbox.openStore().existingSession(inbox.session().id)?.state()
    #expect(state?.fault?.code == "checksum_mismatch")
    #expect(try inbox.left() == [])
  }

  @Test func `a recording with a matching checksum is analysed`() throws {
    let inbox = try Inbox()
    let digest = try inbox.digest(of: Recordings.voice())
    try inbox.put("\(digest)  a.wav\n", "a.wav.sha256")
    try inbox.put(Recordings.voice(), "a.wav")

    try inbox.drain()

    #expect(try inbox.session().state == .filed)
    #expect(try inbox.left() == [])
  }

  @Test(arguments: ["{", "[]", #"{"profile": {"age": 7}}"#, #"{"profile": {"user_id": ""}}"#])
  func `an invalid sidecar is quarantined and its recording is analysed`(text: String) throws {
    let inbox = try Inbox()
    try inbox.put(text, "a.json")
    try inbox.put(Recordings.voice(), "a.wav")

    let result = try inbox.drain()

    #expect(result.refused == 1)
    #expect(try inbox.session().state == .filed)
    #expect(try inbox.session().user == nil)
    #expect(inbox.stored("failed").contains("a.json"))
    #expect(try inbox.left() == [] && inbox.work() == [])
  }

  @Test func `an unusable recording and its invalid sidecar are both quarantined`() throws {
    let inbox = try Inbox()
    try inbox.put("{", "a.json")
    try inbox.put(Recordings.silence, "a.wav")

    try inbox.drain()

    #expect(Set(inbox.stored("failed")).isSuperset(of: ["a.json", "a.wav"]))
    #expect(try inbox.left() == [] && inbox.work() == [])
  }
}

extension Inbox {
  /// SHA-256 of these bytes in the store.
  fileprivate func digest(of bytes: [UInt8]) throws -> String {
    let other = try Inbox()
    try other.put(bytes, "a.wav")
    try other.drain()
    let session = try other.session()
    return try #require(
      try other.openStore().existingSession(session.id)?.header()?.recording.sha256)
  }
}
