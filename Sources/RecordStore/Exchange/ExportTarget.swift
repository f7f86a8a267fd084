// The output of an export. It has a temporary name until it is complete.

protocol ExportTarget: AnyObject {
  func add(_ bytes: [UInt8], as name: String) throws

  /// Syncs the output and renames it to its final name.
  func finish() throws

  /// Removes the partial output.
  func giveUp()
}

/// The names of an output.
struct ExportName {
  let path: String

  let files: any FileSystem

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

  /// Runs file operations. Their errors name the output.
  func run<Value>(_ steps: () throws -> Value) throws -> Value {
    do {
      return try steps()
    } catch let error as FileSystemError {
      throw fault(error.description)
    } catch let error as ZIPFault {
      throw fault(error.problem)
    }
  }

  func fault(_ problem: String) -> ExchangeError { .output(path: path, problem: problem) }

  /// Throws if the output exists.
  func checkIsFree() throws {
    for name in [path, partial] where try run({ try files.facts(of: name) }) != nil {
      throw ExchangeError.output(
        path: name, problem: "the file or folder exists; remove it, or give another name")
    }
  }

  func finish() throws {
    try run { try files.settle(partial, at: path, in: parent, .keepingExisting) }
  }
}

/// An output folder.
final class FolderTarget: ExportTarget {
  private let name: ExportName
  private var folders: Set<String> = []

  init(_ name: ExportName) throws {
    self.name = name
    try name.checkIsFree()
    try name.run { try name.files.makeFolder(name.partial) }
  }

  func add(_ bytes: [UInt8], as path: String) throws {
    let parts = path.split(separator: "/").dropLast()
    try name.run {
      for count in parts.indices {
        let folder = parts[...count].joined(separator: "/")
        guard folders.insert(folder).inserted else { continue }
        try name.files.makeFolder("\(name.partial)/\(folder)")
      }
      try name.files.create("\(name.partial)/\(path)", bytes)
      try name.files.synchronizeFile("\(name.partial)/\(path)")
    }
  }

  func finish() throws {
    try name.run {
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

  init(_ name: ExportName) throws {
    self.name = name
    try name.checkIsFree()
    // Created with mode 0600 for every umask. libarchive keeps the mode.
    try name.run { try name.files.create(name.partial, []) }
    do {
      writer = try ZIPWriter(at: FileName.bytes(of: name.partial))
    } catch {
      try? name.files.removeFile(name.partial)
      throw name.fault(error.problem)
    }
  }

  func add(_ bytes: [UInt8], as path: String) throws {
    try name.run { try writer.add(bytes, as: path) }
  }

  func finish() throws {
    try name.run {
      try writer.finish()
      try name.files.synchronizeFile(name.partial)
    }
    try name.finish()
  }

  func giveUp() { try? name.files.removeFile(name.partial) }
}
