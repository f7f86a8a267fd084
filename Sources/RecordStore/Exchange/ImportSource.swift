internal import VoiceTypes

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
