// A guest's way from signing up to a baseline, as a browser takes it.

import Foundation
import RecordStore
import TestSupport
import Testing
import VoicePipeline
import VoiceServer
import VoiceTypes

/// One after the other: every server has a runner with its threads.
extension ServerTests {
  @Suite struct JourneyTests {
    @Test func `three vowels of a guest lead to a baseline`() async throws {
      let server = try TestServer()
      let browser = try await Browser(server)

      try await browser.goToFirstVowel()
      for number in 1...3 {
        let reply = try await browser.take(number)
        #expect(reply.status == 201)
        let document = try JSONValue.parse(try reply.bytes)
        #expect(document["tier"] == "quick")
        #expect(
          document[path: ["recording", "sha256"]]
            == .string(Fingerprint.sha256(of: Voices.long(number))))
      }
      try await browser.tell("skipped")
      try await browser.settle()

      let journey = try await browser.json(.get, "/v1/me/journey")
      #expect(journey["step"] == "completed")
      #expect(journey["phase"] == "baseline_held")
      let baseline = try await browser.json(.get, "/v1/me/baseline")
      #expect(baseline["status"] == "onboarding")
      #expect(try await browser.json(.get, "/v1/me/progress")["complete_sessions"] == 1)
      #expect(try await browser.json(.get, "/v1/me/history")["sessions"]?.elements.count == 1)
      #expect(try await browser.json(.get, "/v1/me/sessions").elements.count == 3)
      await server.desk.stop()
    }

    @Test func `the stored bytes are those sent`() async throws {
      let server = try TestServer()
      let browser = try await Browser(server).goToFirstVowel()

      let reply = try await browser.take(1)
      let place = try #require(reply.header("Location"))
      try await browser.waitForEnd(of: place)
      let stored = try await browser.send(.get, place + "/recording")

      #expect(try stored.bytes == Voices.long(1))
      await server.desk.stop()
    }

    @Test func `a repeated upload is the same session and does not advance the journey`()
      async throws
    {
      let server = try TestServer()
      let browser = try await Browser(server).goToFirstVowel()
      let first = try await browser.take(1)
      let before = try await browser.json(.get, "/v1/me/journey")

      let second = try await browser.record(Voices.long(1))

      #expect(second.status == 200)
      #expect(second.header("Location") == first.header("Location"))
      #expect(try await browser.json(.get, "/v1/me/journey") == before)
      #expect(try await browser.json(.get, "/v1/me/sessions").elements.count == 1)
      await server.desk.stop()
    }

    @Test func `a wrong digest is refused`() async throws {
      let server = try TestServer()
      let browser = try await Browser(server).goToFirstVowel()
      try await browser.tell("microphone", answer: "granted")
      let digest = "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:"

      let wrong = try await browser.record(Voices.long(1), [("Content-Digest", digest)])
      let right = try await browser.record([], [("Content-Digest", digest)])

      #expect(wrong.status == 400)
      #expect(try JSONValue.parse(try wrong.bytes)["code"] == "digest_differs")
      // That is the digest of nothing, which is then no recording.
      #expect(try JSONValue.parse(try right.bytes)["code"] != "digest_differs")
      await server.desk.stop()
    }

    @Test func `an unrequested recording is refused and not stored`()
      async throws
    {
      let server = try TestServer()
      let browser = try await Browser(server).goToFirstVowel()

      let reply = try await browser.record(Voices.long(1))

      #expect(reply.status == 409)
      #expect(try await browser.json(.get, "/v1/me/sessions") == [])
      await server.desk.stop()
    }

    @Test func `a silent recording is refused with advice, and may be made again`() async throws {
      let server = try TestServer()
      let browser = try await Browser(server).goToFirstVowel()
      try await browser.tell("microphone", answer: "granted")

      _ = try await browser.record(Voices.silence)
      try await browser.settle()

      let journey = try await browser.json(.get, "/v1/me/journey")
      #expect(journey["phase"] == "refused")
      #expect(journey[path: ["error", "code"]] == "recording_refused")
      let staff = try await Browser(server, bearer: server.token(.clinician))
      let rows = try await staff.json(.get, "/v1/staff/sessions")["sessions"]?.elements ?? []
      #expect(rows.map { $0["attempt_refused"] } == [.bool(true)])
      #expect(journey["may"]?.elements == ["retried"])
      #expect(try await browser.tell("retried")["phase"] == "microphone")
      await server.desk.stop()
    }

    @Test func `recording advice is in the requested language`()
      async throws
    {
      let server = try TestServer()
      let browser = try await Browser(server).goToFirstVowel()
      try await browser.tell("microphone", answer: "granted")
      let place = try #require(try await browser.record(Voices.silence).header("Location"))
      try await browser.settle()
      func said(_ path: String, _ languages: String) async throws -> JSONValue {
        try JSONValue.parse(
          try await browser.send(.get, path, [("Accept-Language", languages)]).bytes)
      }

      let german = try await said("/v1/me/journey", "fr, de-AT;q=0.9, en;q=0.5")
      let english = try await said("/v1/me/journey", "fr")
      let findings = try await said(place + "/findings", "de")
      let fault = try await said("/v1/me/sessions/nothing/findings", "de")

      guard case .string(let message)? = german[path: ["error", "message"]],
        case .string(let written)? = english[path: ["error", "message"]]
      else {
        Issue.record("there is no message")
        return
      }
      #expect(message.hasPrefix("Versuch 1 von 3 ist nicht verwendbar: "))
      #expect(written.hasPrefix("attempt 1 of 3 is not usable: the recording is silent"))
      #expect(!message.contains("sample"))
      #expect(german[path: ["error", "code"]] == english[path: ["error", "code"]])
      #expect(findings["session_id"] == german["attempts"]?.elements.first?["session_id"])
      #expect(
        fault["message"] == "die Ressource existiert nicht, oder Sie haben keinen Zugriff darauf")
      await server.desk.stop()
    }

    @Test func `capture facts are stored with the recording`() async throws {
      let server = try TestServer()
      let browser = try await Browser(server).goToFirstVowel()
      try await browser.tell("microphone", answer: "granted")

      let reply = try await browser.record(
        Voices.long(1), [("Sagevoice-Capture", #"{"dropped_frames": 0, "granted": {}}"#)])
      try await browser.settle()

      let place = try #require(reply.header("Location"))
      let answers = try await browser.json(.get, place + "/documents/answers")
      #expect(answers[path: ["given", "capture", "dropped_frames"]] == 0)
      await server.desk.stop()
    }

    @Test func `active browser processing is in the document`() async throws {
      let server = try TestServer()
      let browser = try await Browser(server).goToFirstVowel()
      try await browser.tell("microphone", answer: "granted")
      let capture =
        #"{"granted": {"echoCancellation": false, "noiseSuppression": true, "autoGainControl": false}}"#

      let quick = try await browser.record(Voices.long(1), [("Sagevoice-Capture", capture)])
      try await browser.settle()

      let place = try #require(quick.header("Location"))
      let results = try await browser.json(.get, place + "/documents/computed")
      let check = results[path: ["quality", "checks"]]?.elements.first { $0["id"] == "processing" }
      #expect(check?["verdict"] == "warn")
      #expect(check?["message"]?.stringValue?.contains("noise suppression") == true)
      await server.desk.stop()
    }

    @Test func `a step completed in another tab is not repeated`() async throws {
      let server = try TestServer()
      let browser = try await Browser(server)
      let reply = try await browser.send(.post, "/v1/people")
      let tag = try #require(reply.header("ETag"))
      try await browser.tell("explainer_read")

      let late = try await browser.json(
        .post, "/v1/me/journey/events", ["event": "explainer_read"], status: 412,
        [("If-Match", tag)])

      #expect(late["code"] == "journey_moved")
      await server.desk.stop()
    }

    @Test func `a journey continues after a restart with the same cookie`() async throws {
      let server = try TestServer()
      let browser = try await Browser(server).goToFirstVowel()
      try await browser.take(1)
      await server.desk.stop()

      let next = try TestServer(after: server)
      let again = try await Browser(next, cookie: browser.sent)
      let journey = try await again.json(.get, "/v1/me/journey")
      try await again.take(2)

      #expect(journey[path: ["request", "take"]] == 2)
      #expect(try await again.json(.get, "/v1/me/journey")[path: ["request", "take"]] == 3)
      await next.desk.stop()
    }

    @Test func `a stopping server accepts no requests`() async throws {
      let server = try TestServer()
      let browser = try await Browser(server).goToFirstVowel()

      await server.desk.stop()

      #expect(try await browser.send(.get, "/readyz").status == 503)
      #expect(try await browser.send(.get, "/healthz").status == 200)
      #expect(try await browser.tell("skipped", status: 503)["code"] == "stopping")
    }
  }
}
