// The content of amendments.

import BaselineService
import Foundation
import JobRunner
import RecordStore
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes

@Suite struct AmendmentTests {
  private static let person = UserProfile(userID: "carla")

  private let inbox: Inbox

  init() throws { inbox = try Inbox() }

  private func pipelines() throws -> JobPipelines {
    JobPipelines(environment: Inbox.environment(), assessor: try .embedded())
  }

  private func filed(
    _ bytes: [UInt8] = Recordings.voice(), _ audio: AudioPolicy = .archive
  ) throws -> (RecordStore, StoredSession) {
    inbox.settings.audio = audio
    try inbox.put(bytes, "a.wav")
    try inbox.deliver(Inbox.sidecar(of: "anna", #", "context": "clinic""#), "a.json")
    let store = try inbox.openStore()
    return (store, try store.session(inbox.session().id))
  }

  private func amended(
    _ session: StoredSession, in store: RecordStore, for profile: UserProfile?
  ) throws -> (SessionAmendment, StoredSession) {
    let id = try #require(SessionID("00000000-0000-4000-8000-000000000001"))
    let amendment = try SessionAmendment(of: session, in: store, for: profile, by: pipelines())
    try amendment.file(as: id, reason: "another person")
    return (amendment, try store.session(id))
  }

  private func json(_ document: SessionDocument, of session: StoredSession) throws -> JSONValue {
    try JSONValue.parse(try #require(try session.read(document)))
  }

  @Test func `an amendment without a profile copies the former session`() throws {
    let (store, former) = try filed()

    let (amendment, new) = try amended(former, in: store, for: nil)

    #expect(!amendment.isReanalysed && amendment.note == nil)
    for document in [SessionDocument.answers, .quick, .computed, .audio] {
      #expect(try new.read(document) == former.read(document), "\(document)")
    }
    #expect(try new.header()?.parent == SessionParent(former.id, reason: "another person"))
    #expect(try new.state()?.state == .filed)
    #expect(try former.auditLines().last?.entry.action == "amended")
    #expect(try inbox.findings() == [])
  }

  @Test func `an archived recording is analysed again for the corrected person`() throws {
    let (store, former) = try filed()

    let (amendment, new) = try amended(former, in: store, for: Self.person)

    let (old, computed) = (try json(.computed, of: former), try json(.computed, of: new))
    #expect(amendment.isReanalysed && amendment.note == nil)
    #expect(computed["biomarkers"] == old["biomarkers"])
    #expect(computed[path: ["assessment", "notice"]] != nil)
    #expect(try json(.answers, of: new)[path: ["given", "profile", "user_id"]] == "carla")
    #expect(try json(.answers, of: new)[path: ["given", "context"]] == "clinic")
    #expect(try new.header()?.user == store.userHash(of: "carla"))
    #expect(try new.header()?.identity != former.header()?.identity)
    #expect(try inbox.findings() == [])
  }

  @Test func `without audio, an amendment keeps the measures and assesses them for the person`()
    throws
  {
    let (store, former) = try filed(Recordings.voice(), .delete)

    let (amendment, new) = try amended(former, in: store, for: Self.person)

    let old = try json(.computed, of: former)
    #expect(!amendment.isReanalysed)
    #expect(amendment.note?.contains("is not stored") ?? false)
    let computed = try json(.computed, of: new)
    #expect(old["assessment"] != .null && computed["assessment"] != .null)
    #expect(computed.setting(["assessment"], to: .null) == old.setting(["assessment"], to: .null))
  }

  /// Three vowels of one session, enough for a baseline.
  private func onboarded() throws -> RecordStore {
    for take in 1...3 {
      try inbox.put(
        Inbox.sidecar(
          of: "anna", #", "session_id": "S1", "recorded_at": "2026-01-01T09:3\#(take):00Z""#),
        "a\(take).json")
      try inbox.put(Recordings.long(take), "a\(take).wav")
    }
    try inbox.drain()
    return try inbox.openStore()
  }

  private func baseline(of person: String, _ store: RecordStore) throws -> VocalBaseline? {
    try store.baseline(for: store.userHash(of: person)).map {
      try StoredBaseline(json: $0.content).baseline
    }
  }

  @Test func `a recording leaves the baseline of the former person after a correction`() throws {
    let store = try onboarded()
    let (before, wrong) = (
      try baseline(of: "anna", store),
      try #require(try inbox.sessions().first { $0.name == "a2.wav" })
    )
    #expect(before?.sessions.map(\.used.count) == [3])

    let former = try store.session(wrong.id)
    let (amendment, new) = try amended(former, in: store, for: Self.person)
    try amendment.follow(as: new.id)
    let kept = try store.baselines(for: store.userHash(of: "anna")).count
    try amendment.follow(as: new.id)

    let after = try #require(try baseline(of: "anna", store))
    #expect(after.sessions.map(\.id) == ["S1"])
    #expect(
      after.sessions[0].recordings.compactMap(\.sha256)
        == [1, 3].map { Inbox.digest(of: Recordings.long($0)) })
    #expect(after.sessions[0].values != before?.sessions[0].values)
    // The other person has no automatic baseline here. A repetition changes nothing.
    #expect(try baseline(of: "carla", store) == nil)
    #expect(try store.baselines(for: store.userHash(of: "anna")).count == kept)
    #expect(try inbox.findings() == [])
  }

  @Test func `a later recording does not undo a correction`() throws {
    let store = try onboarded()
    let wrong = try #require(try inbox.sessions().first { $0.name == "a2.wav" })
    let (amendment, new) = try amended(store.session(wrong.id), in: store, for: Self.person)
    try amendment.follow(as: new.id)
    try inbox.put(
      Inbox.sidecar(of: "anna", #", "session_id": "S1", "recorded_at": "2026-01-01T09:35:00Z""#),
      "a5.json")
    try inbox.deliver(Recordings.long(5), "a5.wav")

    let after = try #require(try baseline(of: "anna", store))
    #expect(
      after.sessions[0].recordings.compactMap(\.sha256)
        == [1, 3, 5].map { Inbox.digest(of: Recordings.long($0)) })
  }

  @Test func `unreadable answers are an error, and nothing is amended`() throws {
    let (store, former) = try filed()
    try former.write(.answers, Array("no JSON".utf8))

    let error = #expect(throws: StoreError.self) {
      try SessionAmendment(of: former, in: store, for: Self.person, by: pipelines())
    }

    #expect(error?.description.hasPrefix("the session's answers") ?? false)
  }

  @Test func `a watch on a separate thread has the result of one on the calling thread`()
    async throws
  {
    try inbox.put(Recordings.silence, "a.wav")

    let result = try await inbox.watcher().runOnThread()

    #expect(result == WatchResult(refused: 1))
  }

  @Test func `a watch on a separate thread reports why it does not start`() async throws {
    let watcher = try inbox.watcher()
    try FileManager.default.removeItem(atPath: inbox.path)

    let error = await #expect(throws: WatchError.self) { try await watcher.runOnThread() }

    #expect(error?.description.contains(inbox.path) ?? false)
  }
}
