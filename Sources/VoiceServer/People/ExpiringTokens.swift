// Random tokens with a lifetime: sign-in cookies and password reset links. A file per token is
// named by the hash of the token, so the files alone grant no access. The spool lock admits one
// process per state directory, so the index in memory and the files agree.

internal import RecordStore
internal import Synchronization
internal import VoicePipeline
internal import VoiceTypes

/// The tokens of one kind, in a directory.
struct ExpiringTokens: Sendable {
  /// The file format and lifetime of a kind.
  struct Kind: Sendable {
    /// The name and version of the format.
    let schema: String

    /// The JSON key of the holder.
    let holder: String

    /// The lifetime in seconds.
    let seconds: Int64
  }

  /// The stored data of a token, without the token itself.
  struct Row: Sendable {
    /// The public id: the first digits of the hash.
    let id: String

    /// The creation time; nil in files of earlier versions.
    let since: StoreTime?

    let until: StoreTime
    let holder: String
  }

  private static let tokenBytes = 32

  let kind: Kind
  private let folder: String
  private let files: any FileSystem
  private let index = TokenIndex()

  init(_ kind: Kind, in folder: String, files: any FileSystem) {
    (self.kind, self.folder, self.files) = (kind, folder, files)
  }

  /// Creates the directory, deletes expired tokens and indexes the others.
  func prepare(at now: StoreTime) throws(FileSystemError) {
    try files.ensureFolder(folder)
    try removeExpired(at: now)
    for name in try files.list(folder) {
      if let row = try row(name) { index.add(name, of: row.holder) }
    }
  }

  /// Creates a token of a holder durably.
  func begin(_ holder: String, at now: StoreTime) throws(FileSystemError) -> String {
    let token = Hex.text(of: RandomBytes.make(Self.tokenBytes))
    let until = StoreTime(milliseconds: now.milliseconds + kind.seconds * 1000)
    let json: JSONValue = .object([
      .init("schema", .string(kind.schema)), .init(kind.holder, .string(holder)),
      .init("since", .string(now.textToSeconds)), .init("until", .string(until.textToSeconds)),
    ])
    let name = name(of: token)
    try files.create(path(name), json.lineBytes)
    try files.synchronizeFile(path(name))
    try files.synchronizeFolder(folder)
    index.add(name, of: holder)
    return token
  }

  /// Returns the holder of a token; nil for an unknown or expired one.
  func holder(_ token: String, at now: StoreTime) throws(FileSystemError) -> String? {
    guard Hex.isSHA256(token), let row = try row(name(of: token)), now < row.until else {
      return nil
    }
    return row.holder
  }

  /// Returns the tokens of a holder, oldest first.
  func all(of holder: String, at now: StoreTime) throws(FileSystemError) -> [Row] {
    var found: [Row] = []
    for name in index.names(of: holder) {
      guard let row = try row(name), now < row.until else { continue }
      found.append(row)
    }
    return found.sorted { ($0.until, $0.id) < ($1.until, $1.id) }
  }

  func id(of token: String) -> String { Self.id(name(of: token)) }

  /// Ends a token; an unknown one is no error.
  func end(_ token: String) throws(FileSystemError) {
    guard Hex.isSHA256(token) else { return }
    try remove(name(of: token))
    try files.synchronizeFolder(folder)
  }

  /// Ends the tokens of a holder: all, all but one, or the one with an id.
  /// - Returns: The number of ended tokens.
  @discardableResult
  func end(
    of holder: String, but token: String? = nil, called id: String? = nil
  ) throws(FileSystemError) -> Int {
    let own = token.map(name(of:))
    let ended = index.names(of: holder).filter {
      $0 != own && (id == nil || Self.id($0) == id)
    }
    for name in ended { try remove(name) }
    try files.synchronizeFolder(folder)
    return ended.count
  }

  /// Deletes expired and unreadable tokens.
  func removeExpired(at now: StoreTime) throws(FileSystemError) {
    for name in try files.list(folder) {
      guard let row = try row(name), now < row.until else {
        try remove(name)
        continue
      }
    }
  }

  /// Registers a watcher of a token. An ended token calls it immediately.
  func add(_ watcher: TokenWatcher, to token: String) {
    let name = name(of: token)
    index.add(watcher, to: name)
    // The token may have ended before the registration.
    if (try? files.facts(of: path(name))) == nil { index.remove(name) }
  }

  func remove(_ watcher: TokenWatcher, from token: String) {
    index.remove(watcher, from: name(of: token))
  }

  private func remove(_ name: String) throws(FileSystemError) {
    try files.removeIfThere(path(name))
    index.remove(name)
  }

  private func row(_ name: String) throws(FileSystemError) -> Row? {
    guard try files.facts(of: path(name)) != nil,
      let json = try? JSONValue.parse(files.read(path(name))),
      case .string(let holder)? = json[kind.holder], case .string(let text)? = json["until"],
      let until = StoreTime(text)
    else { return nil }
    var since: StoreTime?
    if case .string(let text)? = json["since"] { since = StoreTime(text) }
    return Row(id: Self.id(name), since: since, until: until, holder: holder)
  }

  private static func id(_ name: String) -> String { String(name.prefix(12)) }

  private func name(of token: String) -> String { Fingerprint.sha256(of: Array(token.utf8)) }

  private func path(_ name: String) -> String { "\(folder)/\(name)" }
}

/// A callback that runs once when a token ends.
final class TokenWatcher: Sendable {
  fileprivate let tokenEnded: @Sendable () -> Void

  init(_ tokenEnded: @escaping @Sendable () -> Void) { self.tokenEnded = tokenEnded }
}

/// An index of token names by holder, with the watchers of tokens.
private final class TokenIndex: Sendable {
  private struct State {
    var names: [String: Set<String>] = [:]
    var holders: [String: String] = [:]
    var watchers: [String: [ObjectIdentifier: TokenWatcher]] = [:]
  }

  private let state = Mutex(State())

  func names(of holder: String) -> [String] { state.withLock { $0.names[holder] ?? [] }.sorted() }

  func add(_ name: String, of holder: String) {
    state.withLock { state in
      state.names[holder, default: []].insert(name)
      state.holders[name] = holder
    }
  }

  /// Removes a name and calls its watchers.
  func remove(_ name: String) {
    let watchers = state.withLock { state in
      if let holder = state.holders.removeValue(forKey: name) {
        state.names[holder]?.remove(name)
        if state.names[holder]?.isEmpty == true { state.names[holder] = nil }
      }
      return state.watchers.removeValue(forKey: name) ?? [:]
    }
    for watcher in watchers.values { watcher.tokenEnded() }
  }

  func add(_ watcher: TokenWatcher, to name: String) {
    state.withLock { $0.watchers[name, default: [:]][ObjectIdentifier(watcher)] = watcher }
  }

  func remove(_ watcher: TokenWatcher, from name: String) {
    state.withLock { state in
      state.watchers[name]?[ObjectIdentifier(watcher)] = nil
      if state.watchers[name]?.isEmpty == true { state.watchers[name] = nil }
    }
  }
}
