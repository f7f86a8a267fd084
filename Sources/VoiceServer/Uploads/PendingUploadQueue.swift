// A file per upload, named by person hash and SHA-256, with one line of JSON before the audio. It
// exists from before the 202 response until the upload has a session.

internal import RecordStore
internal import Synchronization
internal import VoicePipeline
internal import VoiceTypes

/// The pending upload queue, for the uploads of people whose store is unavailable.
final class PendingUploadQueue: Sendable {
  /// The limits: files per person, enough for one onboarding flow, and bytes in total, enough for a
  /// thousand uploads [E].
  private static let mostOfOne = 8
  private static let mostBytes = 2 << 30
  private static let schema = "sagevoice/kept-take/1"

  /// The maximum length of the JSON line in bytes: above the limit of request headers.
  private static let mostLineBytes = 1 << 16

  /// The metadata of a file in memory.
  private struct Entry {
    let person: String
    let savedAt: StoreTime
    let bytes: Int
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var underWay: Set<UserHash> = []
  }

  private let folder: String
  private let files: any FileSystem
  private let state = Mutex(State())

  init(in folder: String, files: any FileSystem) { (self.folder, self.files) = (folder, files) }

  /// Creates the directory and indexes existing files.
  /// - Returns: The number of unreadable files; they are not deleted.
  func prepare() throws(FileSystemError) -> Int {
    try files.ensureFolder(folder)
    var damaged = 0
    for name in try files.list(folder) {
      guard Self.user(of: name) != nil else {
        // An incomplete write: the upload was not acknowledged.
        try files.removeIfThere(path(name))
        continue
      }
      let start = try files.read(path(name), from: 0, count: Self.mostLineBytes)
      guard let (person, savedAt, _) = Self.read(line: start),
        let facts = try files.facts(of: path(name))
      else {
        damaged += 1
        continue
      }
      state.withLock {
        $0.entries[name] = Entry(person: person, savedAt: savedAt, bytes: facts.size)
      }
    }
    return damaged
  }

  var count: Int { state.withLock { $0.entries.count } }

  var people: [String] { Set(state.withLock { $0.entries.values.map(\.person) }).sorted() }

  func count(of user: UserHash) -> Int { state.withLock { Self.names(of: user, in: $0).count } }

  /// Saves an upload durably; the same bytes are saved once. The caller holds the queue of the
  /// person.
  /// - Returns: False when the queue is full.
  func save(
    _ take: Upload, of person: String, _ user: UserHash, at time: StoreTime
  ) throws(FileSystemError) -> Bool {
    let name = Self.name(take.sha256, user)
    let content = Self.line(of: take, person, time) + take.bytes
    let entry = Entry(person: person, savedAt: time, bytes: content.count)
    // The space is reserved before the write, so that concurrent uploads respect the limit.
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
    } catch {
      state.withLock { _ = $0.entries.removeValue(forKey: name) }
      throw error
    }
    return true
  }

  /// Returns the oldest pending upload of a person; nil when there is none. A file whose name does
  /// not match its content leaves the queue but stays on disk for the operator.
  func oldest(of user: UserHash) throws(FileSystemError) -> Upload? {
    while let name = state.withLock({ Self.names(of: user, in: $0).first }) {
      let content = try files.read(path(name))
      if let (_, _, take) = Self.read(line: content), Self.name(take.sha256, user) == name {
        return take
      }
      state.withLock { _ = $0.entries.removeValue(forKey: name) }
    }
    return nil
  }

  func remove(_ take: Upload, of user: UserHash) throws(FileSystemError) {
    try remove([Self.name(take.sha256, user)])
  }

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

  /// Begins the delivery of the uploads of a person.
  /// - Returns: False when a delivery is in progress.
  func beginWay(of user: UserHash) -> Bool { state.withLock { $0.underWay.insert(user).inserted } }

  /// Ends the delivery if no upload is left.
  /// - Returns: Whether the delivery ended.
  func endWayIfEmpty(of user: UserHash) -> Bool {
    state.withLock { state in
      guard Self.names(of: user, in: state).isEmpty else { return false }
      state.underWay.remove(user)
      return true
    }
  }

  func endWay(of user: UserHash) { state.withLock { _ = $0.underWay.remove(user) } }

  // MARK: - Names and lines

  private static func names(of user: UserHash, in state: State) -> [String] {
    state.entries.filter { $0.key.hasPrefix(user.text + ".") }
      .sorted { ($0.value.savedAt, $0.key) < ($1.value.savedAt, $1.key) }.map(\.key)
  }

  private static func name(_ sha256: String, _ user: UserHash) -> String {
    "\(user.text).\(sha256)"
  }

  private static func user(of name: String) -> UserHash? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, parts.allSatisfy(Hex.isSHA256) else { return nil }
    return UserHash(text: parts[0])
  }

  private static func line(of take: Upload, _ person: String, _ time: StoreTime) -> [UInt8] {
    let json: JSONValue = [
      "schema": .string(schema), "person": .string(person), "kept_at": .string(time.text),
      "capture": take.capture ?? .null, "language": .optional(take.language),
      "tag": .optional(take.tag), "place": .optional(take.place),
    ]
    return json.lineBytes
  }

  /// Parses a file or its beginning; the SHA-256 is that of the bytes present.
  private static func read(line content: [UInt8]) -> (String, StoreTime, Upload)? {
    guard let end = content.firstIndex(of: UInt8(ascii: "\n")),
      let json = try? JSONValue.parse(Array(content[..<end])), json["schema"] == .string(schema)
    else { return nil }
    func text(_ key: String) -> String? {
      if case .string(let text)? = json[key] { text } else { nil }
    }
    guard let person = text("person"), let savedAt = text("kept_at").flatMap(StoreTime.init) else {
      return nil
    }
    let bytes = Array(content[(end + 1)...])
    let take = Upload(
      bytes: bytes, sha256: Fingerprint.sha256(of: bytes),
      capture: json["capture"] == .null ? nil : json["capture"], language: text("language"),
      tag: text("tag"), place: text("place"))
    return (person, savedAt, take)
  }

  private func path(_ name: String) -> String { "\(folder)/\(name)" }
}
