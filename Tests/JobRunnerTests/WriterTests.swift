// Files that another program is writing.

import Foundation
import RecordStore
import Synchronization
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes

@testable import JobRunner

@Suite struct WriterTests {
  private let inbox: Inbox

  init() throws {
    inbox = try Inbox()
    inbox.settings.span = .untilStopped
  }

  private var path: String { inbox.path + "/a.wav" }

  private func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// The archived bytes of a session, and the hashes in its documents.
  private func kept() throws -> (audio: [UInt8]?, hashes: Set<String?>) {
    let session = try inbox.session()
    let stored = try #require(try inbox.openStore().existingSession(session.id))
    let hashes = try [SessionDocument.quick, .computed].map { document in
      try stored.read(document).flatMap {
        try JSONValue.parse($0)[path: ["recording", "sha256"]]?.stringValue
      }
    }
    return (try stored.read(.audio), Set(hashes + [try stored.header()?.recording.sha256]))
  }

  @Test func `a complete file waits while a program has it open for writing`() throws {
    let bytes = Recordings.voice()
    try inbox.put(Array(bytes.prefix(9000)), "a.wav")
    let writer = try #require(FileHandle(forUpdatingAtPath: path))
    try writer.truncate(atOffset: UInt64(bytes.count))

    try inbox.watching(inbox.watcher()) {
      Thread.sleep(forTimeInterval: 0.5)
      #expect(isThere(path))
      try writer.seek(toOffset: 9000)
      try writer.write(contentsOf: bytes[9000...])
      try writer.close()
      try wait { states() == ["filed"] }
    }

    #expect(try kept().audio == bytes)
    #expect(try kept().hashes == [Fingerprint.sha256(of: bytes)])
  }

  /// The states of all sessions.
  private func states() -> [String] {
    inbox.stored("sessions").compactMap {
      try? inbox.json("sessions/\($0)/state.json")["state"]?.stringValue
    }
  }

  @Test func `a watcher with an end of work leaves a file that stays open`() throws {
    inbox.settings.span = .untilDrained
    try inbox.put(Recordings.voice(1), "a.wav")
    try inbox.put(Recordings.voice(2), "b.wav")
    let writer = try #require(FileHandle(forUpdatingAtPath: path))

    #expect(try inbox.drain() == WatchResult(unfinished: 1))
    #expect(try inbox.left() == ["a.wav"])
    #expect(try inbox.session().name == "b.wav")
    try writer.close()
    #expect(try inbox.drain() == WatchResult())
    #expect(try inbox.left() == [])
  }

  /// The attempt at which bytes change: the read (1), the quick analysis (2) and the comprehensive analysis (3).
  @Test(arguments: [2, 3], [AudioPolicy.archive, .delete])
  func `bytes that change after their read are analysed again and archived`(
    mark: Int, audio: AudioPolicy
  ) throws {
    let (first, last) = (Recordings.voice(1), Recordings.voice(2))
    inbox.settings.audio = audio
    inbox.settings.span = .untilDrained
    inbox.files = Self.files(changing: last, atAttempt: mark)

    #expect(try inbox.deliver(first) == WatchResult())

    #expect(try inbox.session().state == .filed)
    #expect(try kept().hashes == [Fingerprint.sha256(of: last)])
    #expect(try kept().audio == (audio == .archive ? last : nil))
    let session = try inbox.session().id
    let log = try String(
      contentsOfFile: inbox.storePath + "/sessions/\(session.text)/audit.log", encoding: .utf8)
    #expect(log.contains("changed_while_analysed"))
    #expect(try inbox.openStore().verify(VerificationRequest()).findings == [])
    try inbox.deliver(first, "b.wav")
    #expect(try inbox.sessions().map(\.state) == [.filed, .filed])
  }

  @Test func `a recording that was refused while incomplete is analysed when complete`() throws {
    inbox.settings.span = .untilDrained
    inbox.files = Self.files(changing: Recordings.voice(), atAttempt: 2)
    #expect(try inbox.deliver(Recordings.silence).unfinished == 0)

    #expect(try inbox.session().state == .filed)
    #expect(try kept().audio == Recordings.voice())
    #expect(inbox.stored("failed") == [])
    #expect(try inbox.openStore().verify(VerificationRequest()).findings == [])
  }

  /// A file system in which the only recording changes at the start of a numbered attempt.
  private static func files(changing last: [UInt8], atAttempt number: Int) -> ScriptedFileSystem {
    let attempts = Mutex(0)
    return ScriptedFileSystem { operation, path in
      guard operation == .append, path.hasSuffix("/.attempts") else { return nil }
      let isNow = attempts.withLock { attempts in
        attempts += 1
        return attempts == number
      }
      if isNow {
        // In place, as a program with the open file does.
        let writer = FileHandle(forUpdatingAtPath: path.replacing("/.attempts", with: "/a.wav"))
        try? writer?.truncate(atOffset: 0)
        try? writer?.write(contentsOf: last)
        try? writer?.close()
      }
      return nil
    }
  }

  @Test func `finalization waits for a program that has the claimed file open`() throws {
    let (first, last) = (Recordings.voice(1), Recordings.voice(2))
    try inbox.put(first, "a.wav")
    let writer = try #require(FileHandle(forUpdatingAtPath: path))
    let inside = inbox.layout.work
    // The system reports nothing about another user's file in the inbox.
    inbox.files = ScriptedFileSystem { operation, path in
      operation == .writers && !path.hasPrefix(inside) ? EACCES : nil
    }

    try inbox.watching(inbox.watcher()) {
      try wait { !isThere(path) }
      try wait { states() == ["comprehensive_done"] }
      Thread.sleep(forTimeInterval: 0.1)
      #expect(states() == ["comprehensive_done"])
      try writer.truncate(atOffset: 0)
      try writer.seek(toOffset: 0)
      try writer.write(contentsOf: last)
      try writer.close()
      try wait { states() == ["filed"] }
    }

    #expect(try kept().audio == last)
    #expect(try kept().hashes == [Fingerprint.sha256(of: last)])
  }
}
