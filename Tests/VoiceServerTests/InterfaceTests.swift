// The interface compared with its own document: faults, events, and files of the page.

import Foundation
import RecordStore
import TestSupport
import Testing
import VoiceServer
import VoiceTypes

/// One after the other: every server has a runner with its threads.
extension ServerTests {
  @Suite struct InterfaceTests {
    @Test func `the API document lists exactly the routes`() async throws {
      let server = try TestServer()
      let document = try await server.document()

      let described = (document["paths"]?.members ?? []).flatMap { path in
        path.value.keys.map { "\($0.uppercased()) \(path.key)" }
      }
      let answered = server.table.routes.map { "\($0.method.rawValue) \($0.path)" }

      #expect(answered.count >= 25)
      #expect(Set(described) == Set(answered))
      #expect(Set(answered).count == answered.count)
      await server.desk.stop()
    }

    @Test func `operation names are unique and every response is described`()
      async throws
    {
      let server = try TestServer()
      let document = try await server.document()
      let operations = (document["paths"]?.members ?? []).flatMap { $0.value.members }

      let names = operations.compactMap { $0.value["operationId"] }
      let answers = operations.flatMap { $0.value["responses"]?.members ?? [] }

      #expect(document["openapi"] == "3.1.0")
      #expect(Set(names.map { "\($0)" }).count == operations.count)
      #expect(answers.allSatisfy { $0.value["description"] != nil })
      await server.desk.stop()
    }

    @Test func `a faulty profile names its fields, and the journey stays`() async throws {
      let server = try TestServer()
      let browser = try await Browser(server).signUp()
      try await browser.tell("explainer_read")

      let wrong = try await browser.json(
        .put, "/v1/me/profile", ["age": 12, "gender_identity": "somebody"], status: 422)
      let short = try await browser.json(.put, "/v1/me/profile", Browser.profile, status: 422)

      #expect(wrong["faults"]?.elements.map { $0["field"] } == ["age", "gender_identity"])
      #expect(short["faults"]?.elements.map { $0["field"] } == ["consent"])
      #expect(try await browser.json(.get, "/v1/me/journey")["step"] == "user_info_form")
      await server.desk.stop()
    }

    @Test func `a person aged fifteen needs a guardian`() async throws {
      let server = try TestServer()
      let browser = try await Browser(server).signUp()
      try await browser.tell("explainer_read")
      try await browser.json(.put, "/v1/me/consent", Browser.consent)
      let young = try JSONValue(parsing: Browser.profile.text(.compact).replacing("34", with: "15"))

      let alone = try await browser.json(.put, "/v1/me/profile", young, status: 422)
      let both = try JSONValue(
        parsing: Browser.consent.text(.compact).replacing(
          "\"signed\":true", with: "\"signed\":true,\"guardian\":true"))
      try await browser.json(.put, "/v1/me/consent", both)

      #expect(alone["faults"]?.elements.map { $0["code"] } == ["guardian_consent_missing"])
      #expect(
        try await browser.json(.put, "/v1/me/profile", young)["step"] == "sustained_vowel_test")
      await server.desk.stop()
    }

    @Test func `a withdrawal of research keeps the guardian, new purposes do not`() async throws {
      let server = try TestServer()
      let browser = try await Browser(server).signUp()
      func consent(_ purposes: JSONValue, guardian: Bool = false) async throws -> JSONValue? {
        var members: [JSONValue.Member] = [
          .init("language", "en"), .init("signed", true), .init("purposes", purposes),
        ]
        if guardian { members.append(.init("guardian", true)) }
        let kept = try await browser.json(.put, "/v1/me/consent", .object(members))
        return kept[path: ["consent", "guardian", "signed"]]
      }
      _ = try await consent(["analysis", "storage", "research"], guardian: true)

      let withdrawn = try await consent(["analysis", "storage"])
      let extended = try await consent(["analysis", "storage", "sharing"])

      #expect(withdrawn == true)
      #expect(extended == nil)
      await server.desk.stop()
    }

    @Test func `the consent version identifies its text and language`() async throws {
      let server = try TestServer()
      let browser = try await Browser(server).signUp()
      func version(_ language: String) async throws -> String {
        let sent: JSONValue = [
          "language": .string(language), "signed": true, "purposes": ["analysis", "storage"],
        ]
        let kept = try await browser.json(.put, "/v1/me/consent", sent)
        guard case .string(let text)? = kept[path: ["consent", "version"]] else { return "" }
        return text
      }

      let (english, german) = (try await version("en"), try await version("de"))

      #expect(english.hasPrefix("browser-3-en-sha256:") && german.hasPrefix("browser-3-de-sha256:"))
      #expect(english.suffix(64) != german.suffix(64))
      await server.desk.stop()
    }

    @Test func `a body above the size limit is not read`() async throws {
      let server = try TestServer()
      let browser = try await Browser(server).goToFirstVowel()
      let cookie = try #require(browser.sent)
      let endless = APIRequestBody(promisedBytes: nil) { take in
        let piece = [UInt8](repeating: 0, count: 1 << 20)
        while take(piece[...]) {}
        return false
      }
      let announced = APIRequestBody(promisedBytes: 1 << 40) { _ in
        Issue.record("it was read")
        return false
      }

      for body in [endless, announced] {
        let reply = await server.table.answer(
          APIRequest(
            .post, "/v1/me/recordings",
            headers: [("Cookie", cookie), ("Content-Type", "audio/wav")], body: body))
        #expect(reply.status == 413)
      }
      await server.desk.stop()
    }

    @Test(arguments: ["", "{", "[1]", #"{"event": 1}"#, #"{"event": "microphone", "answer": "x"}"#])
    func `an invalid event is refused`(text: String) async throws {
      let server = try TestServer()
      let browser = try await Browser(server).signUp()

      let reply = try await browser.send(.post, "/v1/me/journey/events", bytes: Array(text.utf8))

      #expect(reply.status == 400)
      await server.desk.stop()
    }

    // MARK: - Events

    /// The first pieces of an open stream, without heartbeats.
    private func pieces(_ count: Int, of reply: APIResponse) async throws -> [String] {
      guard case .stream(let stream) = reply.content else { return [] }
      var found: [String] = []
      for await piece in stream {
        let text = String(decoding: piece, as: UTF8.self)
        if text.hasPrefix("id: ") { found.append(text) }
        if found.count == count { break }
      }
      return found
    }

    @Test func `a reconnected client receives the missed events`() async throws {
      let server = try TestServer()
      let browser = try await Browser(server).signUp()
      try await browser.tell("explainer_read")

      let all = try await pieces(
        4, of: browser.send(.get, "/v1/me/updates", [("Last-Event-ID", "x-0")]))
      let second = all[1].split(separator: "\n")[0].dropFirst("id: ".count)
      let rest = try await pieces(
        2, of: browser.send(.get, "/v1/me/updates", [("Last-Event-ID", String(second))]))

      #expect(all[0].contains("journey_started") && all[3].contains(#""step":"user_info_form""#))
      #expect(rest == Array(all.dropFirst(2)))
      await server.desk.stop()
    }

    @Test func `each analysis step is sent once, the outcome last`() async throws {
      let server = try TestServer()
      let browser = try await Browser(server).goToFirstVowel()
      let place = try #require(try await browser.take(1).header("Location"))

      let first = try await pieces(1, of: browser.send(.get, place + "/updates"))
      let id = try #require(first.first?.split(separator: "\n").first?.dropFirst("id: ".count))
      let again = try await pieces(
        1, of: browser.send(.get, place + "/updates", [("Last-Event-ID", String(id))]))

      #expect(first[0].contains(#""phase":"complete","outcome":"analysed""#))
      #expect(again.isEmpty)
      await server.desk.stop()
    }

    // MARK: - Browser policies and streams

    @Test func `content policies have no exceptions, a report allows its own style`() async throws {
      let server = try TestServer()
      let browser = try await Browser(server).goToFirstVowel()
      let place = try #require(try await browser.take(1).header("Location"))

      let home = try await browser.send(.get, "/")
      let report = try await browser.send(.get, place + "/report", query: ["lang": "de"])

      for reply in [home, report] {
        let policy = try #require(reply.header("Content-Security-Policy"))
        #expect(policy.hasPrefix("default-src 'none'") && !policy.contains("unsafe"))
      }
      let page = String(decoding: try report.bytes, as: UTF8.self)
      #expect(page.contains("<html lang=\"de\">") && page.contains("<svg"))
      #expect(!page.contains(" style=") && !page.contains("<script"))
      #expect(report.header("Content-Security-Policy")?.contains("'sha256-") == true)
      await server.desk.stop()
    }
  }
}
