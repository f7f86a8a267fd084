// The limits of one person's concurrent work and its memory.

import Foundation
import RecordStore
import TestSupport
import Testing
import VoiceServer
import VoiceTypes

/// One after the other: every server has a runner with its threads.
extension ServerTests {
  @Suite struct BoundedWorkTests {
    @Test func `a person has at most eight open event streams`()
      async throws
    {
      let server = try TestServer()
      let (browser, other) = (try await Browser(server), try await Browser(server))
      for each in [browser, other] { try await each.json(.post, "/v1/people", status: 201) }
      var open: [APIResponse] = []
      for _ in 1...8 { open.append(try await browser.send(.get, "/v1/me/updates")) }

      let ninth = try await browser.send(.get, "/v1/me/updates")
      let others = try await other.send(.get, "/v1/me/updates")
      open.removeLast()
      let again = try await browser.send(.get, "/v1/me/updates")

      #expect(open.allSatisfy { $0.status == 200 })
      #expect(ninth.status == 429 && ninth.header("Retry-After") == "5")
      #expect(others.status == 200)
      #expect(again.status == 200)
      await server.desk.stop()
    }

    @Test(arguments: ["report", "export"])
    func `a person has at most two concurrent reports or exports`(kind: String) async throws {
      let ward = try await Ward()
      let path = kind == "report" ? "/v1/me/sessions/\(ward.session)/report" : "/v1/me/export"
      var sent = [try await ward.guest.send(.get, path), try await ward.guest.send(.get, path)]

      let third = try await ward.guest.send(.get, path)
      sent.removeLast()
      let again = try await ward.guest.send(.get, path)

      #expect(sent[0].status == 200)
      #expect(third.status == 429 && third.header("Retry-After") == "5")
      #expect(again.status == 200)
      await ward.server.desk.stop()
    }

    @Test func `a report is cached per language`() async throws {
      let ward = try await Ward()
      let path = "/v1/me/sessions/\(ward.session)/report"
      func analyses(_ method: VoiceServer.Method, _ language: String) async throws -> Int {
        let before = ward.server.madeIDs
        let reply = try await ward.guest.send(method, path, query: ["lang": language])
        let isEmpty = try reply.bytes.isEmpty
        #expect(reply.status == 200 && isEmpty == (method == .head))
        return ward.server.madeIDs - before
      }

      let counts = [
        try await analyses(.head, "en"), try await analyses(.get, "en"),
        try await analyses(.get, "en"), try await analyses(.get, "de"),
      ]

      #expect(counts == [0, 1, 0, 1])
      await ward.server.desk.stop()
    }

    @Test func `a cached report is not shown after its session is erased`() async throws {
      let ward = try await Ward()
      let path = "/v1/staff/sessions/\(ward.session)/report"
      let staff = try await ward.staff(.clinician)
      let before = try await staff.send(.get, path)

      try await ward.guest.send(.delete, "/v1/me")
      let after = try await staff.send(.get, path)

      #expect(before.status == 200)
      #expect(after.status == 404)
      await ward.server.desk.stop()
    }

    @Test func `leftover exports are removed at the start`() async throws {
      let server = try TestServer()
      await server.desk.stop()
      let folder = server.folder + "/store.server/passing"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data("left".utf8).write(to: URL(fileURLWithPath: folder + "/left.zip"))

      let next = try TestServer(after: server)

      #expect(next.files("store.server/passing").isEmpty)
      await next.desk.stop()
    }

    /// An answer with a stream of 200 events and no end; `over` ends when the answer takes no more of them.
    private func reply(_ over: AsyncStream<Void>.Continuation) -> APIResponse {
      let (events, source) = AsyncStream.makeStream(of: ServerEvent.self)
      source.onTermination = { _ in over.finish() }
      for number in 1...200 {
        source.yield(ServerEvent(id: "\(number)", name: "journey", data: "{}"))
      }
      return APIResponse.events(events)
    }

    @Test(.timeLimit(.minutes(1)))
    func `an unread stream ends after 64 queued events`() async throws {
      let (end, over) = AsyncStream.makeStream(of: Void.self)
      let reply = reply(over)
      for await _ in end {}

      var pieces = 0
      if case .stream(let stream) = reply.content { for await _ in stream { pieces += 1 } }

      #expect(pieces == 64)
    }
  }

  @Suite struct PackagingTests {
    private func text(_ path: String) throws -> String {
      let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
      return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    @Test func `the limit of nginx admits the largest body that the server accepts`() throws {
      let configuration = try text("Packaging/nginx.conf")
      let limit = try #require(
        configuration.firstMatch(of: /client_max_body_size (\d+)m;/).flatMap { Int($0.1) })

      #expect(limit << 20 >= ServerSettings.mostBodyBytes)
    }

    @Test func `the install page names the libraries of the image`() throws {
      let page = try text("Documentation/Server.md")
      let image = try text("Packaging/Dockerfile")
      let libraries = /lib[a-z0-9.+-]+(?:\s+(?:lib|zlib)[a-z0-9.+-]+)+/
      let named = try #require(page.firstMatch(of: libraries)).output.split(separator: " ")
      let installed = try #require(
        image.split(separator: "AS programs").last?.firstMatch(of: libraries)
      ).output.split(separator: " ")

      #expect(named.contains("libpq5"))
      #expect(named == installed)
    }
  }
}
