// Unreadable files, names of maximum length, and foreign folders.

import Foundation
import RecordStore
import Synchronization
import TestSupport
import Testing
import VoiceTypes

@testable import JobRunner

@Suite struct UnreadableFileTests {
  private let inbox: Inbox

  init() throws { inbox = try Inbox() }

  /// A file system in which one file of the inbox is unreadable.
  private func unreadable(_ name: String) -> ScriptedFileSystem {
    let path = inbox.path + "/" + name
    return ScriptedFileSystem { operation, other in
      operation == .read && other == path ? EACCES : nil
    }
  }

  @Test func `an unreadable file has one report for all attempts`() throws {
    let record = LogRecord()
    inbox.logger = record.logger
    inbox.settings.span = .untilStopped
    inbox.files = unreadable("a.wav")
    try inbox.put(Recordings.voice(1), "a.wav")
    try inbox.put(Recordings.voice(2), "b.wav")

    try inbox.watching(inbox.watcher()) { Thread.sleep(forTimeInterval: 0.6) }

    #expect(try inbox.session().name == "b.wav")
    #expect(inbox.stored("failed") == ["a.wav.error.json"])
    let report = try inbox.json("failed/a.wav.error.json")
    #expect(report["lies_at"] == .string(inbox.path + "/a.wav") && report["session_id"] == .null)
    #expect(report[path: ["error", "code"]] == "unreadable")
    #expect(try inbox.left() == ["a.wav"] && inbox.work() == [])
    let tries = record.text.split(separator: "\n").filter { $0.contains("is retried") }
    #expect(tries.count == 1, "\(record.text)")
    #expect(try inbox.openStore().verify(VerificationRequest()).findings == [])
  }

  @Test func `the report is deleted when the file is readable or removed`() throws {
    inbox.files = unreadable("a.wav")
    try inbox.put(Recordings.voice(), "a.wav")
    for _ in 1...2 {
      #expect(try inbox.drain() == WatchResult(unfinished: 1))
      #expect(inbox.stored("failed") == ["a.wav.error.json"])
    }
    inbox.files = UnsyncedFileSystem()

    #expect(try inbox.drain() == WatchResult())

    #expect(inbox.stored("failed") == [])
    #expect(try inbox.session().state == .filed)
    inbox.files = unreadable("b.wav")
    try inbox.deliver(Recordings.voice(1), "b.wav")
    #expect(inbox.stored("failed") == ["b.wav.error.json"])
    try FileManager.default.removeItem(atPath: inbox.path + "/b.wav")
    try inbox.drain()
    #expect(inbox.stored("failed") == [])
  }

  @Test func `unreadable files whose names differ in accents only have a report each`() throws {
    let names = ["\u{e9}.wav", "e\u{301}.wav"]
    inbox.files = ScriptedFileSystem { operation, path in
      operation == .read && path.hasSuffix(".wav") ? EACCES : nil
    }
    for name in names { try inbox.put(Recordings.voice(), name) }
    try inbox.drain()
    #expect(inbox.stored("failed").count == 2)

    try FileManager.default.removeItem(atPath: inbox.path + "/" + names[0])
    try inbox.drain()

    #expect(inbox.stored("failed").map(UTF8Key.init) == [UTF8Key(names[1] + ".error.json")])
  }

  @Test func `a running watcher deletes the report of a removed file`() throws {
    inbox.settings.span = .untilStopped
    inbox.files = unreadable("a.wav")
    try inbox.put(Recordings.voice(), "a.wav")
    let store = try inbox.openStore()

    try inbox.watching(inbox.watcher()) {
      try wait { try !store.strandedReports().isEmpty }
      try FileManager.default.removeItem(atPath: inbox.path + "/a.wav")
      try wait { try store.strandedReports().isEmpty }
    }
  }

  @Test(arguments: [246, 247, 250, 251, 254, 255], [AudioPolicy.archive, .keep])
  func `a name of maximum length is accepted`(bytes: Int, audio: AudioPolicy) throws {
    inbox.settings.audio = audio
    let name = String(repeating: "n", count: bytes - 4) + ".wav"
    try inbox.put(Recordings.voice(), name)

    #expect(try inbox.drain() == WatchResult())

    #expect(try inbox.session().state == .filed)
    #expect(try inbox.session().name == name)
    #expect(try inbox.left() == (audio == .keep ? [name] : []))
  }

  @Test func `a name of maximum length is claimed across devices`() throws {
    inbox.files = twoDevices()
    let name = String(repeating: "n", count: 251) + ".wav"
    try inbox.put(Recordings.voice(), name)

    #expect(try inbox.drain() == WatchResult())

    #expect(try inbox.session().state == .filed)
    #expect(try inbox.left() == [])
  }

  /// A file system with inbox and work folder on different devices.
  private func twoDevices() -> ScriptedFileSystem {
    let (root, control) = (inbox.path + "/", inbox.layout.control)
    return ScriptedFileSystem { operation, path in
      operation == .rename && path.hasPrefix(root) && !path.hasPrefix(control) ? EXDEV : nil
    }
  }

  @Test(arguments: 0..<2)
  func `a move across devices survives a power loss at every step`(loss: Int) throws {
    let bytes = Recordings.voice()
    var step = 0
    while true {
      step += 1
      let memory = MemoryFileSystem()
      try memory.makeFolder("/in")
      try memory.makeFolder("/in/claimed")
      try memory.create("/in/a.wav", bytes)
      try memory.synchronizeFile("/in/a.wav")
      try memory.synchronizeFolder("/in")
      try memory.synchronizeFolder("/")
      let faulty = FaultyFileSystem(
        wrapping: ScriptedFileSystem(wrapping: memory) { operation, path in
          operation == .rename && path == "/in/a.wav" ? EXDEV : nil
        })
      faulty.plan = .die(step: step)

      try? faulty.makeFolder("/in/claimed/session")
      try? faulty.bring("/in/a.wav", into: "/in/claimed/session", atMost: bytes.count)
      // The removal from the inbox becomes durable with later changes of the folder.
      try memory.synchronizeFolder("/in")
      memory.losePower(loss == 0 ? .everything : .byChance(seed: UInt64(step)))

      let places = ["/in/a.wav", "/in/claimed/session/a.wav"]
      #expect(places.contains { (try? memory.read($0)) == bytes }, "step \(step)")
      guard faulty.hasFailed else { break }
    }
    #expect(step > 6)
  }

  @Test func `a link in place of a recording is not followed`() throws {
    let secret = inbox.folder.appendingPathComponent("secret.wav").path
    try inbox.put(Recordings.voice(1), "../secret.wav")
    let path = inbox.path + "/a.wav"
    let isDone = Mutex(false)
    try inbox.put(Recordings.voice(2), "a.wav")
    inbox.files = ScriptedFileSystem { operation, other in
      guard operation == .writers, other == path else { return nil }
      isDone.withLock { isDone in
        if isDone { return }
        isDone = true
        try? FileManager.default.removeItem(atPath: path)
        try? FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: secret)
      }
      return nil
    }

    try inbox.drain()

    #expect(isDone.withLock { $0 })
    #expect(try inbox.sessions().isEmpty)
    #expect(try inbox.left() == ["a.wav"] && inbox.work() == [])
  }
}

@Suite struct ControlFolderTests {
  private let inbox: Inbox
  private let files = FileManager.default

  init() throws { inbox = try Inbox() }

  private func expectRefusal(of folder: String, _ word: String) {
    let error = #expect(throws: WatchError.self) { try inbox.drain() }
    #expect(error?.description.contains(folder) == true)
    #expect(error?.description.contains(word) == true, "\(error?.description ?? "")")
  }

  @Test func `a control folder that is a link is not used`() throws {
    let elsewhere = inbox.folder.appendingPathComponent("elsewhere").path
    try files.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: inbox.layout.control, withDestinationPath: elsewhere)

    expectRefusal(of: inbox.layout.control, "link")
    #expect(try files.contentsOfDirectory(atPath: elsewhere) == [])
  }

  @Test(arguments: [".sagevoice", ".sagevoice/work"], [0o777, 0o770, 0o702])
  func `a control folder that others may write to is not used`(name: String, mode: Int) throws {
    try TestFolder.make(inbox.layout.work)
    let path = inbox.path + "/" + name
    try files.setAttributes([.posixPermissions: mode], ofItemAtPath: path)

    expectRefusal(of: path, "writable for other users")
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
  func `a control folder of another user is not used`() throws {
    try TestFolder.make(inbox.layout.control)
    try files.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: inbox.layout.control)

    expectRefusal(of: inbox.layout.control, "another user")
  }

  @Test func `a work folder that is a link is not used`() throws {
    let elsewhere = inbox.folder.appendingPathComponent("elsewhere").path
    for path in [elsewhere, inbox.layout.control] { try TestFolder.make(path) }
    try files.createSymbolicLink(atPath: inbox.layout.work, withDestinationPath: elsewhere)

    expectRefusal(of: inbox.layout.work, "link")
  }
}
