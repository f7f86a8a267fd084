// Takes of people whose store is away: on this machine until they can go to their journeys. A file for each, named by
// whose it is and by the bytes, with a line of JSON before them; it is there from before the take is acknowledged until
// its session is.

internal import RecordStore
internal import Synchronization
internal import VoicePipeline
internal import VoiceTypes

/// The takes that a server keeps.
final class KeptTakes: Sendable {
  /// The most of one person, and the most bytes of all [E]: a take for each of a journey, and those of a thousand.
  private static let mostOfOne = 8
  private static let mostBytes = 2 << 30

  private static let schema = "sagevoice/kept-take/1"

  /// The most bytes of the line: more than a request has in its headers.
  private static let mostLineBytes = 1 << 16

  /// What is known of one without reading it again.
  private struct Entry {
    let person: String
    let keptAt: StoreTime
    let bytes: Int
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var underWay: Set<UserHash> = []
  }

  private let folder: String
  private let files: any FileSystem
  private let state = Mutex(State())

  /// Takes that are kept in a folder.
  init(in folder: String, files: any FileSystem) { (self.folder, self.files) = (folder, files) }

  /// Makes the folder, and reads what an earlier run left.
  /// - Returns: How many files have a name of a take, and are none; they stay.
  func prepare() throws(FileSystemError) -> Int {
    try files.ensureFolder(folder)
    var damaged = 0
    for name in try files.list(folder) {
      guard Self.user(of: name) != nil else {
        // It was being written: nobody was told that it is kept.
        try files.removeIfThere(path(name))
        continue
      }
      let start = try files.read(path(name), from: 0, count: Self.mostLineBytes)
      guard let (person, keptAt, _) = Self.read(line: start),
        let facts = try files.facts(of: path(name))
      else {
        damaged += 1
        continue
      }
      state.withLock {
        $0.entries[name] = Entry(person: person, keptAt: keptAt, bytes: facts.size)
      }
    }
    return damaged
  }

  /// How many there are.
  var count: Int { state.withLock { $0.entries.count } }

  /// The people they are of.
  var people: [String] { Set(state.withLock { $0.entries.values.map(\.person) }).sorted() }

  /// How many there are of a person.
  func count(of user: UserHash) -> Int { state.withLock { Self.names(of: user, in: $0).count } }

  /// Keeps a take; durable when this returns. The same bytes again are the same take. For whoever has the turn of the
  /// person.
  /// - Returns: Whether there was room for it.
  func keep(
    _ take: Take, of person: String, _ user: UserHash, at time: StoreTime
  ) throws(FileSystemError) -> Bool {
    let name = Self.name(take.sha256, user)
    let content = Self.line(of: take, person, time) + take.bytes
    let entry = Entry(person: person, keptAt: time, bytes: content.count)
    // Its room is taken before it is written, so that many at once are no more than fit.
    let (fits, isNew) = state.withLock { state -> (Bool, Bool) in
      guard state.entries[name] == nil else { return (true, false) }
      let total = state.entries.values.reduce(content.count) { $0 + $1.bytes }
      let own = Self.names(of: user, in: state).count
      guard total <= Self.mostBytes, own < Self.mostOfOne else { return (false, false) }
      state.entries[name] = entry
      return (true, true)
    }
    guard fits, isNew else { return fits }
    do throws(FileSystemError) {
      try files.replace(path(name), with: content, durability: .synced)
      try files.synchronizeFolder(folder)
    } catch {
      state.withLock { _ = $0.entries.removeValue(forKey: name) }
      throw error
    }
    return true
  }

  /// The oldest of a person; nil for none. One whose bytes are not those it was named by is none any more: its file
  /// stays, for whoever runs the server.
  func oldest(of user: UserHash) throws(FileSystemError) -> Take? {
    while let name = state.withLock({ Self.names(of: user, in: $0).first }) {
      let content = try files.read(path(name))
      if let (_, _, take) = Self.read(line: content), Self.name(take.sha256, user) == name {
        return take
      }
      state.withLock { _ = $0.entries.removeValue(forKey: name) }
    }
    return nil
  }

  /// Forgets a take that is needed here no more.
  func remove(_ take: Take, of user: UserHash) throws(FileSystemError) {
    try remove([Self.name(take.sha256, user)])
  }

  /// Forgets all of a person.
  func removeAll(of user: UserHash) throws(FileSystemError) {
    try remove(state.withLock { Self.names(of: user, in: $0) })
  }

  private func remove(_ names: [String]) throws(FileSystemError) {
    guard !names.isEmpty else { return }
    for name in names {
      try files.removeIfThere(path(name))
      state.withLock { _ = $0.entries.removeValue(forKey: name) }
    }
    try files.synchronizeFolder(folder)
  }

  // MARK: - Their way

  /// Begins to bring the takes of a person to their journey.
  /// - Returns: Whether nobody does yet.
  func beginWay(of user: UserHash) -> Bool { state.withLock { $0.underWay.insert(user).inserted } }

  /// Ends that where nothing is left.
  /// - Returns: Whether it ended.
  func endWayIfEmpty(of user: UserHash) -> Bool {
    state.withLock { state in
      guard Self.names(of: user, in: state).isEmpty else { return false }
      state.underWay.remove(user)
      return true
    }
  }

  /// Ends that wherever it is.
  func endWay(of user: UserHash) { state.withLock { _ = $0.underWay.remove(user) } }

  // MARK: - Names and lines

  private static func names(of user: UserHash, in state: State) -> [String] {
    state.entries.filter { $0.key.hasPrefix(user.text + ".") }
      .sorted { ($0.value.keptAt, $0.key) < ($1.value.keptAt, $1.key) }.map(\.key)
  }

  private static func name(_ sha256: String, _ user: UserHash) -> String {
    "\(user.text).\(sha256)"
  }

  private static func user(of name: String) -> UserHash? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, parts.allSatisfy(Hex.isSHA256) else { return nil }
    return UserHash(text: parts[0])
  }

  private static func line(of take: Take, _ person: String, _ time: StoreTime) -> [UInt8] {
    let json: JSONValue = [
      "schema": .string(schema), "person": .string(person), "kept_at": .string(time.text),
      "capture": take.capture ?? .null, "language": .optional(take.language),
      "tag": .optional(take.tag), "place": .optional(take.place),
    ]
    return json.lineBytes
  }

  /// A take from its file, whole or only its beginning; its fingerprint is that of the bytes that are given.
  private static func read(line content: [UInt8]) -> (String, StoreTime, Take)? {
    guard let end = content.firstIndex(of: UInt8(ascii: "\n")),
      let json = try? JSONValue.parse(Array(content[..<end])), json["schema"] == .string(schema)
    else { return nil }
    func text(_ key: String) -> String? {
      if case .string(let text)? = json[key] { text } else { nil }
    }
    guard let person = text("person"), let keptAt = text("kept_at").flatMap(StoreTime.init) else {
      return nil
    }
    let bytes = Array(content[(end + 1)...])
    let take = Take(
      bytes: bytes, sha256: Fingerprint.sha256(of: bytes),
      capture: json["capture"] == .null ? nil : json["capture"], language: text("language"),
      tag: text("tag"), place: text("place"))
    return (person, keptAt, take)
  }

  private func path(_ name: String) -> String { "\(folder)/\(name)" }
}
