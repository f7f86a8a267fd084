// Detection of files in an inbox, with scripted notifications and a manual clock.

import Foundation
import RecordStore
import Synchronization
import Testing
import VoiceTypes

@testable import JobRunner

@Suite struct WatchFolderTests {
  private let inbox: Inbox
  private let events = ScriptedEvents()

  init() throws {
    inbox = try Inbox()
    inbox.settings.timeouts = StabilityTimeouts()
  }

  private func folder() -> WatchFolder {
    let events = events
    return WatchFolder(
      InboxLayout(root: inbox.path), inbox.settings,
      WatchFolder.Parts(files: inbox.files, events: events, elapsed: { events.now }))
  }

  /// A folder after its first scan.
  private func scannedFolder() -> WatchFolder {
    var folder = folder()
    _ = ready(&folder, after: 1)
    return folder
  }

  /// The ready files after a number of waits of one second.
  private func ready(_ folder: inout WatchFolder, after waits: Int) -> [String] {
    var names: [String] = []
    for _ in 0..<waits {
      folder.wait(atMost: .seconds(1))
      while let file = folder.nextReady() {
        names.append(InboxLayout.name(of: file.path))
        folder.forget(file.path)
      }
    }
    return names
  }

  @Test func `a recording at the start settles and is claimed`() throws {
    try inbox.put(Recordings.voice(), "a.wav")
    var folder = folder()

    #expect(ready(&folder, after: 2) == [])
    #expect(ready(&folder, after: 3) == ["a.wav"])
  }

  @Test func `a recording that cannot be looked up is found by a later scan`() throws {
    let answers = Mutex<[Bool?]>([nil, nil, false])
    try inbox.put(Recordings.voice(), "a.wav")
    let events = events
    var parts = WatchFolder.Parts(files: inbox.files, events: events, elapsed: { events.now })
    parts.isRemembered = { _, _ in answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] } }
    var folder = WatchFolder(InboxLayout(root: inbox.path), inbox.settings, parts)

    #expect(ready(&folder, after: 1) == [] && folder.unverified.count == 1)
    #expect(ready(&folder, after: 6) == ["a.wav"] && folder.unverified.isEmpty)
  }

  @Test func `a closed recording is claimed immediately`() throws {
    var folder = scannedFolder()
    try inbox.put(Recordings.voice(), "a.wav")
    events.tell([.appeared(inbox.path + "/a.wav"), .finished(inbox.path + "/a.wav")])

    #expect(ready(&folder, after: 1) == ["a.wav"])
  }

  @Test func `recordings whose names differ in the composition of an accent are ready at once`()
    throws
  {
    var folder = scannedFolder()
    let names = ["\u{e9}.wav", "e\u{301}.wav"]
    for (number, name) in names.enumerated() {
      try inbox.put(Recordings.voice(number + 1), name)
    }
    events.tell(names.map { .finished(inbox.path + "/" + $0) })

    #expect(ready(&folder, after: 1).map(UTF8Key.init) == names.map(UTF8Key.init))
  }

  @Test func `without information about writers, a new file waits for its closing`() throws {
    inbox.files = ScriptedFileSystem { operation, _ in operation == .writers ? EACCES : nil }
    try inbox.put(Recordings.voice(), "old.wav")
    var folder = folder()
    #expect(ready(&folder, after: 5) == ["old.wav"])
    let paths = ["open", "closed"].map { "\(inbox.path)/\($0).wav" }
    for path in paths {
      try inbox.put(Recordings.voice(), InboxLayout.name(of: path))
      events.tell([.appeared(path)])
    }
    events.tell([.finished(paths[1])])

    #expect(ready(&folder, after: 30) == ["closed.wav"])
    events.tell([.finished(paths[0])])
    #expect(ready(&folder, after: 3) == ["open.wav"])
  }

  @Test func `a new file without a closing is claimed at the deadline`() throws {
    inbox.files = ScriptedFileSystem { operation, _ in operation == .writers ? EACCES : nil }
    var folder = scannedFolder()
    try inbox.put(Recordings.voice(), "a.wav")
    events.tell([.appeared(inbox.path + "/a.wav")])

    #expect(ready(&folder, after: 50) == [])
    #expect(ready(&folder, after: 20) == ["a.wav"])
  }

  @Test func `a slow writer is waited for to the last byte`() throws {
    let bytes = Recordings.voice()
    let path = inbox.path + "/a.wav"
    var folder = folder()
    for part in 1...10 {
      try Data(bytes.prefix(bytes.count * part / 10 - (part == 10 ? 0 : 1)))
        .write(to: URL(fileURLWithPath: path))
      events.tell([.finished(path)])
      let isWhole = part == 10
      #expect(ready(&folder, after: 2) == (isWhole ? ["a.wav"] : []))
    }
  }

  @Test func `lost notifications cause a scan`() throws {
    var folder = scannedFolder()
    for number in 0..<50 { try inbox.put(Recordings.voice(number), "\(number).wav") }
    events.tell([.overflow])

    #expect(Set(ready(&folder, after: 5)).count == 50)
    #expect(folder.takeNotices().contains(.overflow))
  }

  @Test func `a file without a notification is found by the periodic scan`() throws {
    var folder = scannedFolder()
    try inbox.put(Recordings.voice(), "a.wav")

    #expect(ready(&folder, after: 70) == ["a.wav"])
  }

  @Test func `without notifications it scans at the polling interval`() throws {
    inbox.settings.polling = .seconds(5)
    var folder = scannedFolder()
    try inbox.put(Recordings.voice(), "a.wav")

    #expect(ready(&folder, after: 4) == [])
    #expect(ready(&folder, after: 6) == ["a.wav"])
    #expect(events.watched == [])
  }

  @Test(arguments: [
    (HintFault.watchesExhausted, "fs.inotify.max_user_watches=524288"),
    (.watchersExhausted, "fs.inotify.max_user_instances=512"),
  ])
  func `without notifications of the system it gives advice, and scans`(
    fault: HintFault, command: String
  ) throws {
    events.failWatching(with: fault)
    var folder = scannedFolder()
    try inbox.put(Recordings.voice(), "a.wav")

    #expect(ready(&folder, after: 6) == ["a.wav"])
    guard case .polling(_, let reason) = folder.mode else {
      Issue.record("\(folder.mode)")
      return
    }
    #expect(reason.contains(command))
    #expect(folder.takeNotices().contains(.mode(folder.mode)))
  }

  @Test func `a removed and restored inbox is watched again`() throws {
    var folder = scannedFolder()
    try FileManager.default.removeItem(atPath: inbox.path)
    events.tell([.rootGone])

    #expect(ready(&folder, after: 3) == [])
    #expect(!folder.isReachable)
    try inbox.put(Recordings.voice(), "a.wav")
    #expect(ready(&folder, after: 6) == ["a.wav"])
    #expect(folder.isReachable)
    #expect(events.watched.last == inbox.path)
  }

  @Test func `an inbox that was replaced without a notification is found by a scan`() throws {
    var folder = scannedFolder()
    try FileManager.default.moveItem(atPath: inbox.path, toPath: inbox.path + "-old")
    try inbox.put(Recordings.voice(), "a.wav")

    #expect(ready(&folder, after: 70) == ["a.wav"])
  }

  @Test func `a file with an earlier modification time settles`() throws {
    try inbox.put(Recordings.voice(), "a.wav")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: -86_400)],
      ofItemAtPath: inbox.path + "/a.wav")
    var folder = folder()

    #expect(ready(&folder, after: 5) == ["a.wav"])
  }

  @Test func `a file that is removed before its completion is dropped`() throws {
    try inbox.put(Recordings.voice(), "a.wav")
    var folder = scannedFolder()
    try FileManager.default.removeItem(atPath: inbox.path + "/a.wav")
    events.tell([.left(inbox.path + "/a.wav")])

    #expect(ready(&folder, after: 5) == [])
    #expect(folder.count == 0)
  }

  @Test func `a new subfolder is scanned, because its files had no notification`() throws {
    inbox.settings.depth = .recursive
    var folder = scannedFolder()
    try inbox.put(Recordings.voice(), "x/y/a.wav")
    events.tell([.folderAppeared(inbox.path + "/x")])

    #expect(ready(&folder, after: 5) == ["a.wav"])
    #expect(events.watched.contains(inbox.path + "/x/y"))
  }

  @Test func `links are not followed`() throws {
    try inbox.put(Recordings.voice(), "../elsewhere.wav")
    try FileManager.default.createSymbolicLink(
      atPath: inbox.path + "/a.wav", withDestinationPath: inbox.path + "/../elsewhere.wav")
    var folder = folder()

    #expect(ready(&folder, after: 5) == [])
  }

  @Test func `skipped files are reported by kind, once and after a change`() throws {
    for name in ["a.mp3", "b.mp3", "c.txt", ".hidden", "d.wav.part"] { try inbox.put([1], name) }
    try inbox.put(Recordings.voice(), "a.wav")
    try FileManager.default.createSymbolicLink(
      atPath: inbox.path + "/a.json", withDestinationPath: "c.txt")
    _ = unsafe mkfifo(inbox.path + "/a.wav.sha256", 0o600)
    var folder = folder()
    func skipped() -> [String] {
      folder.takeNotices().compactMap {
        if case .skipped(let files) = $0 { files.text } else { nil }
      }
    }

    _ = ready(&folder, after: 1)
    #expect(skipped() == ["2 .mp3, 1 .txt, 1 link, 1 pipe or device"])
    _ = ready(&folder, after: 70)
    #expect(skipped() == [])
    try FileManager.default.removeItem(atPath: inbox.path + "/b.mp3")
    _ = ready(&folder, after: 70)
    #expect(skipped() == ["1 .mp3, 1 .txt, 1 link, 1 pipe or device"])
  }

  /// LAME, GStreamer and SoX, to a pipe.
  @Test(arguments: [0x7FFF_FFFF, 0x7FFF_0000, 0x7FFF_F000] as [UInt32])
  func `a streamed recording settles`(length: UInt32) throws {
    var stream = Recordings.voice()
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
    stream.replaceSubrange(40..<44, with: bytes)
    try inbox.put(stream, "a.wav")
    var folder = folder()

    #expect(ready(&folder, after: 4) == ["a.wav"])
  }

  @Test func `an inbox behind a link is watched`() throws {
    try inbox.put(Recordings.voice(), "a.wav")
    let link = inbox.path + "-link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: inbox.path)
    let events = events
    var folder = WatchFolder(
      InboxLayout(root: link), inbox.settings,
      WatchFolder.Parts(files: inbox.files, events: events, elapsed: { events.now }))

    #expect(ready(&folder, after: 5) == ["a.wav"])
  }
}

@Suite struct NetworkFileSystemTests {
  private static let mounts = """
    21 1 254:0 / / rw,relatime - ext4 /dev/vda rw
    30 21 0:27 / /mnt/clinic rw - nfs4 server:/clinic rw
    31 21 0:28 / /mnt/a\\040b rw shared:7 - fuse.sshfs me@host:/ rw
    """

  @Test func `a network folder is distinguished from a local one`() {
    #expect(NetworkFileSystems.type(ofDevice: 27, in: Self.mounts) == "nfs4")
    #expect(NetworkFileSystems.type(ofDevice: 28, in: Self.mounts) == "fuse.sshfs")
    #expect(NetworkFileSystems.type(ofDevice: 254 << 8, in: Self.mounts) == nil)
    #expect(NetworkFileSystems.type(ofDevice: 99, in: Self.mounts) == nil)
  }
}
