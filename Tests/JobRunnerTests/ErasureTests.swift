// Identifying data in inbox and store after an erasure.

import Foundation
import JobRunner
import RecordStore
import Synchronization
import TestSupport
import Testing
import VoiceTypes

@Suite struct ErasureTests {
  private static let keys: [StoreKeys?] = [nil, StoreKeys(bytes: [UInt8](repeating: 7, count: 32))]

  private let inbox: Inbox
  private let faulty = FaultyFileSystem(wrapping: UnsyncedFileSystem())

  init() throws {
    inbox = try Inbox()
    inbox.files = faulty
    inbox.wantsEvents = true
  }

  /// The places that name the person in store and inbox.
  private func namings() throws -> [String] {
    try ["anna-77", "MARKANNA"].flatMap { word in
      try [inbox.storePath, inbox.path].flatMap { folder in
        try FolderSearch.findings(of: [word], in: folder)
      }
    }
  }

  @Test(arguments: keys.indices)
  func `no file names an erased person, also while another program has the store open`(
    index: Int
  ) throws {
    inbox.key = Self.keys[index]
    try inbox.put(
      #"{"profile": {"user_id": "anna-77", "age": 34}, "context": "MARKANNA"}"#, "good.json")
    try inbox.put(Recordings.voice(1), "good.wav")
    try inbox.put(#"{"profile": {"user_id": "anna-77", "age": "34"}}"#, "anna-77.json")
    try inbox.put(Recordings.voice(2), "anna-77.wav")
    try inbox.put(#"{"profile": {"user_id": "anna-77", "age": true}}"#, "silent.json")
    try inbox.put(Recordings.silence, "silent.wav")
    try inbox.deliver(
      Recordings.voice(3), "other.wav", with: #"{"profile": {"user_id": "otto", "age": 34}}"#)
    let other = try inbox.openStore()
    #expect(try other.sessions(SessionQuery()).count == 4)

    let erasure = try inbox.openStore().erase(user: "anna-77", reason: "asked for", .forGood)

    #expect(erasure.sessions.count == 3)
    #expect(erasure.remainders == [])
    #expect(try namings() == [])
    #expect(try other.sessions(SessionQuery()).map(\.name) == ["other.wav"])
    #expect(try inbox.openStore().verify().findings == [])
  }

  @Test func `a session that is purged during its analysis leaves no file`() throws {
    try inbox.put(Recordings.voice(1), "anna-77.wav", with: #"{"user_id": "anna-77"}"#)
    let store = try inbox.openStore(UnsyncedFileSystem())
    let readings = Mutex(0)
    let purged = Mutex<[SessionID]>([])
    faulty.meddler = { name in
      guard name.hasPrefix("read "), name.hasSuffix("/anna-77.wav") else { return }
      let count = readings.withLock { readings in
        readings += 1
        return readings
      }
      // After the quick document was stored.
      guard count > 1, let all = try? store.sessionIDs(), !all.isEmpty else { return }
      let sessions = try? store.purge(.all, reason: "asked for", .forGood)
      purged.withLock { $0 += sessions ?? [] }
    }

    try inbox.drain()

    #expect(try inbox.work() == [])
    #expect(inbox.stored("failed") == [] && inbox.stored("sessions") == [])
    let ids = purged.withLock { $0 }
    #expect(try ids.count == 1 && store.wasPurged(ids[0]))
    #expect(try namings() == [])
  }

  @Test func `without a running watcher, erasure includes the work folder`() throws {
    let (purged, unstarted, others) = ("1", "2", "3")
    let ids = [purged, unstarted, others].map { "11111111-2222-3333-4444-55555555555\($0)" }
    inbox.settings.tiers = .quick
    try inbox.deliver(Recordings.voice(1), "first.wav")
    let store = try inbox.openStore()
    let gone = try #require(try store.sessionIDs().first)
    _ = try store.purge(.sessions([gone]), reason: "asked for", .forGood)
    try inbox.putClaimed(Recordings.voice(1), "first.wav", for: gone.text)
    try inbox.putClaimed(Array(#"{"user_id": "anna-77"}"#.utf8), "b.json", for: ids[1])
    try inbox.putClaimed(Recordings.voice(2), "b.wav", for: ids[1])
    try inbox.putClaimed(Array(#"{"user_id": "otto"}"#.utf8), "c.json", for: ids[2])
    try inbox.putClaimed(Recordings.voice(3), "c.wav", for: ids[2])
    try inbox.put(#"{"user_id": "anna-77"}"#, "later.json")
    let work = InboxPurge(in: inbox.path, of: store, inbox.files)
    let person = PersonalDataSearch(for: "anna-77")

    let lock = try #require(try inbox.files.lock(inbox.layout.lock, .exclusiveIfFree))
    try work.remove(of: person)
    #expect(try inbox.work().count == 3)
    lock.release()
    try work.remove(of: person)

    #expect(try inbox.work() == [ids[2]])
    #expect(try work.remainders(of: person).map(\.place) == [inbox.path + "/later.json"])
  }

  @Test func `a sidecar of a purged session is removed`() throws {
    try inbox.deliver(Recordings.voice(1))
    let session = try inbox.session().id
    _ = try inbox.openStore().purge(.sessions([session]), reason: "asked for", .forGood)
    try inbox.putClaimed(Array(#"{"user_id": "anna-77"}"#.utf8), "a.json", for: session.text)

    try inbox.drain()

    #expect(try inbox.work() == [] && inbox.left() == [])
    #expect(try namings() == [])
  }
}
