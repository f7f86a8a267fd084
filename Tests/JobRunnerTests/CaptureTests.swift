// Recording conditions of a sidecar in documents.

import BaselineService
import Foundation
import JobRunner
import RecordStore
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes

@Suite struct CaptureTests {
  private let inbox: Inbox

  init() throws { inbox = try Inbox() }

  /// The filed documents of a recording with this sidecar.
  private func withFiled(_ capture: String, _ look: (StoredSession) throws -> Void) throws {
    try inbox.put(Recordings.voice(), "a.wav")
    try inbox.deliver(Inbox.sidecar(of: "anna", ", \"capture\": \(capture)"), "a.json")
    try look(inbox.openStore().session(inbox.session().id))
  }

  private func verdict(_ id: String, in document: JSONValue) -> String? {
    document[path: ["quality", "checks"]]?.elements
      .first { $0["id"]?.stringValue == id }?["verdict"]?.stringValue
  }

  @Test(arguments: [SessionDocument.quick, .computed])
  func `recording conditions are checked in each document`(document: SessionDocument) throws {
    try withFiled(#"{"granted": {"noiseSuppression": true}, "dropped_frames": 3}"#) { session in
      let json = try JSONValue.parse(try #require(try session.read(document)))
      #expect(verdict("processing", in: json) == "warn")
      #expect(verdict("dropped_frames", in: json) == "fail")
      #expect(verdict("capture_rate", in: json) == "unknown")
      #expect(json[path: ["recording", "capture", "dropped_frames"]]?.numberValue == 3)
    }
  }

  @Test func `a second analysis has the same recording conditions`() throws {
    try withFiled(#"{"dropped_frames": 3}"#) { session in
      let stored = try #require(try session.read(.computed))
      let again = ArchivedRecording(
        try #require(try session.read(.audio)), named: "a.wav", environment: Inbox.environment())
      #expect(again.difference(from: stored) == nil)
    }
  }

  @Test func `a recording without conditions has none of these checks`() throws {
    try withFiled("null") { session in
      let json = try JSONValue.parse(try #require(try session.read(.computed)))
      #expect(verdict("processing", in: json) == nil)
      #expect(json[path: ["recording", "capture"]] == nil)
    }
  }
}
