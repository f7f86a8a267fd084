// Capture data of a browser in the document and its checks.

import DSPCore
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes
import WAVIngest

@Suite struct CaptureCheckTests {
  private static let pipeline = VoicePipeline(settings: .init(), environment: .still)

  private static let measured: ResultsDocument = {
    var workspace = AnalysisWorkspace()
    return pipeline.analyze(
      .bytes(Recordings.longVoice, name: "a.wav", sha256: nil), workspace: &workspace)
  }()

  private func document(_ capture: String) throws -> JSONValue {
    let json = try JSONValue.parse(Array(capture.utf8))
    return Self.pipeline.document(
      Self.measured, recordedAs: try CaptureFacts(json: json)
    ).json
  }

  private static func granted(_ echo: String, _ noise: String, _ gain: String) -> String {
    """
    {"granted": {"echoCancellation": \(echo), "noiseSuppression": \(noise),
     "autoGainControl": \(gain), "sampleRate": 44100}, "context_rate_hz": 44100, "dropped_frames": 0}
    """
  }

  @Test(arguments: [
    ("false", "false", "false", "pass", ""),
    ("true", "false", "false", "warn", "echo cancellation"),
    ("false", "true", "true", "warn", "noise suppression, automatic gain control"),
    ("\"all\"", "null", "false", "warn", "echo cancellation"),
    ("false", "null", "false", "unknown", "noise suppression"),
  ])
  func `active browser processing is reported`(
    echo: String, noise: String, gain: String, verdict: String, told: String
  ) throws {
    let document = try document(Self.granted(echo, noise, gain))

    let processing = try check("processing", of: document)
    #expect(processing["verdict"]?.stringValue == verdict)
    #expect(
      processing[path: ["sentence", "parameters", "things"]]?.stringValue ?? "" == told)
    #expect(try check("dropped_frames", of: document)["verdict"] == "pass")
    #expect(try check("capture_rate", of: document)["verdict"] == "pass")
    #expect(document[path: ["biomarkers", "jitter", "local_percent"]]?.numberValue != nil)
    #expect(try DocumentRules.problems(in: document) == [])
  }

  @Test func `lost frames suppress the cycle measures`() throws {
    let document = try document(#"{"dropped_frames": 0, "stats_dropped_frames": 240}"#)

    let dropped = try check("dropped_frames", of: document)
    #expect(dropped["verdict"] == "fail" && dropped["value"]?.numberValue == 240)
    let reason = document["unavailable"]?.elements.first {
      $0["measure"] == "jitter.local_percent"
    }
    #expect(reason?["code"] == "sound_missing" && reason?["found"]?.numberValue == 240)
    #expect(document[path: ["uncertainty", "jitter.local_percent"]] == nil)
    #expect(document[path: ["biomarkers", "f0", "mean_hz"]]?.numberValue != nil)
    #expect(try DocumentRules.problems(in: document) == [])
  }

  @Test(arguments: [
    (44_100, 44_100, "pass"), (48_000, 48_000, "warn"), (16_000, 44_100, "warn"),
    (8000, 44_100, "fail"),
  ])
  func `the rate of the microphone bounds the recording`(
    device: Int, context: Int, verdict: String
  ) throws {
    let document = try document(
      #"{"granted": {"sampleRate": \#(device)}, "context_rate_hz": \#(context)}"#)

    #expect(try check("capture_rate", of: document)["verdict"]?.stringValue == verdict)
  }

  @Test func `missing capture facts are unknown, and no facts give no check`() throws {
    let document = try document("{}")

    for id in ["processing", "dropped_frames", "capture_rate"] {
      #expect(try check(id, of: document)["verdict"] == "unknown", "\(id)")
      let checks = Self.measured.json[path: ["quality", "checks"]]?.elements ?? []
      #expect(!checks.contains { $0["id"]?.stringValue == id })
    }
    #expect(Self.measured.json[path: ["recording", "capture"]] == nil)
  }

  @Test func `capture facts are in the document without personal data`() throws {
    let told = #"""
      {"granted": {"echoCancellation": false, "sampleRate": 48000}, "context_rate_hz": 48000,
       "frames": 480000, "dropped_frames": 0, "wall_s": 10.1, "room_level_dbfs": -61.5,
       "user_agent": "Browser", "device_label": "Somebody's"}
      """#
    let document = try document(told)

    let capture = document[path: ["recording", "capture"]]
    #expect(capture?["granted"]?["sampleRate"]?.numberValue == 48_000)
    #expect(capture?["room_level_dbfs"]?.numberValue == -61.5)
    #expect(capture?["user_agent"] == nil && capture?["device_label"] == nil)
    let again = try ResultsDocument(json: document)
    #expect(again.recording.capture?.frames == 480_000 && again.json == document)
    #expect(Self.pipeline.document(again, recordedAs: CaptureFacts()).json == document)
  }

  @Test func `malformed capture facts are a fault`() {
    for text in [#"{"dropped_frames": -1}"#, #"{"granted": 3}"#, "[]"] {
      #expect(throws: FileFaults.self) {
        try CaptureFacts(json: JSONValue.parse(Array(text.utf8)))
      }
    }
  }
}
