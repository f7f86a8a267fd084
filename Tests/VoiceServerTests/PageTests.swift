// Files of the page: each is served and refers to no other server, and all texts are in the
// catalogue in both languages.

import Foundation
import TestSupport
import Testing
import VoiceServer
import VoiceTypes

/// One after the other: every server has a runner with its threads.
extension ServerTests {
  @Suite struct PageTests {
    private static let folder = Repository.root.appendingPathComponent(
      "Sources/VoiceServer/Page/Files")

    private static func files() throws -> [(name: String, text: String)] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
        (name, try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))
      }
    }

    private func texts(_ language: String) async throws -> JSONValue {
      let server = try TestServer()
      let reply = try await Browser(server).json(.get, "/texts/\(language)")
      await server.desk.stop()
      return reply
    }

    @Test func `every file is served unchanged and cached`()
      async throws
    {
      let server = try TestServer()
      let browser = try await Browser(server)

      // The worker is served with the list of its cached files in front.
      for (name, text) in try Self.files() where name != "worker.js" {
        let path = name == "index.html" ? "/" : "/page/\(name)"
        let reply = await server.table.answer(APIRequest(.get, path))
        #expect(try reply.bytes == Array(text.utf8), "\(name)")
        let tag = try #require(reply.header("ETag"))
        let again = await server.table.answer(
          APIRequest(.get, path, headers: [("If-None-Match", tag)]))
        #expect(again.status == 304)
      }
      #expect(try await browser.send(.get, "/page/nothing.js").status == 404)
      await server.desk.stop()
    }

    @Test func `the service worker caches onboarding files and texts only`()
      async throws
    {
      let server = try TestServer()
      let reply = await server.table.answer(APIRequest(.get, "/worker.js"))
      let lines = String(decoding: try reply.bytes, as: UTF8.self).split(separator: "\n")
      let list = try #require(lines[1].firstMatch(of: /addresses = (.*);/))

      let kept = try JSONValue.parse(Array(list.1.utf8)).elements.compactMap { value in
        if case .string(let address) = value { address } else { nil }
      }

      let files = try Self.files().map(\.name).filter {
        $0 != "index.html" && $0 != "worker.js" && !$0.hasPrefix("staff")
      }
      #expect(Set(kept) == Set(files.map { "/page/\($0)" } + ["/", "/texts/en", "/texts/de"]))
      #expect(lines[0].contains(/version = "[0-9a-f]{32}"/))
      for path in kept {
        #expect(await server.table.answer(APIRequest(.get, path)).status == 200, "\(path)")
      }
      await server.desk.stop()
    }

    @Test func `the page loads no external resource`() throws {
      let files = try Self.files()

      #expect(files.count >= 10)
      for (name, text) in files {
        let places = text.matches(of: /https?:\/\/[^"\s]*/).map { String($0.0) }
        #expect(places.filter { $0 != "http://www.w3.org/2000/svg" } == [], "\(name)")
        #expect(!text.contains("innerHTML") && !text.contains("eval("), "\(name)")
      }
    }

    @Test func `the catalogue has exactly the texts used by scripts`()
      async throws
    {
      let keys = Set(try await texts("en").keys)
      var asked: Set<String> = []
      var beginnings: [String] = []
      for (name, text) in try Self.files() where name.hasSuffix(".js") {
        for match in text.matches(of: /"([a-z]+(?:_[a-z]+)*)"/) where keys.contains(String(match.1))
        {
          asked.insert(String(match.1))
        }
        for match in text.matches(of: /\bt\("([a-z_]+)"/) { asked.insert(String(match.1)) }
        beginnings += text.matches(of: /t\(`([a-z]+_)\$\{/).map { String($0.1) }
      }
      let built = keys.filter { key in
        beginnings.contains { key.hasPrefix($0) }
          || key.hasSuffix(".advice") && asked.contains(String(key.dropLast(".advice".count)))
      }

      #expect(asked.subtracting(keys) == [])
      #expect(keys.subtracting(asked).subtracting(built) == [])
    }

    @Test func `charts and alerts of the staff page show the primary measures`() throws {
      let script = try String(
        contentsOf: Self.folder.appendingPathComponent("staff-alerts.js"), encoding: .utf8)

      let shown = script.matches(of: /(\w+): "(\w+\.\w+)"/).map { "\($0.1) \($0.2)" }

      let primary = Measure.allCases.compactMap { measure -> String? in
        guard let followed = measure.facts.followed, followed.isPrimary else { return nil }
        return followed.family.map { "\($0.rawValue) \(measure.rawValue)" }
      }
      #expect(shown == primary)
    }

    @Test func `both languages have the same parameters and no words of diagnosis`() async throws {
      let (english, german) = (try await texts("en"), try await texts("de"))

      #expect(english.keys == german.keys)
      for (first, second) in zip(english.members, german.members) {
        guard case .string(let one) = first.value, case .string(let other) = second.value else {
          Issue.record("\(first.key) is no text")
          continue
        }
        let places = [one, other].map { Set(MessageTemplate($0).parameters) }
        #expect(places[0] == places[1], "\(first.key)")
        #expect(!one.isEmpty && !other.isEmpty)
        #expect(try RuledOutWords.found(in: one + " " + other) == [], "\(first.key)")
      }
    }
  }
}
