// The source of a recording after its analysis, by policy.

import Foundation
import JobRunner
import RecordStore
import Testing

@Suite struct AudioPolicyTests {
  @Test func `with policy keep, a recording stays and is analysed once, also after a restart`()
    throws
  {
    let inbox = try Inbox()
    inbox.settings.audio = .keep
    try inbox.put(Recordings.voice(), "a.wav")

    try inbox.drain()
    try inbox.drain()

    #expect(try inbox.session().state == .filed)
    #expect(try inbox.left() == ["a.wav"])
    #expect(try inbox.work() == [])
  }

  @Test func `with policy keep, a replaced recording is analysed again`() throws {
    let inbox = try Inbox()
    inbox.settings.audio = .keep
    try inbox.put(Recordings.voice(1), "a.wav")
    try inbox.drain()
    try inbox.put(Recordings.voice(2), "a.wav")
    try inbox.drain()

    #expect(try inbox.sessions().map(\.state) == [.filed, .filed])
  }

  @Test func `with policy keep, a recording that is written again is recognized by its content`()
    throws
  {
    let inbox = try Inbox()
    inbox.settings.audio = .keep
    try inbox.put(Recordings.voice(), "a.wav")
    try inbox.drain()
    try inbox.put(Recordings.voice(), "a.wav")

    try inbox.drain()

    #expect(Set(try inbox.sessions().map(\.state)) == [.filed, .duplicate])
    #expect(try inbox.left() == ["a.wav"])
  }

  @Test func `with policy keep, recording and sidecar stay`() throws {
    let inbox = try Inbox()
    inbox.settings.audio = .keep
    try inbox.put(Recordings.profile, "a.json")
    try inbox.put(Recordings.voice(), "a.wav")

    try inbox.drain()
    try inbox.drain()

    #expect(try inbox.session().user != nil)
    #expect(try inbox.left() == ["a.json", "a.wav"])
  }

  @Test func `with policy delete, a recording is in neither folder`() throws {
    let inbox = try Inbox()
    inbox.settings.audio = .delete
    try inbox.put(Recordings.voice(), "a.wav")

    try inbox.drain()

    let session = try inbox.session()
    #expect(session.state == .filed)
    #expect(try inbox.left() == [])
    #expect(try inbox.openStore().existingSession(session.id)?.read(.audio) == nil)
  }

  @Test(arguments: AudioPolicy.allCases)
  func `a duplicate refers to the first session and leaves the inbox, except with policy keep`(
    audio: AudioPolicy
  ) throws {
    let inbox = try Inbox()
    inbox.settings.audio = audio
    try inbox.put(Recordings.voice(), "a.wav")
    try inbox.drain()
    try inbox.put(Recordings.voice(), "b.wav")

    let result = try inbox.drain()

    let sessions = try inbox.sessions()
    let first = try #require(sessions.first { $0.name == "a.wav" })
    let copy = try #require(sessions.first { $0.name == "b.wav" })
    let state = try inbox.openStore().existingSession(copy.id)?.state()
    #expect(result.refused == 0)
    #expect(copy.state == .duplicate)
    #expect(state?.duplicateOf == first.id)
    #expect(!inbox.stored("sessions/\(copy.id.text)").contains("computed.json"))
    #expect(try inbox.left() == (audio == .keep ? ["a.wav", "b.wav"] : []))
  }

  @Test func `simultaneous duplicates are analysed once`() throws {
    let inbox = try Inbox()
    for number in 0..<20 { try inbox.put(Recordings.voice(), "\(number).wav") }

    try inbox.drain()

    let states = try inbox.sessions().map(\.state)
    #expect(states.count { $0 == .filed } == 1)
    #expect(states.count { $0 == .duplicate } == 19)
  }

  @Test func `the same audio of two people is no duplicate`() throws {
    let inbox = try Inbox()
    for name in ["a", "b"] {
      try inbox.put(#"{"user_id": "\#(name)"}"#, "\(name).json")
      try inbox.put(Recordings.voice(), "\(name).wav")
    }

    try inbox.drain()

    #expect(try inbox.sessions().map(\.state) == [.filed, .filed])
  }
}
