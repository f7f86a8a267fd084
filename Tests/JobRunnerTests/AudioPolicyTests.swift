// The source of a recording after its analysis, by policy.

import Foundation
import JobRunner
import RecordStore
import Testing

@Suite struct AudioPolicyTests {
  private let inbox: Inbox

  init() throws { inbox = try Inbox() }

  @Test func `with policy keep, a replaced recording is analysed again`() throws {
    inbox.settings.audio = .keep
    try inbox.deliver(Recordings.voice(1))
    try inbox.deliver(Recordings.voice(2))

    #expect(try inbox.sessions().map(\.state) == [.filed, .filed])
  }

  @Test func `with policy keep, a recording that is written again is recognized by its content`()
    throws
  {
    inbox.settings.audio = .keep
    try inbox.deliver()
    try inbox.deliver()

    #expect(Set(try inbox.sessions().map(\.state)) == [.filed, .duplicate])
    #expect(try inbox.left() == ["a.wav"])
  }

  @Test func `with policy keep, recording and sidecar stay and are used once`() throws {
    inbox.settings.audio = .keep
    try inbox.deliver(with: Recordings.profile)
    try inbox.drain()

    #expect(try inbox.session().user != nil && inbox.session().state == .filed)
    #expect(try inbox.left() == ["a.json", "a.wav"] && inbox.work() == [])
  }

  @Test(arguments: AudioPolicy.allCases)
  func `a duplicate refers to the first session and leaves the inbox, except with policy keep`(
    audio: AudioPolicy
  ) throws {
    inbox.settings.audio = audio
    try inbox.deliver()
    #expect(try inbox.deliver(Recordings.voice(), "b.wav").refused == 0)

    let sessions = try inbox.sessions()
    let first = try #require(sessions.first { $0.name == "a.wav" })
    let copy = try #require(sessions.first { $0.name == "b.wav" })
    let state = try inbox.openStore().existingSession(copy.id)?.state()
    #expect(copy.state == .duplicate)
    #expect(state?.duplicateOf == first.id)
    #expect(!inbox.stored("sessions/\(copy.id.text)").contains("computed.json"))
    #expect(try inbox.left() == (audio == .keep ? ["a.wav", "b.wav"] : []))
  }

  @Test func `simultaneous duplicates are analysed once`() throws {
    for number in 0..<20 { try inbox.put(Recordings.voice(), "\(number).wav") }

    try inbox.drain()

    let states = try inbox.sessions().map(\.state)
    #expect(states.count { $0 == .filed } == 1)
    #expect(states.count { $0 == .duplicate } == 19)
  }

  @Test func `the same audio of two people is no duplicate`() throws {
    for name in ["a", "b"] {
      try inbox.put(Recordings.voice(), "\(name).wav", with: #"{"user_id": "\#(name)"}"#)
    }

    try inbox.drain()

    #expect(try inbox.sessions().map(\.state) == [.filed, .filed])
  }
}
