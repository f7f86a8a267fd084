// Metadata of sessions in an inbox.

import Foundation
import JobRunner
import RecordStore
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes

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
    query.recording = store.recordingHash(of: Self.digest(of: bytes))
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
