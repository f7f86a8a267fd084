// Change notifications of the kernel for a real folder.

import Foundation
import RecordStore
import TestSupport
import Testing
import VoicePipeline

@testable import JobRunner

@Suite struct InotifyTests {
  private let inbox: Inbox
  private let events = InotifyEvents()

  init() throws { inbox = try Inbox() }

  /// The notifications up to `last`.
  private func hints(until last: FolderEvent) -> [FolderEvent] {
    var all: [FolderEvent] = []
    for _ in 0..<100 where !all.contains(last) { all += events.next(within: .milliseconds(100)) }
    return all
  }

  @Test func `a written and closed file is finished`() throws {
    try events.watch(inbox.path)
    try inbox.put([1], "a\nb.wav")

    let path = inbox.path + "/a\nb.wav"
    #expect(hints(until: .finished(path)).last == .finished(path))
  }

  @Test func `a renamed file is finished`() throws {
    try inbox.put([1], "../a.part")
    try events.watch(inbox.path)
    try FileManager.default.moveItem(
      atPath: inbox.path + "/../a.part", toPath: inbox.path + "/a.wav")

    #expect(hints(until: .finished(inbox.path + "/a.wav")) == [.finished(inbox.path + "/a.wav")])
  }

  @Test func `an open file is not finished`() throws {
    try events.watch(inbox.path)
    let path = inbox.path + "/a.wav"
    try inbox.put([1], "z.wav")
    _ = hints(until: .finished(inbox.path + "/z.wav"))
    let created = unsafe open(path, O_CREAT | O_WRONLY, 0o600)
    defer { close(created) }

    #expect(hints(until: .appeared(path)) == [.appeared(path)])
  }

  @Test func `created, moved and removed files and folders are reported`() throws {
    try inbox.put([1], "a.wav")
    try events.watch(inbox.path)
    try FileManager.default.removeItem(atPath: inbox.path + "/a.wav")
    try FileManager.default.createDirectory(
      atPath: inbox.path + "/x", withIntermediateDirectories: false)

    let seen = hints(until: .folderAppeared(inbox.path + "/x"))
    #expect(seen.contains(.left(inbox.path + "/a.wav")))
  }

  @Test func `a removed folder ends its notifications`() throws {
    try events.watch(inbox.path)
    try FileManager.default.removeItem(atPath: inbox.path)

    #expect(hints(until: .rootGone).contains(.rootGone))
  }

  @Test func `a missing folder cannot be watched`() {
    #expect(throws: HintFault.unreachable(code: 2)) { try events.watch(inbox.path + "/none") }
  }

  @Test func `a name in another encoding is reported`() throws {
    try events.watch(inbox.path)
    let name: [CChar] = Array(inbox.path.utf8CString.dropLast()) + [0x2F, -23, 0]
    unsafe close(open(name, O_CREAT | O_WRONLY, 0o600))

    let path = inbox.path + "/" + FileName.text(of: [233])
    #expect(hints(until: .finished(path)).contains(.appeared(path)))
  }

  @Test(
    .enabled(
      if: InotifyQueue.canBeFilled, "fs.inotify.max_queued_events is more than a test can fill"))
  func `an overflow is reported, and a scan finds the files`() throws {
    inbox.settings.rescan = .seconds(86_400)
    inbox.settings.timeouts.settle = .zero
    let environment = Inbox.environment()
    var folder = WatchFolder(
      InboxLayout(root: inbox.path), inbox.settings,
      WatchFolder.Parts(files: inbox.files, events: events, elapsed: environment.elapsed))
    folder.wait(atMost: .zero)
    for number in 0..<(try #require(InotifyQueue.limit)) {
      unsafe close(open("\(inbox.path)/.\(number)", O_CREAT | O_WRONLY, 0o600))
    }
    try inbox.put(Recordings.voice(), "a.wav")

    folder.wait(atMost: .seconds(60))

    #expect(folder.takeNotices() == [.reachable, .overflow])
    #expect(folder.nextReady()?.path == inbox.path + "/a.wav")
  }

  @Test func `a wake-up ends a wait, also before the wait`() {
    events.wake()

    #expect(events.next(within: nil) == [])
  }
}
