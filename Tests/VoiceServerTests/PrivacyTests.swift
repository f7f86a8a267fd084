// Privacy: no access to data of others, no cross-site changes, and complete deletion.

import Foundation
import RecordStore
import TestSupport
import Testing
import VoiceServer
import VoiceTypes

/// One after the other: every server has a runner with its threads.
extension ServerTests {
  @Suite struct PrivacyTests {
    /// Addresses of personal data in the document, with a session in place of its parameter.
    private func personal(
      _ server: TestServer, session: String
    ) async throws -> [(method: VoiceServer.Method, path: String)] {
      let document = try await server.document()
      return (document["paths"]?.members ?? []).flatMap { path in
        path.value.members.compactMap { operation in
          guard operation.value["security"] != [],
            let method = Method(rawValue: operation.key.uppercased())
          else { return nil }
          let filled = path.key.replacing("{session}", with: session)
            .replacing("{document}", with: "quick")
          return (method, filled)
        }
      }
    }

    @Test func `personal routes refuse a visitor without sign-in`() async throws {
      let server = try TestServer()
      let owner = try await Browser(server).goToFirstVowel()
      let place = try #require(try await owner.take(1).header("Location"))
      let session = try #require(place.split(separator: "/").last.map(String.init))
      let nobody = try await Browser(server)

      let addresses = try await personal(server, session: session)

      #expect(addresses.count >= 19)
      for (method, path) in addresses {
        let reply = try await nobody.send(method, path)
        #expect(reply.status == 401, "\(method) \(path)")
      }
      #expect(try await owner.json(.get, "/v1/me/sessions").elements.count == 1)
      await server.desk.stop()
    }

    @Test func `another person's session is reported as not found`() async throws {
      let server = try TestServer()
      let owner = try await Browser(server).goToFirstVowel()
      let place = try #require(try await owner.take(1).header("Location"))
      let other = try await Browser(server).goToFirstVowel()
      let nowhere = "/v1/me/sessions/" + SessionID.fresh().text

      for part in ["", "/updates", "/documents/quick", "/recording", "/report"] {
        let theirs = try await other.send(.get, place + part)
        let nothing = try await other.send(.get, nowhere + part)
        #expect(theirs.status == 404)
        let (own, other) = (try theirs.bytes, try nothing.bytes)
        #expect(own == other)
      }
      #expect(try await other.json(.get, "/v1/me/sessions") == [])
      await server.desk.stop()
    }

    @Test(arguments: [
      ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"), ("Sec-Fetch-Site", "none"),
      ("Origin", "http://elsewhere.example"), ("Origin", "null"),
      ("Origin", "https://voice.example"), ("Origin", "http://voice.example:8080"),
      ("Origin", "x://voice.example"), ("Origin", "http://voice.example/x"),
    ])
    func `cross-site requests change nothing`(name: String, value: String) async throws {
      let server = try TestServer()
      let browser = try await Browser(server).signUp()
      let sent: [(name: String, value: String)] = [(name, value), ("Host", "voice.example")]

      let reply = try await browser.send(.delete, "/v1/me", sent)

      #expect(reply.status == 403)
      #expect(try await browser.json(.get, "/v1/me/journey")["step"] == "explainer")
      await server.desk.stop()
    }

    @Test func `requests of own pages are accepted`() async throws {
      let server = try TestServer()
      let browser = try await Browser(server).signUp()

      let byOrigin = try await browser.send(
        .post, "/v1/me/journey/events", json: ["event": "explainer_read"],
        [("Origin", "http://voice.example"), ("Host", "voice.example")])
      let byFetch = try await browser.send(.delete, "/v1/me", [("Sec-Fetch-Site", "same-origin")])

      #expect(byOrigin.status == 200)
      #expect(byFetch.status == 204)
      await server.desk.stop()
    }

    @Test func `withdrawn consent leaves only tombstones and ends sign-ins`()
      async throws
    {
      let server = try TestServer()
      let browser = try await Browser(server).goToFirstVowel()
      try await browser.take(1)
      let copy = try await Browser(server, cookie: browser.sent)
      server.clock.pass(days: 1)

      let reply = try await browser.send(
        .put, "/v1/me/consent", json: ["language": "en", "signed": false, "purposes": []])

      #expect(reply.status == 204)
      #expect(browser.sent == nil)
      #expect(try await copy.send(.get, "/v1/me/journey").status == 401)
      #expect(server.files("store/sessions").isEmpty)
      #expect(server.files("store/people").allSatisfy { !$0.contains("/") })
      await server.desk.stop()
    }

    @Test func `deletion leaves no personal data`() async throws {
      let server = try TestServer()
      let browser = try await Browser(server).goToFirstVowel()
      try await browser.take(1)
      let profile = try await browser.json(.get, "/v1/me/profile")
      guard case .string(let person)? = profile["user_id"] else {
        Issue.record("nobody is named")
        return
      }
      #expect(!holders(server, of: person).isEmpty)

      #expect(try await browser.send(.delete, "/v1/me").status == 204)
      await server.desk.stop()

      #expect(holders(server, of: person) == [])
      #expect(server.files("store/sessions").isEmpty)
    }

    /// Files of the server that contain a text.
    private func holders(_ server: TestServer, of text: String) -> [String] {
      server.files("").filter { name in
        let path = server.folder + "/" + name
        guard let bytes = FileManager.default.contents(atPath: path) else { return false }
        return bytes.range(of: Data(text.utf8)) != nil
      }
    }

    /// The bytes of an export; the reply, and its file with it, is gone after.
    private func export(_ browser: Browser) async throws -> [UInt8] {
      let reply = try await browser.send(.get, "/v1/me/export")
      guard case .file = reply.content else { throw NoBytes() }
      return try reply.bytes
    }

    @Test func `an export has the sessions of one's own and no others`() async throws {
      let server = try TestServer()
      let owner = try await Browser(server).goToFirstVowel()
      let place = try #require(try await owner.take(1).header("Location"))
      let other = try await Browser(server).goToFirstVowel()
      try await other.take(2)

      let bytes = try await export(owner)

      let own = try #require(place.split(separator: "/").last.map(String.init))
      let all = server.files("store/sessions").filter { !$0.contains("/") }
      #expect(all.count == 2)
      for session in all {
        #expect((Data(bytes).range(of: Data(session.utf8)) != nil) == (session == own))
      }
      #expect(server.files("store.server/passing").isEmpty)
      await server.desk.stop()
    }

    @Test func `a sign-in ends by expiry and by signing out`() async throws {
      let server = try TestServer()
      let browser = try await Browser(server).signUp()
      let copy = try await Browser(server, cookie: browser.sent)
      server.clock.pass(days: 29)
      #expect(try await browser.send(.get, "/v1/me/journey").status == 200)
      server.clock.pass(days: 2)
      #expect(try await browser.send(.get, "/v1/me/journey").status == 401)

      let second = try await Browser(server).signUp()
      let stolen = try await Browser(server, cookie: second.sent)
      #expect(try await second.send(.delete, "/v1/sign-in").status == 204)
      #expect(try await stolen.send(.get, "/v1/me/journey").status == 401)
      #expect(try await copy.send(.get, "/v1/me/journey").status == 401)
      await server.desk.stop()
    }

    @Test func `the cookie is host-only and not readable by scripts`() async throws {
      let plain = try TestServer()
      let secure = try TestServer(isSecure: true)

      let open = try await Browser(plain).send(.post, "/v1/people").header("Set-Cookie") ?? ""
      let sealed = try await Browser(secure).send(.post, "/v1/people")
      let cookie = sealed.header("Set-Cookie") ?? ""

      #expect(open.contains("; HttpOnly; SameSite=Strict") && !open.contains("Secure"))
      #expect(
        cookie.hasPrefix("__Host-") && cookie.hasSuffix("; HttpOnly; SameSite=Strict; Secure"))
      #expect(sealed.header("Strict-Transport-Security") != nil)
      // The name of the stored sign-in is not the token.
      let token = open.prefix { $0 != ";" }.drop { $0 != "=" }.dropFirst()
      #expect(plain.files("store.server/sign-ins").count == 1)
      #expect(!plain.files("store.server/sign-ins").contains(String(token)))
      await plain.desk.stop()
      await secure.desk.stop()
    }

    @Test func `the number of new guests per address is limited`() async throws {
      let server = try TestServer()
      var statuses: [Int] = []

      for _ in 1...61 {
        statuses.append(try await Browser(server).send(.post, "/v1/people").status)
      }

      #expect(statuses.prefix(60).allSatisfy { $0 == 201 })
      #expect(statuses.last == 429)
      await server.desk.stop()
    }
  }
}
