// A server without connections: its table, a store and a runner in temporary folders. Every answer
// is validated by the server's own document.

import Foundation
import JobRunner
import Logging
import PostgresStore
import RecordStore
import Synchronization
import TestSupport
import Testing
import VoicePipeline
import VoiceServer
import VoiceSynthesis
import VoiceTypes

/// A server for one test.
final class TestServer: Sendable {
  let folder: String
  let desk: ServerContext
  let table: RouteTable
  let clock: Clock

  /// The database, if sessions and people are in one.
  let database: TestDatabase?
  private let isOwner: Bool

  /// How many identifiers of documents and others were made.
  var madeIDs: Int { ids.withLock { $0 } }
  private let ids: Counter

  private final class Counter: Sendable {
    private let count = Mutex(0)

    func withLock<Value: Sendable>(_ body: (inout Int) -> Value) -> Value {
      count.withLock { body(&$0) }
    }
  }

  /// The server's clock.
  final class Clock: Sendable {
    private let now = Mutex(StoreTime(milliseconds: 1_800_000_000_000))

    var time: StoreTime { now.withLock { $0 } }
    func pass(days: Int) { now.withLock { $0 = $0.adding(days: days) } }
  }

  /// A server of its own folder, or the next one in the folder of another.
  init(
    after former: TestServer? = nil, on database: TestDatabase? = nil, isSecure: Bool = false,
    hosts: [String]? = nil,
    files: any FileSystem = POSIXFileSystem(), passwords: any PasswordHasher = QuickHasher(),
    logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
  ) throws {
    let ids = Counter()
    self.ids = ids
    let clock = former?.clock ?? Clock()
    self.clock = clock
    folder = former?.folder ?? TestFolder.fresh("sagevoice-server").path
    isOwner = former == nil
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    self.database = database ?? former?.database
    var options = ServerOptions(jobs: 2, passwords: passwords, state: folder + "/store.server")
    options.isSecure = isSecure
    options.hosts = hosts.flatMap { ServedHosts($0) }
    let start = ContinuousClock().now
    let (store, guests) = try Self.stores(self.database, in: folder)
    desk = try ServerContext.open(
      options, on: store, guests: guests,
      environment: RunEnvironment(
        newID: {
          ids.withLock { $0 += 1 }
          return UUID().uuidString.lowercased()
        }, timestamp: { clock.time.textToSeconds },
        elapsed: { start.duration(to: ContinuousClock().now) }),
      files: files, logger: logger)
    table = RouteTable(desk)
    desk.resumeMigrations()
    desk.resumeUploadDelivery()
  }

  /// The store of a server, and the way there from the store of guests, as `serve` has them.
  private static func stores(
    _ database: TestDatabase?, in folder: String
  ) throws -> (RecordStore, GuestMigration?) {
    guard let store = try database?.store() else { return (try openFolder(folder + "/store"), nil) }
    let state = folder + "/store.server"
    try POSIXFileSystem().ensureFolder(state)
    let guests = try store.guests(
      in: StateDirectory.guests(in: state), actor: "test", clock: SystemClock())
    return (store, GuestMigration(from: guests, to: store))
  }

  private static func openFolder(_ path: String) throws -> RecordStore {
    let actor = try #require(AuditActor("test"))
    return try StoreAddress(folder: path, key: .none, actor: actor, clock: SystemClock())
      .open(.writing)
  }

  /// A token of a staff member.
  func token(_ role: StaffRole, name: String = "staff") throws -> String {
    try desk.credentials.tokens.create(
      role, name: name, at: clock.time, until: clock.time.adding(days: 365)
    ).token
  }

  /// The hash of a signed-in person in staff addresses.
  func hash(of browser: Browser) async throws -> String {
    let profile = try await browser.json(.get, "/v1/me/profile")
    return desk.store.userHash(of: try #require(profile["user_id"]).asText).text
  }

  /// The lines of an actor in the store's log.
  func lines(of actor: String) throws -> [String] {
    if let database { return try database.lines(of: actor) }
    return try desk.store.historyText()
      .split(separator: "\n").map(String.init)
      .filter { $0.contains("\"actor\":\"\(actor)\"") }
  }

  /// The document of the interface.
  func document() async throws -> JSONValue {
    try JSONValue.parse(await table.answer(APIRequest(.get, "/openapi.json")).bytes)
  }

  deinit { if isOwner { try? FileManager.default.removeItem(atPath: folder) } }

  /// The names of the files below a folder of the server's.
  func files(_ name: String) -> [String] {
    ((try? FileManager.default.subpathsOfDirectory(atPath: folder + "/" + name)) ?? []).sorted()
  }
}

/// A browser: it keeps the cookie that it is given.
final class Browser: Sendable {
  private let server: TestServer
  private let cookie = Mutex<String?>(nil)
  private let bearer: String?
  private let peer: String
  private let document: JSONValue

  init(
    _ server: TestServer, cookie: String? = nil, bearer: String? = nil, peer: String = "test"
  ) async throws {
    self.server = server
    (self.bearer, self.peer) = (bearer, peer)
    self.cookie.withLock { $0 = cookie }
    document = try await server.document()
  }

  /// The cookie, as it would be sent.
  var sent: String? { cookie.withLock { $0 } }

  /// Sends a request, and holds the answer against the document.
  @discardableResult
  func send(
    _ method: VoiceServer.Method, _ path: String, json: JSONValue? = nil, bytes: [UInt8]? = nil,
    _ headers: [(name: String, value: String)] = [], query: [String: String] = [:]
  ) async throws -> APIResponse {
    var all = headers
    if let sent { all.append(("Cookie", sent)) }
    if let bearer { all.append(("Authorization", "Bearer \(bearer)")) }
    if json != nil || bytes != nil, !headers.contains(where: { $0.name == "Content-Type" }) {
      all.append(("Content-Type", "application/json"))
    }
    let body = bytes ?? json.map { Array($0.text(.compact).utf8) } ?? []
    let reply = await server.table.answer(
      APIRequest(method, path, query: query, headers: all, body: .bytes(body), peer: peer))
    if let set = reply.header("Set-Cookie") {
      let pair = String(set.prefix { $0 != ";" })
      cookie.withLock { $0 = pair.hasSuffix("=") ? nil : pair }
    }
    // A response to HEAD has the headers of GET without its body.
    if method != .head {
      #expect(try problems(of: reply, method, path) == [], "\(method) \(path)")
    }
    return reply
  }

  /// The JSON of an answer with the status that is expected.
  @discardableResult
  func json(
    _ method: VoiceServer.Method, _ path: String, _ json: JSONValue? = nil, status: Int = 200,
    _ headers: [(name: String, value: String)] = []
  ) async throws -> JSONValue {
    let reply = try await send(method, path, json: json, headers)
    let text = String(decoding: try reply.bytes, as: UTF8.self)
    #expect(reply.status == status, "\(method) \(path): \(text)")
    return try JSONValue.parse(try reply.bytes)
  }

  /// Differences between an answer and the document.
  private func problems(
    of reply: APIResponse, _ method: VoiceServer.Method, _ path: String
  ) throws -> [String] {
    guard let operation = operation(method, path) else {
      return reply.status == 404 || reply.status == 405 ? [] : ["the path is not described"]
    }
    guard let answer = operation["responses"]?["\(reply.status)"] else {
      return ["the status \(reply.status) is not described"]
    }
    guard let content = answer["content"] else {
      return reply.header("Content-Type") == nil ? [] : ["a body is not described"]
    }
    let type = reply.header("Content-Type").map { String($0.prefix { $0 != ";" }) } ?? ""
    guard let described = content[type] else { return ["the type \(type) is not described"] }
    guard type == "application/json", let schema = described["schema"] else { return [] }
    let known =
      schema["$ref"] == nil
      ? schema : document[path: ["components", "schemas", "Fault"]] ?? .null
    return try JSONSchemaValidator(known).problems(in: JSONValue.parse(try reply.bytes))
  }

  private func operation(_ method: VoiceServer.Method, _ path: String) -> JSONValue? {
    // HEAD is described with GET (RFC 9110, 9.3.2).
    let method = method == .head ? .get : method
    for member in document["paths"]?.members ?? [] {
      let own = member.key.split(separator: "/")
      let other = path.split(separator: "/")
      guard own.count == other.count else { continue }
      let isSame = zip(own, other).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
      if isSame, let found = member.value[method.rawValue.lowercased()] { return found }
    }
    return nil
  }
}

/// Hashes passwords as the server does it, with salt and in a form that says how, and in no time.
struct QuickHasher: PasswordHasher {
  func hash(_ password: [UInt8]) -> String? { hash(password, salt: UUID().uuidString) }

  func matches(_ password: [UInt8], _ kept: String) -> Bool {
    let parts = kept.split(separator: "$")
    return parts.count == 3 && hash(password, salt: String(parts[1])) == kept
  }

  private func hash(_ password: [UInt8], salt: String) -> String {
    "$quick$\(salt)$\(Fingerprint.sha256(of: Array(salt.utf8) + password))"
  }
}

struct NoBytes: Error {}

extension JSONValue {
  /// A text; none for anything else.
  var asTextIfAny: String? { if case .string(let text) = self { text } else { nil } }

  /// A text; an empty one for anything else.
  var asText: String { asTextIfAny ?? "" }
}

extension APIResponse {
  /// The bytes of an answer that has some at once.
  var bytes: [UInt8] {
    get throws {
      switch content {
      case .bytes(let bytes): return bytes
      case .none: return []
      case .file(let file):
        var bytes: [UInt8] = []
        while bytes.count < file.size { bytes += try file.piece(from: bytes.count) }
        return bytes
      case .stream: throw NoBytes()
      }
    }
  }

  /// Whether an answer in pieces ends; a guard ends the wait.
  func ends() async throws -> Bool {
    guard case .stream(let pieces) = content else { throw NoBytes() }
    return try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        for await _ in pieces {}
        return !Task.isCancelled
      }
      group.addTask {
        try await Task.sleep(for: .seconds(10))
        return false
      }
      defer { group.cancelAll() }
      return try await group.next() ?? false
    }
  }
}
