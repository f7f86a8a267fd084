// Sender, proxies, host and media type of a request.

import Foundation
import RecordStore
import TestSupport
import Testing
import VoiceServer
import VoiceTypes

@Suite struct TrustedProxiesTests {
  private static let ranges = [
    "10.0.0.0/8", "192.0.2.7", "2001:db8::/32", "::ffff:198.51.100.0/120",
  ]

  private static var trusted: TrustedProxies { .ranges(ranges.compactMap { AddressRange($0) }) }

  @Test(arguments: [
    ([String](), "9.9.9.9"), (["1.1.1.1"], "1.1.1.1"), (["1.1.1.1, 2.2.2.2"], "2.2.2.2"),
    (["1.1.1.1", "2.2.2.2"], "2.2.2.2"), (["2.2.2.2", "1.1.1.1,3.3.3.3 "], "3.3.3.3"),
    (["[2001:db8::1]:443"], "2001:db8::1"), (["1.1.1.1:5000"], "1.1.1.1"), ([" , "], "9.9.9.9"),
  ])
  func `one proxy: the last address of all lines counts`(lines: [String], sender: String) {
    #expect(TrustedProxies.nearest.sender(at: "9.9.9.9", forwardedFor: lines) == sender)
  }

  @Test(arguments: [
    ("9.9.9.9", ["1.1.1.1"], "9.9.9.9"), ("10.0.0.1", ["1.1.1.1"], "1.1.1.1"),
    ("::ffff:10.0.0.1", ["1.1.1.1"], "1.1.1.1"), ("198.51.100.9", ["1.1.1.1"], "1.1.1.1"),
    ("10.0.0.1", ["1.1.1.1, 3.3.3.3", "192.0.2.7,2001:db8:7::1"], "3.3.3.3"),
    ("10.0.0.1", ["1.1.1.1", "unknown"], "unknown"), ("10.0.0.1", [String](), "10.0.0.1"),
    ("10.0.0.1", ["10.0.0.2"], "10.0.0.2"), ("11.0.0.1", ["1.1.1.1"], "11.0.0.1"),
  ])
  func `ranges: the last address that is not a trusted proxy counts`(
    peer: String, lines: [String], sender: String
  ) {
    #expect(Self.trusted.sender(at: peer, forwardedFor: lines) == sender)
  }

  @Test func `without a proxy the header counts for nothing`() {
    #expect(TrustedProxies.none.sender(at: "9.9.9.9", forwardedFor: ["1.1.1.1"]) == "9.9.9.9")
  }

  @Test(arguments: [
    "", "10.0.0", "10.0.0.256", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/8/8", "::/129", "1::2::3",
    "x",
    "10.0.0.0/-1", "+1.0.0.0", ":::", "1:2:3:4:5:6:7:8:9",
  ])
  func `a malformed address range is refused`(text: String) {
    #expect(AddressRange(text) == nil)
  }
}

/// One after the other: every server has a runner with its threads.
extension ServerTests {
  @Suite struct AddressTests {
    private static let hosts = ["Voice.Example.org", "192.0.2.7", "2001:db8::7"]

    private func status(_ hosts: [String]) async throws -> Int {
      let server = try TestServer(hosts: Self.hosts)
      let reply = await server.table.answer(
        APIRequest(.get, "/healthz", headers: hosts.map { (name: "Host", value: $0) }))
      await server.desk.stop()
      return reply.status
    }

    @Test(arguments: [
      "voice.example.org", "VOICE.example.org.:8443", "192.0.2.7:80", "[2001:DB8:0::7]:8080",
      "localhost", "localhost:1", "127.0.0.1:8080", "[::1]",
    ])
    func `requests for hosts of the server are answered`(host: String) async throws {
      #expect(try await status([host]) == 200)
    }

    @Test(arguments: [
      "evil.example", "voice.example.org.evil.example", "example.org", "192.0.2.8", "[::2]",
    ])
    func `requests for other hosts are refused`(host: String) async throws {
      #expect(try await status([host]) == 421)
    }

    @Test(arguments: [
      [String](), ["localhost", "localhost"], [""], [":80"], ["a b"], ["localhost:x"],
      ["localhost:70000"],
      ["::1"], ["[::1"], ["user@localhost"], ["localhost/"],
    ])
    func `requests without one host are refused`(hosts: [String]) async throws {
      #expect(try await status(hosts) == 400)
    }

    @Test(arguments: ["http://voice.example.org", "voice.example.org:80", "", "a b"])
    func `a malformed host is refused`(text: String) {
      #expect(ServedHosts([text]) == nil)
    }

    // MARK: - Media types

    @Test(arguments: [nil, "text/plain", "application/x-www-form-urlencoded", "application/jsonx"])
    func `JSON of another media type is refused`(type: String?) async throws {
      let server = try TestServer()
      let browser = try await Browser(server).signUp()

      var headers = [(name: "Cookie", value: try #require(browser.sent))]
      if let type { headers.append((name: "Content-Type", value: type)) }

      let reply = await server.table.answer(
        APIRequest(
          .post, "/v1/me/journey/events", headers: headers,
          body: .bytes(Array(#"{"event": "explainer_read"}"#.utf8))))

      #expect(reply.status == 415)
      #expect(try await browser.json(.get, "/v1/me/journey")["step"] == "explainer")
      await server.desk.stop()
    }

    @Test(arguments: ["application/json; charset=utf-8", "Application/JSON"])
    func `parameters and case of a media type do not matter`(type: String) async throws {
      let server = try TestServer()
      let browser = try await Browser(server).signUp()

      let reply = try await browser.send(
        .post, "/v1/me/journey/events", json: ["event": "explainer_read"], [("Content-Type", type)])

      #expect(reply.status == 200)
      await server.desk.stop()
    }

    @Test func `a recording of another media type is refused`() async throws {
      let server = try TestServer()
      let browser = try await Browser(server).goToFirstVowel()

      let reply = try await browser.send(
        .post, "/v1/me/recordings", bytes: Voices.long(1), [("Content-Type", "audio/wavX")])

      #expect(reply.status == 415)
      await server.desk.stop()
    }
  }
}
