// Accounts: a guest who creates one keeps the identifier; only its owner signs in, from any
// browser.

import Foundation
import RecordStore
import TestSupport
import Testing
import VoiceServer
import VoiceTypes

/// One after the other: every server has a runner with its threads.
extension ServerTests {
  @Suite struct AccountTests {
    private static let own: JSONValue = ["email": "Ida@Example.org", "password": "a long password"]
    private static let wrong: JSONValue = [
      "email": "ida@example.org", "password": "another password",
    ]

    @Test func `a guest who creates an account keeps identifier and history`() async throws {
      let ward = try await Ward()
      let before = try await ward.guest.json(.get, "/v1/me/profile")
      let former = try await Browser(ward.server, cookie: ward.guest.sent)

      let journey = try await ward.guest.json(.post, "/v1/accounts", Self.own, status: 201)
      let elsewhere = try await Browser(ward.server)
      try await elsewhere.json(
        .post, "/v1/sign-in", ["email": "ida@example.ORG", "password": "a long password"])

      #expect(journey["signup_method"] == "email" && journey["step"] == "sustained_vowel_test")
      #expect(try await elsewhere.json(.get, "/v1/me/profile") == before)
      #expect(
        try await elsewhere.json(.get, "/v1/me/sessions").elements.map { $0["session_id"] }
          == [.string(ward.session)])
      // The guest's cookie was another one.
      #expect(try await former.send(.get, "/v1/me/journey").status == 401)
      try await ward.guest.json(.post, "/v1/accounts", Self.wrong, status: 409)
      await ward.server.desk.stop()
    }

    @Test func `a new person can start with an account, its address is unique`() async throws {
      let server = try TestServer()
      let first = try await Browser(server)
      let second = try await Browser(server)

      let journey = try await first.json(.post, "/v1/accounts", Self.own, status: 201)
      let taken = try await second.json(.post, "/v1/accounts", Self.wrong, status: 409)

      #expect(journey["signup_method"] == "email" && journey["step"] == "explainer")
      #expect(taken["code"] == "account_there")
      #expect(second.sent == nil)
      let files = server.files("store.server/accounts")
      #expect(files.count == 1)
      for file in files {
        let path = server.folder + "/store.server/accounts/" + file
        let bytes = FileManager.default.contents(atPath: path) ?? Data()
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains("example") && !text.contains("a long password"))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
      }
      await server.desk.stop()
    }

    @Test(arguments: [
      ("ida", "a long password", 422), ("@b", "a long password", 422),
      ("ida@example.org", "short", 422), ("ida@example.org", "aaaaaaaaaaaaaaaa", 422),
      ("ida.long.name@example.org", "IDA.long.name@example.org", 422), ("ida@b", "", 400),
      ("ida.long.name@example.org", "ida.long.name2026", 422),
      ("ida@example.org", "password1234", 422), ("ida@example.org", "LetMeIn12345", 422),
      ("ida@example.org", "iloveyou1234", 422), ("ida@example.org", "michael19850412", 422),
      ("ida@example.org", "qwertyuiop123", 422),
      ("ida@example.org", "2026-sagevoice!", 422), ("ida@example.org", "123456789012", 422),
      ("ida@example.org", "dragondragon", 422), ("ida@example.org", "3210987654321", 422),
    ])
    func `a malformed address and a weak password are refused`(
      email: String, password: String, status: Int
    ) async throws {
      let server = try TestServer()
      let browser = try await Browser(server)

      try await browser.json(
        .post, "/v1/accounts", ["email": .string(email), "password": .string(password)],
        status: status)

      #expect(browser.sent == nil && server.files("store.server/accounts").isEmpty)
      await server.desk.stop()
    }

    @Test func `a wrong password and an unknown address are answered the same`() async throws {
      let server = try TestServer()
      try await Browser(server).json(.post, "/v1/accounts", Self.own, status: 201)
      let browser = try await Browser(server)

      let wrong = try await browser.json(.post, "/v1/sign-in", Self.wrong, status: 401)
      let unknown = try await browser.json(
        .post, "/v1/sign-in", ["email": "eva@example.org", "password": "a long password"],
        status: 401)
      let none = try await browser.json(
        .post, "/v1/sign-in", ["email": "eva", "password": "a long password"], status: 401)

      #expect(wrong == unknown && wrong == none && wrong["code"] == "wrong_sign_in")
      #expect(browser.sent == nil)
      await server.desk.stop()
    }

    @Test func `guessing is limited, also for a nonexistent account`()
      async throws
    {
      let server = try TestServer()
      try await Browser(server).json(.post, "/v1/accounts", Self.own, status: 201)
      func statuses(_ json: JSONValue, _ count: Int) async throws -> [Int] {
        var found: [Int] = []
        for _ in 1...count {
          found.append(try await Browser(server).send(.post, "/v1/sign-in", json: json).status)
        }
        return found
      }
      let nobody: JSONValue = ["email": "eva@example.org", "password": "a long password"]

      // Correct sign-ins have no limit.
      #expect(try await statuses(Self.own, 8) == [Int](repeating: 200, count: 8))
      #expect(try await statuses(Self.wrong, 7) == [401, 401, 401, 401, 401, 429, 429])
      #expect(try await statuses(Self.own, 1) == [429])
      #expect(try await statuses(nobody, 6) == [401, 401, 401, 401, 401, 429])
      await server.desk.stop()
    }

    @Test func `guesses from elsewhere do not lock the owner out`()
      async throws
    {
      let server = try TestServer()
      try await Browser(server).json(.post, "/v1/accounts", Self.own, status: 201)
      func status(_ json: JSONValue, from peer: String) async throws -> Int {
        try await Browser(server, peer: peer).send(.post, "/v1/sign-in", json: json).status
      }

      for _ in 1...6 { _ = try await status(Self.wrong, from: "192.0.2.1") }
      #expect(try await status(Self.own, from: "192.0.2.1") == 429)
      #expect(try await status(Self.own, from: "192.0.2.2") == 200)

      // 100 a day, five of them used.
      for host in 1...19 {
        for _ in 1...5 {
          #expect(try await status(Self.wrong, from: "198.51.100.\(host)") == 401)
        }
      }
      #expect(try await status(Self.own, from: "192.0.2.2") == 429)
      await server.desk.stop()
    }

    @Test func `sign-ins are listed, and ended one by one or all but one`() async throws {
      let server = try TestServer()
      let here = try await Browser(server)
      try await here.json(.post, "/v1/accounts", Self.own, status: 201)
      var others: [Browser] = []
      for _ in 1...3 {
        let browser = try await Browser(server)
        try await browser.json(.post, "/v1/sign-in", Self.own)
        others.append(browser)
      }
      let stranger = try await Browser(server).signUp()

      let list = try await here.json(.get, "/v1/me/sign-ins").elements
      let foreign = try #require(list.first { $0["is_this"] == false }?["id"]).asText
      #expect(list.count == 4 && list.count { $0["is_this"] == true } == 1)
      #expect(try await stranger.send(.delete, "/v1/me/sign-ins/\(foreign)").status == 404)
      #expect(try await here.send(.delete, "/v1/me/sign-ins/\(foreign)").status == 204)
      #expect(try await here.json(.get, "/v1/me/sign-ins").elements.count == 3)
      #expect(try await here.send(.delete, "/v1/me/sign-ins").status == 204)

      #expect(try await here.json(.get, "/v1/me/sign-ins").elements.count == 1)
      for browser in others {
        #expect(try await browser.send(.get, "/v1/me/journey").status == 401)
      }
      #expect(try await stranger.send(.get, "/v1/me/journey").status == 200)
      await server.desk.stop()
    }

    @Test func `another password needs the old one, and ends all other sign-ins`() async throws {
      let server = try TestServer()
      let here = try await Browser(server)
      try await here.json(.post, "/v1/accounts", Self.own, status: 201)
      let other = try await Browser(server)
      try await other.json(.post, "/v1/sign-in", Self.own)
      let change: JSONValue = ["old": "a long password", "new": "another password"]

      try await other.json(
        .put, "/v1/me/password", ["old": "not the password", "new": "another password"],
        status: 401)
      try await other.json(
        .put, "/v1/me/password", ["old": "a long password", "new": "short"], status: 422)
      #expect(try await other.send(.put, "/v1/me/password", json: change).status == 204)

      #expect(try await other.send(.get, "/v1/me/journey").status == 200)
      #expect(try await here.send(.get, "/v1/me/journey").status == 401)
      try await here.json(.post, "/v1/sign-in", Self.own, status: 401)
      try await Browser(server).json(.post, "/v1/sign-in", Self.wrong)
      await server.desk.stop()
    }

    @Test func `deleting a person deletes the account`() async throws {
      let server = try TestServer()
      let browser = try await Browser(server)
      try await browser.json(.post, "/v1/accounts", Self.own, status: 201)
      let other = try await Browser(server)
      try await other.json(.post, "/v1/sign-in", Self.own)

      #expect(try await browser.send(.delete, "/v1/me").status == 204)

      #expect(server.files("store.server/accounts").isEmpty)
      #expect(server.files("store.server/sign-ins").isEmpty)
      try await other.json(.post, "/v1/sign-in", Self.own, status: 401)
      try await Browser(server).json(.post, "/v1/accounts", Self.own, status: 201)
      await server.desk.stop()
    }
  }
}
