// Watching on a thread of its own, and what programs beside the watcher are told.

import Foundation
import JobRunner
import RecordStore
import Synchronization
import TestSupport
import VoiceTypes

/// A condition that did not come about.
struct TookTooLong: Error {}

/// Waits until something is so; a busy machine takes its time.
func wait(until isSo: () throws -> Bool) throws {
  for _ in 0..<6000 {
    // What it asks may not be there yet.
    if (try? isSo()) ?? false { return }
    Thread.sleep(forTimeInterval: 0.01)
  }
  throw TookTooLong()
}

extension Inbox {
  /// Does something while a watcher is at work, which is stopped afterwards.
  func watching(_ watcher: Watcher, _ body: () throws -> Void) throws {
    let hasEnded = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      _ = try? watcher.run()
      hasEnded.signal()
    }
    defer {
      watcher.stop()
      hasEnded.wait()
    }
    try body()
  }

  /// The threads of a watcher let go of its store a moment after it has ended.
  func waitUntilClosed() {
    let name = "store.sqlite-watching-store.lock"
    let path = "\(storePath)/\(name)"
    // Asking for a lock would make its file, in a folder that is no store yet.
    while stored("").contains(name) {
      if let lock = try? files.lock(path, .exclusiveIfFree) { return lock.release() }
      Thread.sleep(forTimeInterval: 0.001)
    }
  }

  /// The events so far, without lines that a crash tore.
  func events() -> [JSONValue] {
    let text = (try? String(contentsOfFile: storePath + "/events.ndjson", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { try? JSONValue.parse(Array($0.utf8)) }
  }

  /// The names of the events, in order.
  func eventNames() -> [String] { events().compactMap { $0["event"]?.stringValue } }

  /// How recordings ended, as it was told.
  func endings() -> [JSONValue] { events().filter { $0["terminal"] == true } }

  /// The status in the inbox; nothing before it is written.
  func status() -> JSONValue {
    let bytes = FileManager.default.contents(atPath: layout.status).map { Array($0) }
    return bytes.flatMap { try? JSONValue.parse($0) } ?? .null
  }

  /// What is wrong with the store.
  func findings() throws -> [Finding] {
    try openStore(UnsyncedFileSystem()).verify(VerificationRequest()).findings
  }
}
