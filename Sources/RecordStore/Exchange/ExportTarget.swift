// The output of an export. It has a temporary name until it is complete.

protocol ExportTarget: AnyObject {
  func add(_ bytes: [UInt8], as name: String) throws(ExchangeError)

  /// Syncs the output and renames it to its final name.
  func finish() throws(ExchangeError)

  /// Removes the partial output.
  func giveUp()
}

/// The names of an output.
struct ExportName {
  /// The requested name.
  let path: String

  let files: any FileSystem

  /// The temporary name.
  var partial: String { "\(path).partial" }

  /// The parent folder.
  var parent: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  init(_ path: String, _ files: any FileSystem) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    self.files = files
  }

  func run(_ steps: () throws(FileSystemError) -> Void) throws(ExchangeError) {
    do {
      try steps()
    } catch {
      throw fault(error.description)
    }
  }

  func fault(_ problem: String) -> ExchangeError { .output(path: path, problem: problem) }

  /// Throws if the output exists.
  func checkIsFree() throws(ExchangeError) {
    for name in [path, partial] {
      var facts: FileFacts?
      try run { () throws(FileSystemError) in facts = try files.facts(of: name) }
      guard facts == nil else {
        throw .output(
          path: name, problem: "the file or folder exists; remove it, or give another name")
      }
    }
  }

  func finish() throws(ExchangeError) {
    try run { () throws(FileSystemError) in
      try files.settle(partial, at: path, in: parent, .keepingExisting)
    }
  }
}

/// An output folder.
final class FolderTarget: ExportTarget {
  private let name: ExportName
  private var folders: Set<String> = []

  init(_ name: ExportName) throws(ExchangeError) {
    self.name = name
    try name.checkIsFree()
    try name.run { () throws(FileSystemError) in try name.files.makeFolder(name.partial) }
  }

  func add(_ bytes: [UInt8], as path: String) throws(ExchangeError) {
    let parts = path.split(separator: "/").dropLast()
    for count in parts.indices {
      let folder = parts[...count].joined(separator: "/")
      guard folders.insert(folder).inserted else { continue }
      try name.run { () throws(FileSystemError) in
        try name.files.makeFolder("\(name.partial)/\(folder)")
      }
    }
    try name.run { () throws(FileSystemError) in
      try name.files.create("\(name.partial)/\(path)", bytes)
      try name.files.synchronizeFile("\(name.partial)/\(path)")
    }
  }

  func finish() throws(ExchangeError) {
    try name.run { () throws(FileSystemError) in
      for folder in folders.sorted() {
        try name.files.synchronizeFolder("\(name.partial)/\(folder)")
      }
      try name.files.synchronizeFolder(name.partial)
    }
    try name.finish()
  }

  func giveUp() { remove(name.partial) }

  /// Removes a folder as far as possible. The name of a remainder shows that it is partial.
  private func remove(_ folder: String) {
    for child in (try? name.files.list(folder)) ?? [] {
      let path = "\(folder)/\(child)"
      if (try? name.files.facts(of: path))?.kind == .folder {
        remove(path)
      } else {
        try? name.files.removeFile(path)
      }
    }
    try? name.files.removeFolder(folder)
  }
}

/// An output ZIP file.
final class ZIPTarget: ExportTarget {
  private let name: ExportName
  private let writer: ZIPWriter

  init(_ name: ExportName) throws(ExchangeError) {
    self.name = name
    try name.checkIsFree()
    // Created with mode 0600 for every umask. libarchive keeps the mode.
    try name.run { () throws(FileSystemError) in try name.files.create(name.partial, []) }
    do {
      writer = try ZIPWriter(at: FileName.bytes(of: name.partial))
    } catch {
      try? name.files.removeFile(name.partial)
      throw name.fault(error.problem)
    }
  }

  func add(_ bytes: [UInt8], as path: String) throws(ExchangeError) {
    do {
      try writer.add(bytes, as: path)
    } catch {
      throw name.fault(error.problem)
    }
  }

  func finish() throws(ExchangeError) {
    do {
      try writer.finish()
    } catch {
      throw name.fault(error.problem)
    }
    try name.run { () throws(FileSystemError) in try name.files.synchronizeFile(name.partial) }
    try name.finish()
  }

  func giveUp() { try? name.files.removeFile(name.partial) }
}
