// A server that ended between a recording and its journey: the recording is durable, the journey has not heard of it.

import Foundation
import RecordStore
import TestSupport
import Testing
import VoicePipeline
import VoiceServer
import VoiceTypes

/// One after the other: every server has a runner with its threads.
extension ServerTests {
  @Suite struct GoingOnTests {
    /// A server after one that ended when a first vowel was durable, and its journey not yet.
    private func goOn(
      _ body: (TestServer, Browser, _ place: String) async throws -> Void
    ) async throws {
      let former = try TestServer()
      let browser = try await Browser(former).goToFirstVowel()
      try await browser.tell("microphone", answer: "granted")
      let store = former.desk.store
      let user = try #require(try store.people().first)
      let journey = try #require(try store.read(.journey, of: user))
      let place = try #require(try await browser.record(Voices.long(1)).header("Location"))
      try await browser.settle()
      try await browser.waitForEnd(of: place)
      await former.desk.stop()
      try store.save(journey, as: .journey, of: user)
      let server = try TestServer(after: former)
      try await body(server, try await Browser(server, cookie: browser.sent), place)
      await server.desk.stop()
    }

    @Test func `polling attaches a stored recording that the journey missed`() async throws {
      try await goOn { server, browser, _ in
        let before = try await browser.json(.get, "/v1/me/journey")
        try await browser.settle()

        let after = try await browser.json(.get, "/v1/me/journey")

        #expect(before["waits"] == true)
        #expect(after[path: ["request", "take"]] == 2)
        #expect(after["attempts"]?.elements.count == 1)
      }
    }

    @Test func `a repeated upload is the same recording and the journey continues`() async throws {
      try await goOn { server, browser, place in
        let reply = try await browser.record(Voices.long(1))
        try await browser.settle()

        let journey = try await browser.json(.get, "/v1/me/journey")

        #expect(reply.status == 200)
        #expect(reply.header("Location") == place)
        #expect(journey[path: ["request", "take"]] == 2)
      }
    }

    @Test func `another recording in its place is refused`() async throws {
      try await goOn { server, browser, _ in
        let reply = try await browser.record(Voices.long(2))
        try await browser.settle()

        let journey = try await browser.json(.get, "/v1/me/journey")

        #expect(reply.status == 412)
        #expect(try JSONValue.parse(try reply.bytes)["code"] == "journey_moved")
        #expect(journey[path: ["request", "take"]] == 2)
        #expect(try await browser.json(.get, "/v1/me/sessions").elements.count == 1)
      }
    }
  }
}
