// Verification of the files of a store: kinds and modes, audio without a row, and copies that differ from the rows. A link
// leads to bytes that others may change. It is reported and not followed.

internal import VoiceTypes

struct StoreFolderCheck {
  private static let sessions = "sessions"

  /// The folders with files of rows.
  private static let copies: Set<String> = [sessions, "people", "baselines", "failed"]

  /// The modes of the files of a store, and the bits for a group with read access.
  private static let (fileMode, folderMode): (UInt16, UInt16) = (0o600, 0o700)
  private static let (groupFileMode, groupFolderMode): (UInt16, UInt16) = (0o040, 0o050)

  /// The bits of owner, group and others.
  private static let modeMask: UInt16 = 0o777

  private let root: String
  private let files: any FileSystem

  /// The group that may read the store. Nil without one.
  private let group: UInt32?

  /// The paths of links and special files.
  private var strange: Set<String> = []

  /// The names of the files of each folder of a session, a person or a quarantined file.
  private var contents: [String: [String]] = [:]

  /// The first path with access for others, its mode and the number of such paths, by session folder or entry of the store.
  private var open: [String: (path: String, mode: UInt16, count: Int)] = [:]

  private(set) var findings: [Finding] = []

  /// Lists the folder.
  /// - Parameter chosen: The sessions to verify. Nil for the whole store.
  init(_ root: String, _ files: any FileSystem, of chosen: [SessionID]?) throws(FileSystemError) {
    (self.root, self.files) = (root, files)
    let database = try files.facts(of: "\(root)/\(SQLiteDatabase.fileName)")
    group = database.flatMap { $0.permissions & Self.groupFileMode == 0 ? nil : $0.group }
    if let chosen {
      for session in chosen { try inspect("\(Self.sessions)/\(session.text)") }
    } else {
      // A link may lead to the store.
      try check(files.facts(of: "\(root)/."), ".")
      for name in try files.list(root) {
        let isOther = !Self.copies.contains(name) && name != StoreMigration.backup
        let isFolder = try files.facts(of: "\(root)/\(name)")?.kind == .folder
        if !isFolder || !isOther { try inspect(name) }
      }
    }
    for found in open.sorted(by: { $0.key < $1.key }).map(\.value) {
      let others = found.count > 1 ? ", as do \(found.count - 1) more paths there" : ""
      let mode = "0" + String(found.mode, radix: 8)
      find(.permissions, found.path, "the mode \(mode) gives other users access\(others)")
    }
  }

  /// Whether the folder of a session is, or contains, a link or special file.
  func isStrange(_ session: SessionID) -> Bool {
    strange.contains { $0 == Self.sessions || Self.place(of: $0)?.session == session }
  }

  private mutating func find(_ kind: FindingKind, _ path: String, _ problem: String) {
    let place = Self.place(of: path)
    findings.append(Finding(kind, place?.session, place?.file ?? path, problem))
  }

  /// The session of a path, and the path from its folder.
  private static func place(of path: String) -> (session: SessionID, file: String)? {
    let parts = path.split(separator: "/", maxSplits: 2)
    guard parts.count > 1, parts[0] == sessions, let session = SessionID(String(parts[1])),
      session.text == parts[1]
    else { return nil }
    return (session, parts.count > 2 ? String(parts[2]) : "")
  }

  // MARK: - Kinds and modes

  private mutating func inspect(_ path: String) throws(FileSystemError) {
    let facts = try files.facts(of: "\(root)/\(path)")
    check(facts, path)
    let parts = path.split(separator: "/", maxSplits: 2).map(String.init)
    if parts[0] == Self.sessions, parts.count > 1, Self.place(of: path) == nil, facts != nil {
      find(.tampered, path, "the file or folder does not belong to the store")
    } else if Self.copies.contains(parts[0]), parts.count > 1 {
      let name = parts.count > 2 ? parts[2] : ""
      contents["\(parts[0])/\(parts[1])", default: []] += facts?.kind == .file ? [name] : []
    }
    guard facts?.kind == .folder else { return }
    do throws(FileSystemError) {
      for name in try files.list("\(root)/\(path)") { try inspect("\(path)/\(name)") }
    } catch {
      // Another program removed the folder.
      if !error.isMissing { throw error }
    }
  }

  private mutating func check(_ facts: FileFacts?, _ path: String) {
    guard let facts else { return }
    switch facts.kind {
    case .link, .other:
      strange.insert(path)
      let kind =
        facts.kind == .link ? "a symbolic link, which is not followed" : "not a regular file"
      find(.tampered, path, "the path is \(kind)")
    case .file, .folder:
      let mode = facts.permissions & Self.modeMask
      let own = facts.kind == .file ? Self.fileMode : Self.folderMode
      let shared = facts.kind == .file ? Self.groupFileMode : Self.groupFolderMode
      guard mode & ~(group == facts.group ? own | shared : own) != 0 else { return }
      let place = Self.place(of: path)?.session.text ?? String(path.prefix { $0 != "/" })
      open[place] = (
        open[place]?.path ?? path, open[place]?.mode ?? mode, (open[place]?.count ?? 0) + 1
      )
    }
  }

  // MARK: - Rows

  /// The paths to compare with rows. An empty folder is a path itself.
  func paths() -> [String] {
    contents.sorted { $0.key < $1.key }.flatMap { folder, names in
      guard Self.place(of: folder).map({ !isStrange($0.session) }) != false else {
        return [String]()
      }
      return names.isEmpty ? [folder] : names.map { $0.isEmpty ? folder : "\(folder)/\($0)" }
    }
  }

  /// Compares a file with its row.
  func finding(of path: String, _ rows: StoreTransaction) throws -> Finding? {
    guard let facts = try files.facts(of: "\(root)/\(path)") else { return nil }
    let parts = path.split(separator: "/", maxSplits: 2).map(String.init)
    let (folder, name) = ("\(parts[0])/\(parts[1])", parts.count > 2 ? parts[2] : "")
    let session = Self.place(of: path)?.session
    func found(_ kind: FindingKind, _ problem: String) -> Finding {
      Finding(kind, session, session == nil ? path : name, problem)
    }
    if let session, name == SessionDocument.audio.name || facts.kind == .folder {
      // Audio is verified with its session.
      let hasRow = try name.isEmpty ? rows.holds(session) : rows.holdsAudio(session)
      guard !hasRow else { return nil }
      let problem =
        try rows.wasPurged(session)
        ? "the file of a purged session remains"
        : "no row contains the \(name.isEmpty ? "session" : "audio")"
      return found(.unfinished, problem)
    }
    guard facts.kind == .file, let copies = try rows.copies(in: folder) else { return nil }
    if let copy = copies[name] {
      guard let bytes = try files.readIfPresent("\(root)/\(path)"), bytes != copy
      else { return nil }
      return found(.index, "the file differs from its row")
    }
    // The temporary name of a file during its replacement.
    if name.hasSuffix(".new") {
      return found(.unfinished, "the file belongs to an interrupted change")
    }
    let isCopy = session == nil || SessionDocument(name: name) != nil || name == ExportLayout.log
    let isPlain = rows.form.sealing == nil
    return found(
      isCopy && isPlain && !name.isEmpty ? .unfinished : .tampered, "no row contains the file")
  }
}
