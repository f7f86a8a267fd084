// Recordings of people whose database is away: acknowledged, kept on this machine, and there once it is back.

import Foundation
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
  struct KeptTakesTests {
    /// A person with an account at the first vowel.
    private struct Visit {
      let database: TestDatabase
      let server: TestServer
      let browser: Browser
      let person: String

      /// The recording that their journey asks for, as it was before the database went.
      let place: String

      init() async throws {
        database = try TestDatabase()
        server = try TestServer(on: database)
        browser = try await Browser(server)
        try await browser.goToFirstVowel(with: Browser.account)
        person = try #require(try await browser.json(.get, "/v1/me/profile")["user_id"]).asText
        let journey = try await browser.json(.get, "/v1/me/journey")
        place = try #require(journey["journey_id"]).asText + " 1 sustained_vowel 1 1"
      }

      func send(_ bytes: [UInt8], for place: String? = nil) async throws -> APIResponse {
        try await browser.record(bytes, [("Sagevoice-Place", place ?? self.place)])
      }

      /// The pending uploads of the server.
      var kept: [String] { server.files("store.server/takes") }

      /// The same person with the server after this one.
      func next() async throws -> (TestServer, Browser) {
        let server = try TestServer(after: server)
        return (server, try await Browser(server, cookie: browser.sent))
      }
    }

    /// Waits until no background work remains, and returns the journey.
    private func settled(_ browser: Browser) async throws -> JSONValue {
      try await browser.settle()
      return try await browser.json(.get, "/v1/me/journey")
    }

    @Test func `an upload is queued and delivered when the database returns`()
      async throws
    {
      let visit = try await Visit()
      visit.database.goAway()

      let reply = try await visit.send(Voices.long(1))
      let again = try await visit.send(Voices.long(1))
      let kept = visit.kept
      let metrics = try await visit.browser.send(.get, "/metrics")
      visit.database.comeBack()
      let journey = try await settled(visit.browser)

      #expect((reply.status, again.status) == (202, 202))
      let told = try JSONValue.parse(try reply.bytes)
      #expect(told["sha256"] == .string(Fingerprint.sha256(of: Voices.long(1))))
      #expect(kept.count == 1)
      #expect(
        String(decoding: try metrics.bytes, as: UTF8.self)
          .contains("\nsagevoice_server_waiting_takes 1\n"))
      #expect(journey[path: ["request", "take"]] == 2)
      let session = try #require(journey["attempts"]?.elements.first?["session_id"]).asText
      try await visit.browser.waitForEnd(of: "/v1/me/sessions/\(session)")
      let sound = try await visit.browser.send(.get, "/v1/me/sessions/\(session)/recording")
      #expect(try sound.bytes == Voices.long(1))
      #expect(visit.kept == [])
      #expect(try await visit.browser.json(.get, "/v1/me/sessions").elements.count == 1)
      #expect(try await visit.send(Voices.long(1)).status == 200)
      #expect(try visit.database.store().check() == [])
      await visit.server.desk.stop()
    }

    @Test func `queued uploads are delivered after a restart`() async throws {
      let visit = try await Visit()
      visit.database.goAway()
      #expect(try await visit.send(Voices.long(1)).status == 202)
      await visit.server.desk.stop()
      let folder = visit.server.folder + "/store.server/takes/"
      let kept = visit.kept
      // The next one was being written, and another one is damaged.
      try Data("{".utf8).write(to: URL(fileURLWithPath: folder + kept[0] + ".new"))
      let damaged = String(kept[0].dropLast(64)) + Fingerprint.sha256(of: [1])
      try Data("no take".utf8).write(to: URL(fileURLWithPath: folder + damaged))
      visit.database.comeBack()

      let (server, browser) = try await visit.next()
      let journey = try await settled(browser)

      #expect(journey[path: ["request", "take"]] == 2)
      #expect(journey["attempts"]?.elements.count == 1)
      #expect(visit.kept == [damaged])
      await server.desk.stop()
    }

    @Test func `an outdated upload is dropped and the journey is unchanged`() async throws {
      let visit = try await Visit()
      visit.database.goAway()

      let other = visit.place.dropLast() + "2"
      let reply = try await visit.send(Voices.long(1), for: String(other))
      visit.database.comeBack()
      let journey = try await settled(visit.browser)

      #expect(reply.status == 202)
      #expect(journey["attempts"]?.elements.isEmpty == true)
      #expect(journey[path: ["request", "take"]] == 1)
      #expect(visit.kept == [])
      #expect(try await visit.send(Voices.long(1), for: String(other)).status == 412)
      try await visit.browser.tell("microphone", answer: "granted")
      #expect(try await visit.send(Voices.long(1)).status == 201)
      await visit.server.desk.stop()
    }

    @Test func `queued uploads of an erased person are deleted`() async throws {
      let visit = try await Visit()
      visit.database.goAway()
      #expect(try await visit.send(Voices.long(1)).status == 202)
      await visit.server.desk.stop()
      visit.database.comeBack()
      _ = try visit.database.store().eraseAll(of: visit.person, reason: "elsewhere")

      let (server, browser) = try await visit.next()
      for _ in 0..<600 where !visit.kept.isEmpty {
        try await Task.sleep(for: .milliseconds(10))
      }

      #expect(visit.kept == [])
      #expect(try await browser.send(.get, "/v1/me/journey").status == 401)
      await server.desk.stop()
    }

    @Test func `deleting a person deletes the queued uploads`() async throws {
      let visit = try await Visit()
      let store = visit.server.desk.store
      visit.database.goAway()
      #expect(try await visit.send(Voices.long(1)).status == 202)
      visit.database.comeBack()

      #expect(try await visit.browser.send(.delete, "/v1/me").status == 204)

      #expect(visit.kept == [])
      let user = store.userHash(of: visit.person)
      #expect(try visit.database.store().read(.journey, of: user) == nil)
      await visit.server.desk.stop()
    }

    @Test func `the upload queue per person is limited`() async throws {
      let visit = try await Visit()
      visit.database.goAway()

      var statuses: [Int] = []
      for number in 1...9 {
        statuses.append(try await visit.send(Voices.silence + [UInt8(number)]).status)
      }

      #expect(statuses == Array(repeating: 202, count: 8) + [503])
      #expect(visit.kept.count == 8)
      await visit.server.desk.stop()
    }

    @Test func `the upload of a guest needs no database`() async throws {
      let database = try TestDatabase()
      let server = try TestServer(on: database)
      let browser = try await Browser(server).goToFirstVowel()
      database.goAway()

      let reply = try await browser.take(1)

      #expect(reply.status == 201)
      #expect(server.files("store.server/takes") == [])
      database.comeBack()
      await server.desk.stop()
    }
  }
}
