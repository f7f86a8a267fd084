// Fills a store, opens it and commits to it as programs do, for the trials of the store: with the store's
// own code, and without recordings, which the store does not look into.
//
//     StoreTrial fill STORE DOCUMENT.json COUNT            sessions of one results document
//     StoreTrial open STORE TIMES                          times of opening and of a page, as JSON
//     StoreTrial commit STORE DOCUMENT.json COUNT NUMBER   changes by program NUMBER of sessions that all share

import Foundation
import RecordStore
import VoiceTypes

@main struct StoreTrial {
  /// Sessions that the programs of `commit` share.
  private static let shared = 50

  /// The rows of a page.
  private static let page = 50

  static func main() {
    let arguments = CommandLine.arguments.dropFirst().map { $0 }
    do {
      switch (arguments.first, arguments.count) {
      case ("fill", 4): try fill(arguments[1], arguments[2], count: number(arguments[3]))
      case ("open", 3): try open(arguments[1], times: number(arguments[2]))
      case ("commit", 5):
        try commit(
          arguments[1], arguments[2], count: number(arguments[3]), by: number(arguments[4]))
      default: throw Usage()
      }
    } catch {
      FileHandle.standardError.write(Data("StoreTrial: \(error)\n".utf8))
      exit(error is Usage ? 64 : 74)
    }
  }

  private struct Usage: Error {}

  private static func number(_ text: String) throws -> Int {
    guard let number = Int(text), number > 0 else { throw Usage() }
    return number
  }

  private static func store(
    _ folder: String, _ access: StoreAccess = .writing, actor: String = "StoreTrial"
  ) throws -> RecordStore {
    try RecordStore(at: folder, StoreOptions(access, actor: actor, clock: SystemClock()))
  }

  private static func session(_ number: Int) throws -> SessionID {
    let digits = String(number, radix: 16)
    let tail = String(repeating: "0", count: 12 - digits.count) + digits
    guard let id = SessionID("00000000-0000-4000-8000-\(tail)") else { throw Usage() }
    return id
  }

  // MARK: - Filling

  /// Sessions of a hundred people, each made by one change.
  private static func fill(_ folder: String, _ path: String, count: Int) throws {
    let store = try Self.store(folder)
    let document = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    for number in 1...count {
      let change = SessionChange(
        "analysed", header: try header(number, of: document, in: store),
        state: StateRecord(number.isMultiple(of: 10) ? .refused : .filed),
        documents: [.computed: document])
      try store.session(session(number)).commit(change)
    }
  }

  private static func header(
    _ number: Int, of document: [UInt8], in store: RecordStore
  ) throws -> SessionHeader {
    let json = try JSONValue.parse(document)
    guard case .string(let sha256)? = json["recording"]?["sha256"] else { throw Usage() }
    var header = SessionHeader(
      recording: StoredRecording(
        name: "voice \(number).wav", sha256: sha256, sizeBytes: 88_244, durationSeconds: 1),
      settingsSHA256: sha256, version: "trial")
    header.user = store.userHash(of: "person \(number % 100)")
    header.identity = store.identity(
      IdentityFacts(
        audioSHA256: sha256, userID: "\(number)", settingsSHA256: sha256, version: "trial"))
    header.reference = "visit \(number)"
    header.recordedAt = "20\(10 + number % 15)-03-04T05:06:07Z"
    header.context = "clinic"
    return header
  }

  // MARK: - Opening

  private static func open(_ folder: String, times: Int) throws {
    var taken: [String: [Double]] = [:]
    func measure(_ name: String, _ body: () throws -> Void) rethrows {
      let time = try ContinuousClock().measure(body).components
      taken[name, default: []].append(Double(time.seconds) * 1e3 + Double(time.attoseconds) / 1e15)
    }
    for _ in 1...times {
      try measure("opening to read") { _ = try store(folder, .reading) }
      try measure("opening to write") { _ = try store(folder) }
      let reader = try store(folder, .reading)
      for (name, query) in queries(reader) {
        try measure(name) { _ = try reader.sessions(query) }
      }
    }
    let data = try JSONSerialization.data(withJSONObject: taken, options: [.sortedKeys])
    print(String(decoding: data, as: UTF8.self))
  }

  /// Pages of the list, each of at most so many rows.
  private static func queries(_ store: RecordStore) -> [(String, SessionQuery)] {
    var all = SessionQuery()
    all.limit = page
    func query(_ change: (inout SessionQuery) -> Void) -> SessionQuery {
      var query = all
      change(&query)
      return query
    }
    return [
      ("first page", all),
      ("page in the middle", query { $0.after = SessionCursor("c350.\(middle)") }),
      ("page of one person", query { $0.user = store.userHash(of: "person 7") }),
      ("page of one state", query { $0.states = [.refused] }),
      ("page of one name", query { $0.name = "voice 77.wav" }),
      ("page of one reference", query { $0.reference = "visit 77" }),
      (
        "page of one year",
        query {
          $0.recordedFrom = StoreTime("2011-01-01T00:00:00Z")
          $0.recordedUntil = StoreTime("2012-01-01T00:00:00Z")
        }
      ),
      ("page of one verdict that none has", query { $0.verdict = .unknown }),
    ]
  }

  private static let middle = "00000000-0000-4000-8000-000000000001"

  // MARK: - Committing

  /// Changes of sessions by chance, each with a line that says which program made it.
  private static func commit(
    _ folder: String, _ path: String, count: Int, by program: Int
  ) throws {
    let store = try Self.store(folder, actor: "program \(program)")
    let document = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    // Knuth's linear congruential generator: each program goes its own way.
    var chance = UInt64(program) &* 0x9E37_79B9_7F4A_7C15
    for number in 1...count {
      chance = chance &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let chosen = Int(chance >> 33) % shared + 1
      let details = [
        JSONValue.Member("program", .int(program)), JSONValue.Member("change", .int(number)),
      ]
      var change = SessionChange(
        "trial", header: try header(chosen, of: document, in: store),
        state: StateRecord(chance >> 60 & 1 == 0 ? .filed : .comprehensiveDone, details: details))
      if chance >> 61 & 1 == 0 { change.documents[.computed] = document }
      if chance >> 62 & 1 == 0 { change.documents[.bundle] = Array("{\"by\":\(number)}".utf8) }
      try store.session(session(chosen)).commit(change)
    }
  }
}
