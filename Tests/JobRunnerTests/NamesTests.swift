// File names contain names of people. No output of a watch contains a part of them.

import Foundation
import JobRunner
import RecordStore
import TestSupport
import Testing
import VoiceTypes

@Suite struct NamesTests {
  static let name = "Doe, Jane 1950.wav"

  /// Faults of the disk and of permissions, by operation.
  static let faults: [(FileOperation, Int32)] = [
    (.read, EIO), (.rename, EACCES), (.removeFile, EPERM), (.facts, EIO), (.read, ENAMETOOLONG),
  ]

  @Test(arguments: faults.indices)
  func `a failed step puts no part of a file name into log, status or events`(index: Int) throws {
    let (operation, code) = Self.faults[index]
    let inbox = try Inbox()
    let record = LogRecord()
    inbox.logger = record.logger
    inbox.wantsEvents = true
    try inbox.put(Recordings.voice(), Self.name)
    inbox.files = ScriptedFileSystem { step, path in
      step == operation && path.hasSuffix(Self.name) ? code : nil
    }
    try inbox.drain()

    let status = try String(contentsOfFile: inbox.storePath + "/status.json", encoding: .utf8)
    let events = try? String(contentsOfFile: inbox.storePath + "/events.ndjson", encoding: .utf8)

    for part in ["Doe", "Jane", "1950.wav"] {
      #expect(!record.text.contains(part), "\(record.text)")
      #expect(!status.contains(part), "\(status)")
      #expect(events?.contains(part) != true)
    }
  }

  @Test func `a warning about copies of sessions contains no path`() throws {
    let inbox = try Inbox()
    let sessions = inbox.storePath + "/sessions/"
    let store = try inbox.openStore(
      ScriptedFileSystem { operation, path in
        operation == .create && path.hasPrefix(sessions) ? EACCES : nil
      })
    try store.session(SessionID.fresh()).record(StateRecord(.claimed))

    let notices = store.notices

    #expect(!notices.isEmpty)
    #expect(notices.allSatisfy { !$0.contains("/") }, "\(notices)")
  }
}
