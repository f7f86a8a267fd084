// The in-flight recordings of a run, as the next run finds them.

import Foundation
import JobRunner
import RecordStore
import TestSupport
import Testing

@Suite struct InFlightLogTests {
  private static let ids = (0..<3).map { "11111111-2222-3333-4444-55555555555\($0)" }
  private let inbox: Inbox

  init() throws {
    inbox = try Inbox()
    for (number, id) in Self.ids.enumerated() {
      try inbox.putClaimed(Recordings.voice(number), "\(number).wav", for: id)
    }
  }

  private func log() -> InFlightLog { InFlightLog(inbox.layout, inbox.files) }

  private var bytes: Int { (try? inbox.files.facts(of: inbox.layout.inFlight)?.size) ?? 0 }

  private func marks(_ number: Int) -> Int {
    CrashCounter(in: inbox.layout.folder(of: Self.ids[number]), inbox.files).count
  }

  /// Writes entries of a run that crashed during the last one, with the crash counts at their start.
  private func leave(_ inFlight: [(number: Int, marks: Int, isOver: Bool)]) throws {
    let lines = inFlight.map { look in
      let id = Self.ids[look.number]
      return "\nx \(look.marks) \(id)" + (look.isOver ? "\n. \(id)" : "")
    }
    try inbox.files.append(Array(lines.joined().utf8), to: inbox.layout.inFlight)
  }

  @Test func `a crash counts for entries in flight only`()
    throws
  {
    try leave([(0, 0, true), (1, 0, true), (1, 0, false), (0, 0, true), (2, 0, false)])

    log().recover()

    #expect((0..<3).map(marks) == [0, 1, 1])
    #expect(bytes == 0)
  }

  @Test func `a crash is counted once, also if the next run crashes`() throws {
    try leave([(1, 0, false)])
    let left = try inbox.files.read(inbox.layout.inFlight)
    log().recover()
    // As left by a run that crashed after it had counted the crash.
    try inbox.files.append(left, to: inbox.layout.inFlight)

    log().recover()

    #expect(marks(1) == 1)
  }

  @Test func `an entry exists during its analysis`() throws {
    let session = try #require(SessionID(Self.ids[0]))
    let log = log()

    log.withEntry(session, behind: CrashCounter(), .alone) {
      // The next run starts after this one crashed.
      self.log().recover()
      #expect(marks(0) == 1)
    }
    log.withEntry(session, behind: CrashCounter(), .alone) {}
    self.log().recover()

    #expect(marks(0) == 1)
  }

  @Test func `an incomplete line does not affect others`() throws {
    try leave([(0, 0, false)])
    try inbox.files.append(Array("\nx 0 1111".utf8), to: inbox.layout.inFlight)
    try leave([(2, 0, false)])

    log().recover()

    #expect((0..<3).map(marks) == [1, 0, 1])
  }

  @Test(arguments: ["a folder", "a link", "noise"])
  func `a file at the path of the log does not block analyses`(what: String) throws {
    let path = inbox.layout.inFlight
    switch what {
    case "a folder": try TestFolder.make(path)
    case "a link":
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: inbox.path + "/elsewhere")
    default: try inbox.files.append((0..<4000).map { UInt8($0 % 256) }, to: path)
    }

    #expect(try inbox.drain() == WatchResult())

    #expect(try inbox.sessions().map(\.state) == [.filed, .filed, .filed])
    #expect(try inbox.left() == [] && inbox.work() == [])
  }

  @Test func `the file stays short and has the entries in flight`() throws {
    let (first, second) = (
      try #require(SessionID(Self.ids[0])), try #require(SessionID(Self.ids[1]))
    )
    let log = log()

    var longest = 0
    log.withEntry(first, behind: CrashCounter(), .others) {
      for _ in 0..<3000 {
        log.withEntry(second, behind: CrashCounter(), .others) { longest = max(longest, bytes) }
      }
      self.log().recover()
    }

    #expect(longest < 70_000)
    #expect((0..<2).map(marks) == [1, 0])
  }
}
