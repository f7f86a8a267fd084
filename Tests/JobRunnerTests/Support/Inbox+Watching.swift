// A watcher on a separate thread, its outputs for other programs, and the metadata of sessions.

import Foundation
import JobRunner
import RecordStore
import Synchronization
import TestSupport
import Testing
import VoicePipeline
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

extension Inbox {
  /// A sidecar that names a person.
  static func sidecar(of person: String, _ more: String = "") -> String {
    #"{"profile": {"user_id": "\#(person)"}\#(more)}"#
  }

  /// A member with the SHA-256 of the recording of a sidecar.
  static func hash(of bytes: [UInt8]) -> String { #", "sha256": "\#(digest(of: bytes))""# }

  /// SHA-256 of bytes.
  static func digest(of bytes: [UInt8]) -> String { Fingerprint.sha256(of: bytes) }

  /// The session of a recording, by its bytes.
  func session(of bytes: [UInt8]) throws -> SessionSummary {
    let store = try openStore()
    var query = SessionQuery()
    query.session = try store.metadata(ofRecording: Self.digest(of: bytes)).last?.session
    return try #require(try store.sessions(query).first)
  }

  func header(_ session: SessionSummary) throws -> SessionHeader {
    try #require(try openStore().existingSession(session.id)?.header())
  }

  /// The person in the answers of a session. Nil without one.
  func userID(of session: SessionSummary) throws -> String? {
    guard let bytes = try openStore().existingSession(session.id)?.read(.answers) else {
      return nil
    }
    let given = try JSONValue.parse(bytes)["given"]
    return (given?["profile"] ?? given)?["user_id"]?.stringValue
  }

  /// The people of recordings, by the bytes of the recordings.
  func people(_ recordings: [[UInt8]]) throws -> [String?] {
    try recordings.map { try userID(of: session(of: $0)) }
  }

  /// The codes of the reports of quarantined files.
  func codes() throws -> [String] {
    try stored("failed").filter { $0.hasSuffix(".error.json") }.map {
      try json("failed/" + $0)[path: ["error", "code"]]?.stringValue ?? "-"
    }
  }

  func actions(of session: SessionSummary) throws -> [String] {
    try openStore().session(session.id).auditLines().map(\.entry.action)
  }
}

/// Searches all files below a folder for words, in names and bytes.
enum FolderSearch {
  /// Each finding as `word in path`.
  static func findings(of words: [String], in folder: String) throws -> [String] {
    var found: [String] = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let bytes = FileManager.default.contents(atPath: "\(folder)/\(path)") ?? Data()
      for word in words where path.contains(word) || bytes.range(of: Data(word.utf8)) != nil {
        found.append("\(word) in \(path)")
      }
    }
    return found.sorted()
  }
}
