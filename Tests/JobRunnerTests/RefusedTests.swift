// Unusable recordings and sidecars.

import Foundation
import JobRunner
import RecordStore
import Testing
import VoiceTypes

@Suite struct RefusedTests {
  private let inbox: Inbox

  init() throws { inbox = try Inbox() }

  private static let unusable: [(name: String, bytes: [UInt8], code: String)] = [
    ("silence.wav", Recordings.silence, "silent"), ("long.wav", Recordings.tooLong, "too_long"),
    ("text.wav", Array("not a recording at all, but a text".utf8), "not_a_wav"),
    ("empty.wav", [], "empty"), ("cut.wav", Array(Recordings.voice().prefix(30_000)), "truncated"),
  ]

  @Test(arguments: unusable.indices)
  func `an unmeasurable recording is quarantined with advice`(index: Int) throws {
    let (name, bytes, code) = Self.unusable[index]
    try inbox.put(bytes, name)

    #expect(try inbox.drain() == WatchResult(refused: 1, unfinished: 0))

    let session = try inbox.session()
    let state = try inbox.openStore().existingSession(session.id)?.state()
    #expect(session.state == .refused)
    #expect(state?.fault?.code == code)
    #expect(inbox.stored("failed").contains(name))
    #expect(inbox.stored("failed").count == 2)
    #expect(try inbox.left() == [] && inbox.work() == [])
  }

  @Test func `a recording with a matching checksum is analysed`() throws {
    let digest = Inbox.digest(of: Recordings.voice())
    try inbox.put("\(digest)  a.wav\n", "a.wav.sha256")
    try inbox.deliver()

    #expect(try inbox.session().state == .filed)
    #expect(try inbox.left() == [])
  }

  @Test func `an unusable recording and its invalid sidecar are both quarantined`() throws {
    try inbox.deliver(Recordings.silence, with: "{")

    #expect(Set(inbox.stored("failed")).isSuperset(of: ["a.json", "a.wav"]))
    #expect(try inbox.left() == [] && inbox.work() == [])
  }
}
