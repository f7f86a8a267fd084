// Requests refused before their body is read, and the document's description of requests.

import Foundation
import RecordStore
import TestSupport
import Testing
import VoicePipeline
import VoiceServer
import VoiceTypes

/// One after the other: every server has a runner with its threads.
extension ServerTests {
  @Suite struct RefusalTests {
    @Test(arguments: [
      (VoiceServer.Method.other, "/v1/me", "DELETE"),
      (VoiceServer.Method.get, "/v1/people", "POST"),
      (VoiceServer.Method.other, "/v1/me/profile", "GET, HEAD, PUT"),
    ])
    func `an unsupported method is refused with the allowed methods`(
      method: VoiceServer.Method, path: String, allowed: String
    ) async throws {
      let server = try TestServer()

      let reply = await server.table.answer(APIRequest(method, path))

      #expect(reply.status == 405)
      #expect(reply.header("Allow") == allowed)
      await server.desk.stop()
    }

    /// A body of more values than are read.
    private static let manyKeys = Array(
      JSONValue.object((0..<2_500).map { JSONValue.Member("a\($0)", 0) }).text(.compact).utf8)

    @Test(arguments: [("/v1/sign-in", "too_many_sign_ins"), ("/v1/accounts", "too_many")])
    func `malformed JSON counts against the rate limit`(path: String, code: String) async throws {
      let server = try TestServer()
      let browser = try await Browser(server)

      var statuses: [Int] = []
      for number in 0..<30 {
        let bytes = number > 0 ? Array("{".utf8) : Self.manyKeys
        statuses.append(try await browser.send(.post, path, bytes: bytes).status)
      }
      let last = try await browser.json(.post, path, Browser.account, status: 429)
      let other = try await Browser(server, peer: "other").send(.post, path, bytes: [])

      #expect(statuses == [Int](repeating: 400, count: 30))
      #expect(last["code"] == .string(code))
      #expect(other.status == 400)
      await server.desk.stop()
    }

    @Test func `a profile with many unknown members or combining marks is refused`() async throws {
      let server = try TestServer()
      let browser = try await Browser(server).goToFirstVowel()
      let before = try await browser.json(.get, "/v1/me/profile")
      let many = (0..<33).map { JSONValue.Member("m\($0)", 0) }
      let marks = "a" + String(repeating: "\u{301}", count: 31)

      let refused = try await browser.json(.put, "/v1/me/profile", .object(many), status: 422)
      try await browser.json(.put, "/v1/me/profile", .object([.init(marks, 1)]), status: 400)

      #expect(refused["code"] == "profile_faulty")
      #expect(try await browser.json(.get, "/v1/me/profile") == before)
      await server.desk.stop()
    }

    @Test(arguments: ["/", "/healthz", "/openapi.json", "/nowhere"])
    func `HEAD gives the headers of GET without a body`(path: String) async throws {
      let server = try TestServer()

      let whole = await server.table.answer(APIRequest(.get, path))
      let head = await server.table.answer(APIRequest(.head, path))

      #expect(head.status == whole.status)
      #expect(head.header("Content-Type") == whole.header("Content-Type"))
      #expect(head.header("Content-Length") == "\(try whole.bytes.count)")
      #expect(try head.bytes == [])
      await server.desk.stop()
    }

    @Test(arguments: [
      ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("", ""), ("unix:", "unix:"),
      ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:DB8:1:2::9", "2001:db8:1:2::/64"),
      ("2001:db8::1", "2001:db8:0:0::/64"), ("fe80::1%eth0", "fe80:0:0:0::/64"),
      ("::1", "0:0:0:0::/64"), ("1:2:3", "1:2:3"), ("1::2::3", "1::2::3"),
    ])
    func `all addresses of one connection count as one`(address: String, name: String) {
      #expect(APIRequest(.get, "/", peer: address).peer == name)
    }

    @Test(arguments: [false, true])
    func `the API document names the cookie`(isSecure: Bool) async throws {
      let server = try TestServer(isSecure: isSecure)
      let browser = try await Browser(server).signUp()
      let document = try await server.document()

      let name = document[path: ["components", "securitySchemes", "cookie", "name"]]

      #expect(name == .string(String(try #require(browser.sent).prefix { $0 != "=" })))
      await server.desk.stop()
    }
  }

  @Suite struct IntakeTests {
    /// A body that says how much it is, of zeros.
    private func body(_ bytes: Int, of intake: BodyMemoryBudget) -> APIRequestBody {
      APIRequestBody(promisedBytes: bytes, share: BodyMemoryReservation(of: intake)) { take in
        let piece = [UInt8](repeating: 0, count: bytes)
        return take(piece[...])
      }
    }

    @Test
    func `uploads beyond the memory budget get a retry response`()
      async throws
    {
      let server = try TestServer()
      let browser = try await Browser(server).goToFirstVowel()
      let cookie = try #require(browser.sent)
      let intake = BodyMemoryBudget(mostBytes: 1000)
      func send(_ bytes: Int) async -> APIResponse {
        await server.table.answer(
          APIRequest(
            .post, "/v1/me/recordings",
            headers: [("Cookie", cookie), ("Content-Type", "audio/wav")],
            body: body(bytes, of: intake)))
      }

      let (tooMuch, enough) = (await send(1001), await send(1000))

      #expect(tooMuch.status == 503)
      #expect(tooMuch.header("Retry-After") != nil)
      // The journey asks for none just now.
      #expect(enough.status == 409)
      #expect(intake.bytes == 0)
      await server.desk.stop()
    }
  }
}
