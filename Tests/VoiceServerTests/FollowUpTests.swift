// A person whose baseline is held comes back, records a follow-up session, and sees the comparison.

import RecordStore
import TestSupport
import Testing
import VoiceServer
import VoiceTypes

/// One after the other: every server has a runner with its threads.
extension ServerTests {
  @Suite struct FollowUpTests {
    /// A guest whose baseline is held, and the journey then.
    private func onboarded(_ server: TestServer) async throws -> (Browser, JSONValue) {
      let browser = try await Browser(server).goToFirstVowel()
      return (browser, try await browser.finish((1...3).map(Voices.long)))
    }

    @Test func `a session of another day joins the baseline, with the next date`() async throws {
      let server = try TestServer()
      let (browser, first) = try await onboarded(server)
      server.clock.pass(days: 2)
      let ready = try await browser.json(.get, "/v1/me/journey")

      let begun = try await browser.tell("follow_up")
      let journey = try await browser.finish((4...6).map(Voices.long))

      #expect(first["may"] == [] && ready["may"] == ["follow_up"])
      #expect(begun["purpose"] == "follow_up" && begun["round"] == 2)
      #expect(begun[path: ["request", "take"]] == 1)
      #expect(journey["phase"] == "baseline_held")
      let result = try #require(journey[path: ["follow_up", "result"]])
      #expect(result["in_baseline"] == true)
      #expect(result["complete_sessions"] == 2 && result["sessions_needed"] == 1)
      #expect(result["larger_families"] == [])
      #expect(result["next_due"]?.asText == server.day(after: 2))
      let history = try await browser.json(.get, "/v1/me/history")["sessions"]?.elements ?? []
      #expect(history.last?["session_id"] == result["session_id"])
      let comparison = try await browser.json(
        .get, "/v1/me/sessions/\(result["recording"]?.asText ?? "")/documents/comparison")
      #expect(comparison["state"] == "complete")
      let names = try await browser.json(.get, "/v1/me/sessions").elements.map { $0["name"] }
      #expect(names.first == "sustained_vowel-2-3.wav" && names.count == 6)
      await server.desk.stop()
    }

    @Test func `no follow-up starts on the day of the last one, and the next day is named`()
      async throws
    {
      let server = try TestServer()
      let (browser, first) = try await onboarded(server)

      let refused = try await browser.tell("follow_up", status: 409)
      let german = try JSONValue.parse(
        try await browser.send(
          .post, "/v1/me/journey/events", json: ["event": "follow_up"], [("Accept-Language", "de")]
        ).bytes)

      #expect(refused["code"] == "too_early")
      #expect(german["advice"] == "an einem anderen Tag wiederkommen")
      #expect(first[path: ["follow_up", "from"]]?.asText == server.day(after: 1))
      #expect(try await browser.json(.get, "/v1/me/journey") == first)
      await server.desk.stop()
    }

    @Test func `only one of two tabs starts a follow-up session`() async throws {
      let server = try TestServer()
      let (browser, _) = try await onboarded(server)
      server.clock.pass(days: 1)
      let tag = try #require(try await browser.send(.get, "/v1/me/journey").header("ETag"))

      let stray = try await browser.record(Voices.long(4))
      try await browser.tell("follow_up")
      let late = try await browser.json(
        .post, "/v1/me/journey/events", ["event": "follow_up"], status: 412, [("If-Match", tag)])
      let again = try await browser.tell("follow_up", status: 409)

      #expect(stray.status == 409)
      #expect(try JSONValue.parse(stray.bytes)["code"] == "journey_completed")
      #expect(late["code"] == "journey_moved" && again["code"] == "wrong_step")
      #expect(try await browser.json(.get, "/v1/me/journey")["round"] == 2)
      #expect(try await browser.json(.get, "/v1/me/sessions").elements.count == 3)
      await server.desk.stop()
    }

    @Test func `a follow-up session needs consent to analysis`() async throws {
      let server = try TestServer()
      let (browser, _) = try await onboarded(server)
      server.clock.pass(days: 2)
      try await browser.json(
        .put, "/v1/me/consent", ["language": "en", "signed": true, "purposes": ["storage"]])

      let journey = try await browser.json(.get, "/v1/me/journey")
      let refused = try await browser.tell("follow_up", status: 409)

      #expect(journey["may"] == [])
      #expect(refused["code"] == "no_consent")
      await server.desk.stop()
    }

    @Test func `a session continues after a restart and is compared once`() async throws {
      let server = try TestServer()
      let (browser, _) = try await onboarded(server)
      server.clock.pass(days: 2)
      try await browser.tell("follow_up")
      try await browser.take(4)
      await server.desk.stop()

      let next = try TestServer(after: server)
      let again = try await Browser(next, cookie: browser.sent)
      let journey = try await again.json(.get, "/v1/me/journey")
      let ended = try await again.finish([Voices.long(5), Voices.long(6)])

      #expect(journey["purpose"] == "follow_up" && journey[path: ["request", "take"]] == 2)
      #expect(ended[path: ["follow_up", "result", "complete_sessions"]] == 2)
      #expect(try await again.json(.get, "/v1/me/history")["sessions"]?.elements.count == 2)
      await next.desk.stop()
    }

    @Test func `a changed voice raises an alert in the staff list`() async throws {
      let server = try TestServer()
      let (browser, _) = try await onboarded(server)
      let person = try await server.hash(of: browser)
      server.clock.pass(days: 2)
      try await browser.tell("follow_up")

      let journey = try await browser.finish((4...6).map(Voices.perturbed))

      let result = try #require(journey[path: ["follow_up", "result"]])
      #expect(result["in_baseline"] == false)
      #expect(result["alerted_families"]?.elements.contains("jitter") == true)
      #expect(result["next_due"]?.asText == server.day(after: 1))
      let staff = try await Browser(server, bearer: server.token(.clinician))
      let alerts = try await staff.json(.get, "/v1/staff/alerts")["alerts"]?.elements ?? []
      #expect(alerts.map { $0["person"] } == [.string(person)])
      #expect(alerts.first?[path: ["alert", "session_id"]] == result["session_id"])
      let sessions = try await staff.json(.get, "/v1/staff/sessions")["sessions"]?.elements ?? []
      #expect(sessions.count { $0["name"]?.asText.hasPrefix("sustained_vowel-2-") == true } == 3)
      await server.desk.stop()
    }

    @Test func `a session without comparison says so in the requested language`()
      async throws
    {
      let server = try TestServer()
      let (browser, first) = try await onboarded(server)
      server.clock.pass(days: 2)
      try await browser.tell("follow_up")
      for attempt in 1...3 {
        try await browser.take(Voices.silent(attempt))
        try await browser.tell(attempt < 3 ? "retried" : "skipped")
      }
      try await browser.tell("skipped")
      let german = try JSONValue.parse(
        try await browser.send(.get, "/v1/me/journey", [("Accept-Language", "de")]).bytes)

      let ended = try await browser.tell("skipped")

      #expect(german[path: ["error", "code"]] == "follow_up_refused")
      #expect(
        german[path: ["error", "message"]]?.asText.hasPrefix(
          "diese Sitzung lässt sich nicht mit den Ausgangswerten vergleichen") == true
      )
      #expect(ended["phase"] == "baseline_held" && ended["baseline"] == first["baseline"])
      #expect(ended[path: ["follow_up", "result"]] == .null)
      #expect(ended["may"] == [])
      await server.desk.stop()
    }
  }
}

extension TestServer {
  /// The date `days` days after the server's present time, as in documents.
  fileprivate func day(after days: Int) -> String {
    String(clock.time.adding(days: days).textToSeconds.prefix(10))
  }
}
