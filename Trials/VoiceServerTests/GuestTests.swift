// A server on PostgreSQL keeps guests on its machine. A guest who creates an account is migrated
// once with all data, also when the database or the server fails meanwhile.

import Foundation
import PostgresStore
import RecordStore
import TestSupport
import Testing
import VoiceServer
import VoiceTypes

/// One after the other: every server has a runner with its threads.
extension ServerTests {
  @Suite(.enabled(if: PostgresServer.isInstalled, Comment(rawValue: PostgresServer.reason)))
  struct GuestTests {
    /// A person's view of the stored data.
    private struct Seen: Equatable {
      var answers: [JSONValue] = []
      var recordings: [[UInt8]] = []

      init(_ browser: Browser) async throws {
        for path in ["profile", "sessions", "baseline", "progress", "history"] {
          answers.append(try await browser.json(.get, "/v1/me/\(path)"))
        }
        for row in answers[1].elements {
          let place = "/v1/me/sessions/\(row["session_id"]?.asText ?? "")"
          recordings.append(try await browser.send(.get, place + "/recording").bytes)
          answers.append(try await browser.json(.get, place + "/documents/computed"))
          answers.append(try await browser.json(.get, place + "/documents/answers"))
        }
      }
    }

    /// A guest who has a baseline.
    private func guestWithBaseline(_ server: TestServer) async throws -> Browser {
      let browser = try await Browser(server).goToFirstVowel()
      for number in 1...3 {
        let place = try #require(try await browser.take(number).header("Location"))
        try await browser.waitForEnd(of: place)
      }
      try await browser.tell("skipped")
      try await browser.settle()
      return browser
    }

    private func waitUntilAway(_ database: TestDatabase) async throws {
      for _ in 0..<60_000 where !database.wasAway {
        try await Task.sleep(for: .milliseconds(1))
      }
      #expect(database.wasAway)
    }

    private func waitForMoves(_ server: TestServer) async throws {
      for _ in 0..<1200 where server.desk.moves > 0 {
        try await Task.sleep(for: .milliseconds(25))
      }
      #expect(server.desk.moves == 0)
    }

    /// Whether a file below a folder of the server contains a text.
    private func isFound(_ text: String, in folder: String, of server: TestServer) -> Bool {
      server.files(folder).contains { name in
        let bytes = FileManager.default.contents(atPath: "\(server.folder)/\(folder)/\(name)")
        return bytes?.range(of: Data(text.utf8)) != nil || name.contains(text)
      }
    }

    private func expectNoTrace(of id: String, _ sessions: [String], in server: TestServer) {
      for folder in [
        "guests/sessions", "guests/people", "guests/baselines", "guests/failed", "moves",
      ] {
        #expect(server.files("store.server/" + folder).isEmpty, "\(folder)")
      }
      #expect(server.files("store.server/guest-spool").allSatisfy { !$0.hasSuffix(".wav") })
      #expect(!isFound(id, in: "store.server/guests", of: server))
      #expect(!isFound(id, in: "store.server/guest-spool", of: server))
      for session in sessions { #expect(!isTold(session, by: server)) }
    }

    /// Whether the event log of guests contains a session.
    private func isTold(_ session: String, by server: TestServer) -> Bool {
      let path = server.folder + "/store.server/guests/events.ndjson"
      return FileManager.default.contents(atPath: path)?.range(of: Data(session.utf8)) != nil
    }

    @Test func `a guest is stored locally and moved to the database with an account`()
      async throws
    {
      let database = try TestDatabase()
      let server = try TestServer(on: database)
      let browser = try await guestWithBaseline(server)
      let before = try await Seen(browser)
      let id = try #require(before.answers[0]["user_id"]).asText
      #expect(try database.store().sessions(SessionQuery()).isEmpty)
      #expect(try database.store().people().isEmpty)
      let sessions = before.answers[1].elements.map { $0["session_id"]?.asText ?? "" }
      #expect(sessions.count == 3 && sessions.allSatisfy { isTold($0, by: server) })
      #expect(isFound(id, in: "store.server/guests", of: server))

      let made = try await browser.json(.post, "/v1/accounts", Browser.account, status: 201)
      try await waitForMoves(server)

      #expect(try await Seen(browser) == before)
      let journey = try await browser.json(.get, "/v1/me/journey")
      #expect(journey["journey_id"] == made["journey_id"] && journey["signup_method"] == "email")
      let store = try database.store()
      #expect(try store.sessions(SessionQuery()).count == 3 && store.check() == [])
      #expect(try store.baseline(for: store.userHash(of: id)) != nil)
      #expect(try store.read(.journey, of: store.userHash(of: id)) != nil)
      expectNoTrace(of: id, sessions, in: server)

      // The next recording is the database's.
      let elsewhere = try await Browser(server)
      try await elsewhere.json(.post, "/v1/sign-in", Browser.account)
      #expect(try await Seen(elsewhere) == before)
      #expect(try await elsewhere.send(.delete, "/v1/me").status == 204)
      #expect(try store.sessions(SessionQuery()).isEmpty && store.people().isEmpty)
      await server.desk.stop()
    }

    @Test func `a guest needs no database and is migrated when it returns`() async throws {
      let database = try TestDatabase()
      let server = try TestServer(on: database)
      database.goAway()
      let browser = try await Browser(server).goToFirstVowel()
      #expect(try await browser.take(1).status == 201)

      try await browser.json(.post, "/v1/accounts", Browser.account, status: 201)
      // Who has an account by now is not asked to wait either.
      #expect(try await browser.take(2).status == 201)
      #expect(try await browser.json(.get, "/v1/me/sessions").elements.count == 2)
      #expect(server.desk.moves == 1)
      // An action on all data of a person is not applied to a part.
      #expect(try await browser.send(.delete, "/v1/me").status == 503)
      let consent = try await browser.send(
        .put, "/v1/me/consent", json: ["language": "en", "signed": false, "purposes": []])
      #expect(consent.status == 503)
      database.comeBack()
      try await waitForMoves(server)

      #expect(try await browser.json(.get, "/v1/me/sessions").elements.count == 2)
      #expect(try database.store().sessions(SessionQuery()).count == 2)
      #expect(try await browser.take(3).status == 201)
      #expect(try database.store().sessions(SessionQuery()).count == 3)
      #expect(try database.store().check() == [])
      await server.desk.stop()
    }

    // Outages at the first and the last call of a session, at the person's data, and while the
    // folders are emptied.
    @Test(arguments: [0, 1, 2, 6, 7, 8, 9, 10])
    func `an interrupted guest migration continues after a restart`(
      calls: Int
    ) async throws {
      let database = try TestDatabase()
      let server = try TestServer(on: database)
      let browser = try await guestWithBaseline(server)
      let before = try await Seen(browser)

      database.goAway(after: calls)
      try await browser.json(.post, "/v1/accounts", Browser.account, status: 201)
      try await waitUntilAway(database)
      #expect(server.desk.moves == 1)
      await server.desk.stop()
      database.comeBack()
      let next = try TestServer(after: server)
      try await waitForMoves(next)

      let again = try await Browser(next, cookie: browser.sent)
      #expect(try await Seen(again) == before)
      let store = try database.store()
      #expect(try store.sessions(SessionQuery()).count == 3 && store.check() == [])
      let id = try #require(before.answers[0]["user_id"]).asText
      expectNoTrace(of: id, [], in: next)
      await next.desk.stop()
    }

    @Test func `a failed account creation migrates nothing`() async throws {
      let database = try TestDatabase()
      let server = try TestServer(on: database)
      try await Browser(server).json(.post, "/v1/accounts", Browser.account, status: 201)
      let browser = try await Browser(server).goToFirstVowel()
      try await browser.take(1)

      let taken = try await browser.json(.post, "/v1/accounts", Browser.account, status: 409)

      #expect(taken["code"] == "account_there" && server.desk.moves == 0)
      #expect(try database.store().sessions(SessionQuery()).isEmpty)
      #expect(try await browser.json(.get, "/v1/me/sessions").elements.count == 1)
      await server.desk.stop()
    }

    @Test func `staff do not see partly migrated people`()
      async throws
    {
      let database = try TestDatabase()
      let server = try TestServer(on: database)
      let admin = try await Browser(server, bearer: server.token(.admin))
      let browser = try await Browser(server).goToFirstVowel()
      let place = try #require(try await browser.take(1).header("Location"))
      try await browser.waitForEnd(of: place)
      let session = place.split(separator: "/").last.map(String.init) ?? ""
      let person = try await server.hash(of: browser)
      func people() async throws -> Int? {
        try await admin.json(.get, "/v1/staff/people")["people"]?.elements.count
      }
      #expect(try await people() == 0)
      #expect(try await admin.send(.get, "/v1/staff/people/\(person)").status == 404)

      // The session is copied, the other data of the guest are not, and the copy is retried a
      // second later.
      database.goAway(for: 1, after: 3)
      try await browser.json(.post, "/v1/accounts", Browser.account, status: 201)
      try await waitUntilAway(database)
      #expect(try database.store().sessions(SessionQuery()).count == 1)
      #expect(try await people() == 0)
      #expect(try await admin.json(.get, "/v1/staff/sessions")["sessions"]?.elements.count == 0)
      for path in ["people/\(person)", "sessions/\(session)"] {
        #expect(try await admin.send(.get, "/v1/staff/" + path).status == 503, "\(path)")
      }
      #expect(server.desk.moves == 1)
      try await waitForMoves(server)

      #expect(try await people() == 1)
      #expect(try await admin.send(.get, "/v1/staff/sessions/\(session)").status == 200)
      #expect(try await admin.send(.delete, "/v1/staff/people/\(person)").status == 204)
      #expect(try await browser.send(.get, "/v1/me/journey").status == 401)
      await server.desk.stop()
    }

    @Test func `a removed guest is not migrated`() async throws {
      let database = try TestDatabase()
      let server = try TestServer(on: database)
      let browser = try await guestWithBaseline(server)
      let id = try await browser.json(.get, "/v1/me/profile")["user_id"]?.asText ?? ""

      #expect(try await browser.send(.delete, "/v1/me").status == 204)

      expectNoTrace(of: id, [], in: server)
      #expect(try await browser.send(.get, "/v1/me/journey").status == 401)
      #expect(try database.store().tenantLines().isEmpty)
      await server.desk.stop()
    }
  }
}
