// The interface on PostgreSQL: the journey of a person with an account, staff access, and an
// unavailable database.

import Foundation
import Onboarding
import PostgresStore
import RecordStore
import TestSupport
import Testing
import VoicePipeline
import VoiceServer
import VoiceTypes

/// One after the other: every server has a runner with its threads.
extension ServerTests {
  @Suite(.enabled(if: PostgresServer.isInstalled, Comment(rawValue: PostgresServer.reason)))
  struct DatabaseTests {
    @Test func `three vowels lead to a baseline and can be exported`()
      async throws
    {
      let server = try TestServer(on: TestDatabase())
      let browser = try await Browser(server)

      try await browser.goToFirstVowel(with: Browser.account)
      var places: [String] = []
      for number in 1...3 {
        let reply = try await browser.take(number)
        #expect(reply.status == 201)
        places.append(try #require(reply.header("Location")))
      }
      try await browser.tell("skipped")
      try await browser.settle()
      try await browser.waitForEnd(of: places[0])

      let journey = try await browser.json(.get, "/v1/me/journey")
      #expect(journey["phase"] == "baseline_held")
      #expect(try await browser.json(.get, "/v1/me/baseline")["status"] == "onboarding")
      #expect(try await browser.json(.get, "/v1/me/progress")["complete_sessions"] == 1)
      #expect(try await browser.json(.get, "/v1/me/history")["sessions"]?.elements.count == 1)
      let rows = try await browser.json(.get, "/v1/me/sessions").elements
      #expect(rows.map { $0["tier"] } == Array(repeating: "comprehensive", count: 3))
      let recording = try await browser.send(.get, places[0] + "/recording")
      #expect(try recording.bytes == Voices.long(1))
      #expect(try await browser.send(.get, places[0] + "/report").status == 200)
      #expect(try await browser.json(.get, places[0] + "/documents/state")["state"] == "filed")
      let copy = try await browser.send(.get, "/v1/me/export")
      #expect(try copy.bytes.count > 3 * Voices.long(1).count)
      #expect(server.files("store").isEmpty)

      #expect(try await browser.send(.delete, "/v1/me").status == 204)
      #expect(try server.desk.store.sessions(SessionQuery()).isEmpty)
      #expect(try server.desk.store.people().isEmpty)
      #expect(server.files("store.server/spool").allSatisfy { !$0.hasSuffix(".wav") })
      await server.desk.stop()
    }

    @Test func `the same recording again is the same session`() async throws {
      let server = try TestServer(on: TestDatabase())
      let browser = try await Browser(server)
      try await browser.goToFirstVowel(with: Browser.account)
      let first = try await browser.take(1)

      let second = try await browser.record(Voices.long(1))

      #expect(second.status == 200)
      #expect(second.header("Location") == first.header("Location"))
      #expect(try await browser.json(.get, "/v1/me/sessions").elements.count == 1)
      await server.desk.stop()
    }

    @Test func `a journey continues after a restart with the same cookie`() async throws {
      let server = try TestServer(on: TestDatabase())
      let browser = try await Browser(server)
      try await browser.goToFirstVowel(with: Browser.account)
      try await browser.take(1)
      await server.desk.stop()

      let next = try TestServer(after: server)
      let again = try await Browser(next, cookie: browser.sent)
      try await again.take(2)

      #expect(try await again.json(.get, "/v1/me/journey")[path: ["request", "take"]] == 3)
      await next.desk.stop()
    }

    @Test func `withdrawn consent deletes all data of the person`() async throws {
      let ward = try await Ward(on: TestDatabase())

      let reply = try await ward.guest.send(
        .put, "/v1/me/consent", json: ["language": "en", "signed": false, "purposes": []])

      #expect(reply.status == 204)
      #expect(try ward.server.desk.store.sessions(SessionQuery()).isEmpty)
      await ward.server.desk.stop()
    }

    // MARK: - Staff

    @Test func `staff actions and accesses are logged with the staff name`()
      async throws
    {
      let ward = try await Ward(on: TestDatabase())
      let clinician = try await ward.staff(.clinician)
      let path = "/v1/staff/sessions/\(ward.session)"

      let people = try await clinician.json(.get, "/v1/staff/people")["people"]
      let sessions = try await clinician.json(.get, "/v1/staff/sessions")["sessions"]
      let review = try await clinician.json(.put, path + "/review", ["note": "looked at"])
      let report = try await clinician.send(.get, path + "/report")
      let made = try await clinician.json(
        .post, path + "/amendments", ["reason": "another age", "profile": ["age": 61]],
        status: 201)
      let now = try await clinician.json(
        .put, "/v1/staff/people/\(ward.person)/profile",
        ["reason": "misheard", "profile": ["age": 43]])

      #expect(people?.elements.map { $0["person"] } == [.string(ward.person)])
      #expect(sessions?.elements.map { $0["session_id"] } == [.string(ward.session)])
      #expect(review["by"] == "staff/Clara" && report.status == 200)
      #expect(made["parent"] == .string(ward.session))
      #expect(now[path: ["person", "age"]] == 43)
      let lines = try ward.server.lines(of: "staff/Clara")
      for told in [
        "shown sessions/\(ward.session)", "shown people/\(ward.person)",
        "shown sessions/\(ward.session)/report", "person_kept ",
      ] {
        #expect(lines.contains(told), "\(told)")
      }
      await ward.server.desk.stop()
    }

    @Test func `an alert is acknowledged once, and a removed person is deleted`() async throws {
      let ward = try await Ward(on: TestDatabase())
      let session = try #require(SessionID(ward.session))
      try ward.server.desk.store.raise(
        [.init(rule: .twoFamilies, sessionID: ward.session, families: [.jitter, .shimmer])],
        by: session, for: UserHash(text: ward.person))
      let clinician = try await ward.staff(.clinician)
      let admin = try await ward.staff(.admin, name: "Ada")
      let path = "/v1/staff/people/\(ward.person)"
      let alerts = try await clinician.json(.get, "/v1/staff/alerts")["alerts"]
      let id = try #require(alerts?.elements.first?[path: ["alert", "id"]]).asText

      let seen = try await clinician.json(
        .put, path + "/alerts/\(id)/acknowledgement", ["note": "seen"])
      let copy = try await admin.send(.get, path + "/export")
      #expect(try await admin.send(.delete, path).status == 204)

      #expect(seen[path: ["acknowledged", "by"]] == "staff/Clara")
      #expect(Data(try copy.bytes).range(of: Data(ward.session.utf8)) != nil)
      #expect(try await ward.guest.send(.get, "/v1/me/journey").status == 401)
      #expect(try await admin.send(.get, path).status == 404)
      let lines = try ward.server.lines(of: "staff/Ada")
      #expect(lines.contains { $0.hasPrefix("exported sessions/\(ward.session) ") })
      #expect(lines.contains { $0.hasPrefix("erased") })
      await ward.server.desk.stop()
    }

    // MARK: - Away

    @Test func `requests during a database outage are deferred without loss`()
      async throws
    {
      let database = try TestDatabase()
      let server = try TestServer(on: database)
      let browser = try await Browser(server)
      try await browser.goToFirstVowel(with: Browser.account)
      try await browser.take(1)
      try await browser.tell("microphone", answer: "granted")

      database.goAway()
      let journey = try await browser.send(.get, "/v1/me/journey")
      let recording = try await browser.record(Voices.long(2))
      let ready = try await browser.send(.get, "/readyz")
      let copy = try await browser.send(.get, "/v1/me/export")
      database.comeBack()
      let again = try await browser.record(Voices.long(2))
      try await browser.settle()

      #expect(recording.status == 202)
      for reply in [journey, ready, copy] {
        #expect(reply.status == 503 && reply.header("Retry-After") != nil)
        #expect(try JSONValue.parse(try reply.bytes)["code"] == "busy")
        #expect(try JSONValue.parse(try reply.bytes)["advice"] != "")
      }
      #expect([200, 201].contains(again.status))
      #expect(try await browser.json(.get, "/v1/me/sessions").elements.count == 2)
      #expect(try await browser.json(.get, "/v1/me/journey")[path: ["request", "take"]] == 3)
      await server.desk.stop()
    }

    /// The journey of a person whose database is unavailable for some calls while a vowel is sent.
    private func sendThroughOutage(after calls: Int) async throws -> Bool {
      let database = try TestDatabase()
      let server = try TestServer(on: database)
      let browser = try await Browser(server)
      try await browser.goToFirstVowel(with: Browser.account)
      try await browser.tell("microphone", answer: "granted")

      database.goAway(for: 6, after: calls)
      for _ in 1...20 {
        if try await browser.record(Voices.long(1)).status < 300 { break }
        try await Task.sleep(for: .milliseconds(50))
      }
      try await settle(browser)
      let wasAway = database.wasAway
      database.comeBack()

      let journey = try await browser.json(.get, "/v1/me/journey")
      #expect(journey[path: ["request", "take"]] == 2, "after \(calls) calls")
      #expect(journey["attempts"]?.elements.count == 1, "after \(calls) calls")
      let place = try #require(journey["attempts"]?.elements.first?["session_id"]).asText
      try await browser.waitForEnd(of: "/v1/me/sessions/\(place)")
      let stored = try await browser.send(.get, "/v1/me/sessions/\(place)/recording")
      #expect(try stored.bytes == Voices.long(1), "after \(calls) calls")
      #expect(try await browser.json(.get, "/v1/me/sessions").elements.count == 1)
      #expect(try database.store().check() == [])
      await server.desk.stop()
      return wasAway
    }

    /// Waits, also for an unavailable database, until no background work remains.
    private func settle(_ browser: Browser) async throws {
      for _ in 0..<600 {
        let reply = try await browser.send(.get, "/v1/me/journey")
        if reply.status == 200, try JSONValue.parse(try reply.bytes)["waits"] == false { return }
        try await Task.sleep(for: .milliseconds(50))
      }
      Issue.record("the journey does not continue")
    }

    @Test(arguments: [0, 2, 4, 6, 8, 11, 14, 17])
    func `a vowel sent during a database failure is stored once`(
      calls: Int
    ) async throws {
      #expect(try await sendThroughOutage(after: calls))
    }

    @Test func `a journey continues after a database outage`()
      async throws
    {
      let database = try TestDatabase()
      let server = try TestServer(on: database)
      let browser = try await Browser(server)
      try await browser.goToFirstVowel(with: Browser.account)
      try await browser.tell("microphone", answer: "granted")
      let user = UserHash(text: try await server.hash(of: browser))
      let sent = Task { try await browser.record(Voices.long(1)).status }
      // As soon as the journey has heard of it.
      while try attempts(of: user, database) == 0 { try await Task.sleep(for: .milliseconds(1)) }

      database.goAway()
      try await Task.sleep(for: .milliseconds(1500))
      database.comeBack()

      #expect(try await sent.value == 201)
      var asked: Int?
      for _ in 0..<600 where asked != 2 {
        try await Task.sleep(for: .milliseconds(50))
        asked = try journey(of: user, database).take?.number
      }
      #expect(asked == 2)
      await server.desk.stop()
    }

    /// The stored journey: a request would advance it.
    private func journey(of user: UserHash, _ database: TestDatabase) throws -> OnboardingFlow {
      let kept = try #require(try database.store().read(.journey, of: user))
      return try OnboardingFlow(json: kept, mode: .firstFault)
    }

    private func attempts(of user: UserHash, _ database: TestDatabase) throws -> Int {
      try journey(of: user, database).attempts.count
    }
  }
}
