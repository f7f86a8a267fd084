// The manifest of an import, and its files. The folders of a plain store without its database are imported too, so that a
// lost database can be rebuilt.

internal import VoiceTypes

struct ImportManifest {
  /// The last lines of the sessions' logs. Nil for the folders of a store.
  let heads: [SessionID: AuditHead]?

  /// The files by their paths.
  private let files: [String: ExportManifest.File]

  /// The number of files of each owner.
  private let counts: [ExportOwner: Int]

  /// The number of sessions and people.
  var ownerCount: Int { counts.count }

  /// Finds and reads the manifest. A de-identified export is refused.
  init(_ source: ImportSource, _ limits: ImportLimits) throws {
    if try source.isFolderOfStore() {
      (counts, files) = try Self.folders(source, limits)
      heads = nil
      return
    }
    var found: [UInt8]?
    try source.visit { entry in
      guard entry.name == ExportManifest.name, found == nil else { return }
      found = try entry.read(limits.manifestBytes)
    }
    guard let found, found.count <= limits.manifestBytes else {
      throw source.fault(
        "\(ExportManifest.name) is missing or too large; give an export of `records export`")
    }
    let manifest: ExportManifest
    do {
      manifest = try ExportManifest(parsing: found)
    } catch {
      throw source.fault(error.description)
    }
    guard manifest.form == .complete else { throw ExchangeError.deidentified(path: source.path) }
    let problems = Self.problems(in: manifest, limits)
    guard problems.isEmpty else {
      throw ExchangeError.unsound(path: source.path, problems: problems)
    }
    // The owners and paths are unique.
    heads = Dictionary(
      uniqueKeysWithValues: manifest.sessions.compactMap { one in one.head.map { (one.id, $0) } })
    counts = Dictionary(uniqueKeysWithValues: manifest.owners.map { ($0.owner, $0.files.count) })
    files = Dictionary(
      uniqueKeysWithValues: manifest.owners.flatMap { owner, files in
        files.map { (ExportLayout.path(of: $0.name, in: owner), $0) }
      })
  }

  /// The files of the folders of a store.
  private static func folders(
    _ source: ImportSource, _ limits: ImportLimits
  ) throws -> ([ExportOwner: Int], [String: ExportManifest.File]) {
    var counts: [ExportOwner: Int] = [:]
    var files: [String: ExportManifest.File] = [:]
    try source.visit { entry in
      guard let parts = ExportLayout.parts(of: entry.name) else {
        throw source.fault("\(entry.name.excerpt) does not belong to a store")
      }
      let bytes = try entry.read(limits.documentBytes)
      counts[parts.owner, default: 0] += 1
      files[entry.name] = ExportManifest.File(ExportedFile(name: parts.name, bytes: bytes))
    }
    return (counts, files)
  }

  private static func problems(in manifest: ExportManifest, _ limits: ImportLimits) -> [String] {
    var problems: [String] = []
    var paths: Set<String> = []
    var total = 0
    if Set(manifest.owners.map(\.owner)).count != manifest.owners.count {
      problems.append("the manifest contains a session or a person twice")
    }
    for (owner, files) in manifest.owners {
      let folder = ExportLayout.folder(of: owner)
      if files.isEmpty { problems.append("the manifest has no files of \(folder)") }
      for file in files {
        let path = "\(folder)/\(file.name)"
        if ExportLayout.parts(of: path) == nil || !paths.insert(path).inserted {
          problems.append("the manifest contains the invalid or repeated path \(path.excerpt)")
        }
        if file.sizeBytes > limits.documentBytes {
          problems.append("\(path) is larger than \(limits.documentBytes) bytes")
        }
        total =
          total.addingReportingOverflow(file.sizeBytes).overflow
          ? .max : total + file.sizeBytes
      }
    }
    if total > limits.totalBytes {
      problems.append("the export is larger than \(limits.totalBytes) bytes")
    }
    return problems
  }

  private static func scattered(_ limits: ImportLimits) -> String {
    "incomplete sessions exceed \(limits.heldBytes) bytes of memory; create the archive with the files of "
      + "each session in sequence, as `records export` does"
  }

  /// Visits each owner after all its files were read and compared with the manifest.
  func visitOwners(
    of source: ImportSource, _ limits: ImportLimits,
    _ body: (ExportOwner, [String: [UInt8]]) throws -> Void
  ) throws {
    var waiting: [ExportOwner: [String: [UInt8]]] = [:]
    var seen: Set<String> = []
    var heldBytes = 0
    try source.visit { entry in
      guard seen.insert(entry.name).inserted else {
        throw source.fault("\(entry.name.excerpt) occurs twice")
      }
      guard entry.name != ExportManifest.name else { return }
      guard let parts = ExportLayout.parts(of: entry.name), let listed = files[entry.name] else {
        throw source.fault("\(entry.name.excerpt) is not in the manifest")
      }
      heldBytes += listed.sizeBytes
      guard heldBytes <= limits.heldBytes else { throw source.fault(Self.scattered(limits)) }
      let bytes = try entry.read(listed.sizeBytes)
      guard bytes.count == listed.sizeBytes, StoreSecrets.sha256(of: bytes) == listed.sha256 else {
        throw source.fault("\(entry.name) differs from the manifest")
      }
      waiting[parts.owner, default: [:]][parts.name] = bytes
      if waiting[parts.owner]?.count == counts[parts.owner],
        let complete = waiting.removeValue(forKey: parts.owner)
      {
        heldBytes -= complete.values.reduce(0) { $0 + $1.count }
        try body(parts.owner, complete)
      }
    }
    let missing = files.keys.filter { !seen.contains($0) }.sorted()
    guard missing.isEmpty else {
      throw ExchangeError.unsound(path: source.path, problems: missing.map { "\($0) is missing" })
    }
  }
}

extension ExportManifest {
  fileprivate var owners: [(owner: ExportOwner, files: [File])] {
    sessions.map { (.session($0.id), $0.files) } + people.map { (.person($0.user), $0.files) }
      + profiles.map { (.profiles($0.user), $0.files) }
  }
}

/// A file of an export.
struct ImportEntry {
  /// The path from the root of the export.
  let name: String

  /// The bytes, at most `limit + 1`.
  let read: (_ limit: Int) throws -> [UInt8]
}

/// A folder or ZIP file with an untrusted export. Names are compared and never opened as paths. Links are refused. The
/// manifest limits the number of bytes.
struct ImportSource {
  let path: String
  let files: any FileSystem

  private static let deepestFolder = 3

  /// Visits all files in a fixed order.
  func visit(_ body: (ImportEntry) throws -> Void) throws {
    switch try kind() {
    case .folder: try visit(folder: "", depth: 0, body)
    case .file: try visitZIP(body)
    case .link, .other:
      throw ExchangeError.input(
        path: path, problem: "the path is neither a folder nor a regular file; give its real path")
    }
  }

  /// Whether the source is the folders of a store that has lost its database.
  func isFolderOfStore() throws -> Bool {
    guard try kind() == .folder else { return false }
    let names = try reading { try files.list(path) }
    guard !names.contains(ExportManifest.name), names.contains("sessions") else { return false }
    guard !names.contains(SQLiteDatabase.fileName) else {
      throw ExchangeError.input(
        path: path,
        problem:
          "the folder is a store; give an export of it, or move away a damaged \(SQLiteDatabase.fileName)"
      )
    }
    return true
  }

  /// An error about the export itself.
  func fault(_ problem: String) -> ExchangeError { .unsound(path: path, problems: [problem]) }

  private func kind() throws -> FileKind {
    guard let facts = try reading({ try files.facts(of: path) }) else {
      throw ExchangeError.input(
        path: path, problem: "the folder or file does not exist; check the path")
    }
    return facts.kind
  }

  /// Runs file operations. Their errors name the source.
  private func reading<Value>(_ steps: () throws -> Value) throws -> Value {
    do {
      return try steps()
    } catch let error as FileSystemError {
      throw ExchangeError.input(path: path, problem: error.description)
    } catch let error as ZIPFault {
      throw fault("the ZIP file cannot be read: \(error.problem)")
    }
  }

  // MARK: - Folders

  private func visit(folder: String, depth: Int, _ body: (ImportEntry) throws -> Void) throws {
    let full = folder.isEmpty ? path : "\(path)/\(folder)"
    var names = try reading { try files.list(full) }
    if folder.isEmpty, try isFolderOfStore() { names = names.filter(ExportLayout.isFolder) }
    for name in names {
      let child = folder.isEmpty ? name : "\(folder)/\(name)"
      let childPath = "\(path)/\(child)"
      let facts = try reading { try files.facts(of: childPath) }
      let size = facts?.size ?? 0
      switch facts?.kind {
      case .folder where depth < Self.deepestFolder && ExportLayout.isFolder(child):
        try visit(folder: child, depth: depth + 1, body)
      case .file:
        try body(
          ImportEntry(name: child) { limit in
            try reading { try files.read(childPath, from: 0, count: min(limit + 1, size)) }
          })
      case .folder: throw fault("the folder \(child.excerpt) does not belong to an export")
      case .link: throw fault("\(child.excerpt) is a link; links are not followed")
      case .other, nil: throw fault("\(child.excerpt) is not a regular file")
      }
    }
  }

  // MARK: - ZIP files

  private func visitZIP(_ body: (ImportEntry) throws -> Void) throws {
    let reader = try reading { try ZIPReader(at: FileName.bytes(of: path)) }
    while let entry = try reading({ try reader.next() }) {
      guard let name = entry.name else { throw fault("the name of an entry is not valid text") }
      switch entry.kind {
      case .file:
        try body(ImportEntry(name: name) { limit in try reading { try reader.read(limit: limit) } })
      case .folder where ExportLayout.isFolder(name): break
      case .folder: throw fault("the folder \(name.excerpt) does not belong to an export")
      case .other: throw fault("\(name.excerpt) is a link, encrypted, or not a file")
      }
    }
  }
}
