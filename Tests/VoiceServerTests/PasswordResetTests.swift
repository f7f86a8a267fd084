// A forgotten password: an administrator issues a link, which sets another one once.

import Foundation
import RecordStore
import TestSupport
import Testing
import VoiceServer
import VoiceTypes

/// One after the other: every server has a runner with its threads.
extension ServerTests {
  @Suite struct PasswordResetTests {
    private static let own: JSONValue = ["email": "ida@example.org", "password": "a long password"]
    private static let new: JSONValue = [
      "email": "ida@example.org", "password": "another password",
    ]

    /// A server with an account, and an administrator.
    private struct Scene {
      let server: TestServer
      let owner: Browser
      let admin: Browser
      let path: String

      init() async throws {
        server = try TestServer()
        owner = try await Browser(server)
        try await owner.json(.post, "/v1/accounts", PasswordResetTests.own, status: 201)
        admin = try await Browser(server, bearer: server.token(.admin, name: "Ada"))
        path = "/v1/staff/people/\(try await server.hash(of: owner))/password-reset"
      }

      func issue() async throws -> String {
        let made = try await admin.json(.post, path, status: 201)
        let link = try #require(made["link"]).asText
        #expect(link.wholeMatch(of: /\/#reset=[0-9a-f]{64}/) != nil)
        return String(link.suffix(64))
      }

      @discardableResult
      func use(_ token: String, _ password: String = "another password") async throws -> APIResponse
      {
        try await Browser(server, peer: "elsewhere").send(
          .post, "/v1/password-reset",
          json: ["token": .string(token), "password": .string(password)])
      }
    }

    @Test func `a link sets the password once and ends all sign-ins`() async throws {
      let scene = try await Scene()
      let token = try await scene.issue()

      let first = try await scene.use(token)
      let second = try await scene.use(token, "yet another password")

      #expect(first.status == 204 && first.header("Set-Cookie") == nil)
      #expect(second.status == 410)
      #expect(try await scene.owner.send(.get, "/v1/me/journey").status == 401)
      try await Browser(scene.server).json(.post, "/v1/sign-in", Self.own, status: 401)
      try await Browser(scene.server).json(.post, "/v1/sign-in", Self.new)
      #expect(scene.server.files("store.server/password-resets").isEmpty)
      await scene.server.desk.stop()
    }

    @Test func `a link ends after a day, by a newer one and with the person`() async throws {
      let scene = try await Scene()
      let (old, newer) = (try await scene.issue(), try await scene.issue())
      let files = scene.server.files("store.server/password-resets")

      #expect(files.count == 1 && !files.contains(newer))
      #expect(try await scene.use(old).status == 410)
      #expect(try await scene.use("none").status == 410)
      scene.server.clock.pass(days: 1)
      #expect(try await scene.use(newer).status == 410)
      let last = try await scene.issue()
      #expect(try await scene.owner.send(.delete, "/v1/me").status == 204)
      #expect(scene.server.files("store.server/password-resets").isEmpty)
      #expect(try await scene.use(last).status == 410)
      await scene.server.desk.stop()
    }

    @Test func `a weak or common password leaves the link valid`() async throws {
      let scene = try await Scene()
      let token = try await scene.issue()

      for password in ["short", "password1234", "ida@example.org"] {
        #expect(try await scene.use(token, password).status == 422)
      }

      #expect(try await scene.use(token).status == 204)
      await scene.server.desk.stop()
    }

    @Test func `a person without an account gets no link`() async throws {
      let scene = try await Scene()
      let guest = try await Browser(scene.server).signUp()
      let person = try await scene.server.hash(of: guest)

      let refused = try await scene.admin.json(
        .post, "/v1/staff/people/\(person)/password-reset", status: 404)

      #expect(refused["code"] == "no_account")
      let view = try await scene.admin.json(.get, "/v1/staff/people/\(person)")
      #expect(view["has_account"] == .bool(false))
      let owner = try await scene.server.hash(of: scene.owner)
      let own = try await scene.admin.json(.get, "/v1/staff/people/\(owner)")
      #expect(own["has_account"] == .bool(true))
      await scene.server.desk.stop()
    }

    @Test func `the audit names who issued a link and when it was used`() async throws {
      let scene = try await Scene()
      let token = try await scene.issue()
      try await scene.use(token)

      let person = scene.path.split(separator: "/")[3]
      let issued = try scene.server.lines(of: "staff/Ada").filter {
        $0.contains(#""action":"password_reset_issued""#) && $0.contains("people/\(person) ")
      }
      let used = try scene.server.lines(of: "sagevoice-server").filter {
        $0.contains(#""action":"password_reset_used""#)
      }

      #expect(issued.count == 1 && used.count == 1)
      #expect(!(issued + used).joined().contains(token))
      await scene.server.desk.stop()
    }

    @Test func `expired sign-ins and links go while the server runs, with their streams`()
      async throws
    {
      let scene = try await Scene()
      _ = try await scene.issue()
      let reply = try await scene.owner.send(.get, "/v1/me/updates")
      scene.server.clock.pass(days: 31)
      let fresh = try await Browser(scene.server).signUp()

      scene.server.desk.removeExpired()

      #expect(scene.server.files("store.server/sign-ins").count == 1)
      #expect(scene.server.files("store.server/password-resets").isEmpty)
      #expect(try await reply.ends())
      #expect(try await fresh.send(.get, "/v1/me/journey").status == 200)
      await scene.server.desk.stop()
    }
  }
}
