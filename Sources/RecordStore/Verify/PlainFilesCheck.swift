// Whether everything in a store is a plain file or a folder, and its owner's alone. A link leads to
// bytes that others may change, or out of the store; it is named and not followed.

internal import VoiceTypes

extension StoreLayout {
  /// Without these, from the store's folder, nothing in it can be verified.
  static let ownNames: Set<String> = [
    "store.json", "secret", "audit.log", "sessions", "failed", "baselines", "people", "tombstones",
    "staging",
  ]
}

extension StoreVerifier {
  /// Modes as the store gives them, and what it adds for a group that may read.
  private static let fileMode: UInt16 = 0o600
  private static let folderMode: UInt16 = 0o700
  private static let groupFileMode: UInt16 = 0o040
  private static let groupFolderMode: UInt16 = 0o050

  /// The lowest nine bits: what owner, group and others may do.
  private static let modeMask: UInt16 = 0o777

  /// Files and folders with other modes, by what they belong to.
  private struct Loose {
    /// The group that may read; nil for nobody.
    let group: UInt32?
    var first: [String: (path: String, mode: UInt16)] = [:]
    var counts: [String: Int] = [:]

    mutating func add(_ path: String, _ mode: UInt16, to place: String) {
      counts[place, default: 0] += 1
      if first[place] == nil { first[place] = (path, mode) }
    }
  }

  /// Looks at every file and folder of the store, or of the sessions that are verified.
  mutating func verifyFiles() throws(StoreError) {
    let sharing = store.layout
    let group = try store.disk.run { files throws(FileSystemError) in try sharing.group(files) }
    var loose = Loose(group: group)
    if let sessions = request.sessions {
      for session in sessions {
        try look(at: "sessions/\(session.text)", within: session.text, &loose)
      }
    } else {
      // The store itself may be named by a link.
      check(try store.disk.facts(of: store.layout.path(of: ".")), ".", within: ".", &loose)
      let folders = Set(StoreLayout(root: "").folders.map { String($0.dropFirst()) })
      for name in try store.disk.listIfPresent(store.root) {
        let facts = try store.disk.facts(of: store.layout.path(of: name))
        // What else somebody keeps there is not the store's.
        if facts?.kind == .folder, !folders.contains(name) { continue }
        try look(at: name, within: name, &loose)
      }
    }
    for (place, found) in loose.first.sorted(by: { $0.key < $1.key }) {
      report(found, loose.counts[place] ?? 1)
    }
  }

  private mutating func report(_ found: (path: String, mode: UInt16), _ count: Int) {
    let mode = "0" + String(found.mode, radix: 8)
    let others = count > 1 ? ", as do \(count - 1) more paths there" : ""
    find(.permissions, found.path, "the mode \(mode) gives other users access\(others)")
  }

  private mutating func look(
    at path: String, within place: String, _ loose: inout Loose
  ) throws(StoreError) {
    let facts = try store.disk.facts(of: store.layout.path(of: path))
    check(facts, path, within: place, &loose)
    guard facts?.kind == .folder else { return }
    for name in try store.disk.listIfPresent(store.layout.path(of: path)) {
      try look(at: "\(path)/\(name)", within: place, &loose)
    }
  }

  private mutating func check(
    _ facts: FileFacts?, _ path: String, within place: String, _ loose: inout Loose
  ) {
    // It may have gone since the folder was listed.
    guard let facts else { return }
    switch facts.kind {
    case .link, .other:
      strange.insert(path)
      let what =
        facts.kind == .link ? "a symbolic link, which is not followed" : "not a regular file"
      if let (session, file) = Self.place(of: path) {
        report.findings.append(Finding(.tampered, session, file, "the path is \(what)"))
      } else {
        find(.tampered, path, "the path is \(what)")
      }
    case .file, .folder:
      let mode = facts.permissions & Self.modeMask
      let own = facts.kind == .file ? Self.fileMode : Self.folderMode
      let shared = facts.kind == .file ? Self.groupFileMode : Self.groupFolderMode
      let allowed = loose.group == facts.group ? own | shared : own
      if mode & ~allowed != 0 { loose.add(path, mode, to: place) }
    }
  }

  /// Whether something of a session is no plain file and no folder.
  func isStrange(_ session: SessionID) -> Bool {
    strange.contains { Self.place(of: $0)?.session == session }
  }

  /// The session that a path belongs to, with the path from its folder.
  private static func place(of path: String) -> (session: SessionID, file: String)? {
    let parts = path.split(separator: "/", maxSplits: 2)
    guard parts.count > 1, parts[0] == "sessions", let session = SessionID(String(parts[1])) else {
      return nil
    }
    return (session, parts.count > 2 ? String(parts[2]) : "")
  }
}
