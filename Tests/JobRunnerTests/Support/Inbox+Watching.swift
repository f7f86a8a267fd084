// A watcher on a separate thread, and its outputs for other programs.

import Foundation
import JobRunner
import RecordStore
import Synchronization
import TestSupport
import VoiceTypes

/// A condition that was not met in time.
struct TookTooLong: Error {}

/// Waits until a condition is met.
func wait(until isSo: () throws -> Bool) throws {
  for _ in 0..<6000 {
    // The files of the condition may not exist yet.
    if (try? isSo()) ?? false { return }
    Thread.sleep(forTimeInterval: 0.01)
  }
  throw TookTooLong()
}

extension Inbox {
  /// Runs `body` with a running watcher, and stops it.
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

  /// The threads of a watcher release its store shortly after its end.
  func waitUntilClosed() {
    let name = "store.sqlite-watching-store.lock"
    let path = "\(storePath)/\(name)"
    // Acquiring a lock would create its file in a folder that is no store yet.
    while stored("").contains(name) {
      if let lock = try? files.lock(path, .exclusiveIfFree) { return lock.release() }
      Thread.sleep(forTimeInterval: 0.001)
    }
  }

  /// The events so far, without incomplete lines.
  func events() -> [JSONValue] {
    let text = (try? String(contentsOfFile: storePath + "/events.ndjson", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { try? JSONValue.parse(Array($0.utf8)) }
  }

  /// The names of the events, in order.
  func eventNames() -> [String] { events().compactMap { $0["event"]?.stringValue } }

  /// The events with the results of recordings.
  func endings() -> [JSONValue] { events().filter { $0["terminal"] == true } }

  /// The status in the inbox. Null before the first one.
  func status() -> JSONValue {
    let bytes = FileManager.default.contents(atPath: layout.status).map { Array($0) }
    return bytes.flatMap { try? JSONValue.parse($0) } ?? .null
  }

  /// The findings of a verification.
  func findings() throws -> [Finding] {
    try openStore(UnsyncedFileSystem()).verify(VerificationRequest()).findings
  }
}
