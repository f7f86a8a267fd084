// Staff tokens, and registration and correction of people by staff.

import Foundation
import RecordStore
import TestSupport
import Testing
import VoicePipeline
import VoiceServer
import VoiceTypes

/// One after the other: every server has a runner with its threads.
extension ServerTests {
  @Suite struct StaffTests {
    // MARK: - Tokens

    @Test func `a token is kept as its hash, and ends when it is revoked`() async throws {
      let server = try TestServer()
      let token = try server.token(.clinician)
      let clinician = try await Browser(server, bearer: token)
      let admin = try await Browser(server, bearer: server.token(.admin))
      let files = server.files("store.server/staff")

      let own = try await clinician.json(.get, "/v1/staff/me")
      let list = try await admin.json(.get, "/v1/staff/tokens")
      let id = try #require(list.elements.first { $0["role"] == "clinician" }?["id"]).asText
      #expect(try await admin.send(.delete, "/v1/staff/tokens/\(id)").status == 204)

      #expect(own["role"] == "clinician")
      #expect(files.count == 2 && !files.contains { token.contains($0) })
      for file in files {
        let path = server.folder + "/store.server/staff/" + file
        let bytes = FileManager.default.contents(atPath: path) ?? Data()
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains(token.suffix(64)))
      }
      let refused = try await clinician.send(.get, "/v1/staff/me")
      #expect(refused.status == 401 && refused.header("WWW-Authenticate") == "Bearer")
      #expect(try await admin.json(.get, "/v1/staff/tokens").elements.count == 1)
      await server.desk.stop()
    }

    @Test func `a created token is shown once and expires`()
      async throws
    {
      let server = try TestServer()
      let admin = try await Browser(server, bearer: server.token(.admin))

      let made = try await admin.json(
        .post, "/v1/staff/tokens", ["name": "Ines", "role": "intake", "days": 2], status: 201)
      let list = try await admin.json(.get, "/v1/staff/tokens")
      let intake = try await Browser(server, bearer: try #require(made["token"]).asText)
      let before = try await intake.send(.get, "/v1/staff/me").status
      server.clock.pass(days: 3)
      let after = try await intake.send(.get, "/v1/staff/me").status

      #expect((before, after) == (200, 401))
      #expect(list.elements.allSatisfy { $0["token"] == nil })
      for wrong: JSONValue in [
        ["name": "", "role": "intake"], ["name": "a\u{1b}[2J", "role": "intake"],
        ["name": "Ines", "role": "owner"], ["name": "Ines", "role": "intake", "days": 0],
      ] {
        try await admin.json(.post, "/v1/staff/tokens", wrong, status: 400)
      }
      await server.desk.stop()
    }

    @Test func `a staff cookie expires with its token, after twelve hours at most`()
      async throws
    {
      let server = try TestServer()
      let token = try server.token(.clinician)
      let admin = try await Browser(server, bearer: server.token(.admin))
      func signedIn() async throws -> Browser {
        let shown = try await Browser(server, bearer: token)
        let reply = try await shown.send(.post, "/v1/staff/sign-in")
        let set = try #require(reply.header("Set-Cookie"))
        #expect(set.contains("HttpOnly; SameSite=Strict"))
        return try await Browser(server, cookie: String(set.prefix { $0 != ";" }))
      }
      let (first, second) = (try await signedIn(), try await signedIn())

      #expect(try await first.json(.get, "/v1/staff/me")["name"] == "staff")
      #expect(try await first.send(.post, "/v1/staff/sign-in").status == 409)
      #expect(try await first.send(.delete, "/v1/staff/sign-in").status == 204)
      #expect(try await second.send(.get, "/v1/staff/me").status == 200)
      let id = String(Fingerprint.sha256(of: Array(token.utf8)).prefix(12))
      #expect(try await admin.send(.delete, "/v1/staff/tokens/\(id)").status == 204)
      #expect(try await second.send(.get, "/v1/staff/me").status == 401)

      let other = try await Browser(server, bearer: server.token(.intake))
      try await other.send(.post, "/v1/staff/sign-in")
      let cookie = try #require(other.sent)
      let late = try await Browser(server, cookie: cookie)
      #expect(try await late.send(.get, "/v1/staff/me").status == 200)
      server.clock.pass(days: 1)
      #expect(try await late.send(.get, "/v1/staff/me").status == 401)
      await server.desk.stop()
    }

    // MARK: - People

    @Test func `a registered person starts at the first step, once`() async throws {
      let server = try TestServer()
      let intake = try await Browser(server, bearer: server.token(.intake, name: "Ines"))
      let profile: JSONValue = ["user_id": "ward-7", "age": 51, "gender_identity": "man"]

      let made = try await intake.json(.post, "/v1/staff/people", profile, status: 201)
      let again = try await intake.json(.post, "/v1/staff/people", profile, status: 409)
      let found = try await intake.send(.get, "/v1/staff/people", query: ["user_id": "ward-7"])
      let row = try #require(try JSONValue.parse(try found.bytes)["people"]?.elements.first)
      let person = try #require(row["person"]).asText
      let journey = try await intake.json(.get, "/v1/staff/people/\(person)/journey")

      #expect(made[path: ["person", "operator"]] == "Ines")
      #expect(again["code"] == "person_there")
      #expect(row["user_id"] == "ward-7" && row["step"] == "explainer")
      #expect(journey["signup_method"] == "staff" && journey["attempts"] == nil)
      for wrong: JSONValue in [
        [:], ["user_id": " "], ["user_id": "guest-6a3e6c3e-9a52-4b3f-8f0e-1c2d3e4f5a6b"],
      ] {
        try await intake.json(.post, "/v1/staff/people", wrong, status: 400)
      }
      let faulty = try await intake.json(
        .post, "/v1/staff/people", ["user_id": "ward-8", "age": 4], status: 422)
      #expect(faulty["faults"]?.elements.first?["field"] == "age")
      await server.desk.stop()
    }

    @Test func `the pages of a list together are the whole`() async throws {
      let server = try TestServer()
      let intake = try await Browser(server, bearer: server.token(.intake))
      for number in 1...5 {
        try await intake.json(
          .post, "/v1/staff/people", ["user_id": .string("ward-\(number)")], status: 201)
      }
      var found: [JSONValue] = []
      var after: String?

      repeat {
        var query = ["limit": "2"]
        query["after"] = after
        let reply = try await intake.send(.get, "/v1/staff/people", query: query)
        let part = try JSONValue.parse(try reply.bytes)
        found += part["people"]?.elements.compactMap { $0["user_id"] } ?? []
        after = part["next"]?.asTextIfAny
      } while after != nil

      #expect(found.map(\.asText).sorted() == (1...5).map { "ward-\($0)" })
      for limit in ["0", "101", "x"] {
        let reply = try await intake.send(.get, "/v1/staff/people", query: ["limit": limit])
        #expect(reply.status == 400)
      }
      await server.desk.stop()
    }

    @Test func `a page of people at a step reads four people per row, and the next ones follow`()
      async throws
    {
      let server = try TestServer()
      let intake = try await Browser(server, bearer: server.token(.intake))
      for number in 1...6 {
        try await intake.json(
          .post, "/v1/staff/people", ["user_id": .string("ward-\(number)")], status: 201)
      }
      let hashes = (1...6).map { server.desk.store.userHash(of: "ward-\($0)").text }.sorted()
      var query = ["step": "completed", "limit": "1"]
      func page() async throws -> JSONValue {
        try JSONValue.parse(await intake.send(.get, "/v1/staff/people", query: query).bytes)
      }

      let first = try await page()
      query["after"] = hashes[3]
      let second = try await page()

      #expect(first["people"] == [] && first["next"] == .string(hashes[3]))
      #expect(second["people"] == [] && second["next"] == .null)
      await server.desk.stop()
    }

    @Test func `a damaged person has a row with the error, others are unchanged`()
      async throws
    {
      let log = LogLines()
      let server = try TestServer(logger: log.logger)
      let intake = try await Browser(server, bearer: server.token(.intake))
      for name in ["ward-1", "ward-2", "ward-3"] {
        try await intake.json(.post, "/v1/staff/people", ["user_id": .string(name)], status: 201)
      }
      let damaged = server.desk.store.userHash(of: "ward-2").text
      let database = try SQLiteDatabase(at: server.folder + "/store/store.sqlite", for: .writing)
      _ = try database.transaction(of: "store", .writing) { connection in
        try connection.run(
          "update kept_version set bytes = x'7b' where user_hash = $1", [.text(damaged)])
      }

      let rows = try await intake.json(.get, "/v1/staff/people")["people"]?.elements ?? []

      let names = rows.filter { $0["readable"] == true }.compactMap { $0["user_id"]?.asText }
      #expect(names.sorted() == ["ward-1", "ward-3"])
      let unreadable = rows.filter { $0["readable"] == false }
      #expect(unreadable.map { $0["person"] } == [.string(damaged)])
      #expect(log.all.contains { $0.hasPrefix("the store: ") && !$0.contains("ward-2") })
      await server.desk.stop()
    }

    @Test func `a correction applies from then on, with author and reason`() async throws {
      let ward = try await Ward()
      let clinician = try await ward.staff(.clinician)
      let path = "/v1/staff/people/\(ward.person)/profile"

      let now = try await clinician.json(
        .put, path, ["reason": "misheard", "profile": ["age": 43, "user_id": "somebody"]])
      try await clinician.json(.put, path, ["reason": " ", "profile": ["age": 43]], status: 400)
      let wrong = try await clinician.json(
        .put, path, ["reason": "x", "profile": ["age": 4]], status: 422)

      #expect(now[path: ["person", "age"]] == 43)
      #expect(now[path: ["person", "gender_identity"]] == "woman")
      #expect(try await ward.guest.json(.get, "/v1/me/profile")["age"] == 43)
      #expect(wrong["faults"]?.elements.first?["field"] == "age")
      #expect(try ward.server.lines(of: "staff/Clara").contains { $0.contains("person_kept") })
      await ward.server.desk.stop()
    }
  }
}
