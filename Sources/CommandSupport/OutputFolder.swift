// One file per document, written whole or not at all.

import FoundationEssentials
import Platform

/// A folder that could not be made or written to.
package struct OutputFolderError: Error {
  package let status: ExitStatus
  package let message: String
}

/// Whom files and folders that are made let at them.
package enum OutputReaders {
  /// Whom the umask lets.
  case asSystemSays
  /// Nobody but the owner, whatever the umask: they tell of a person.
  case ownerAlone
}

/// The folder behind `--output`.
package struct OutputFolder {
  package let path: String
  private let readers: OutputReaders

  /// Makes the folder, with those above it, unless it is there.
  package init(
    creating path: String, for readers: OutputReaders = .asSystemSays
  ) throws(OutputFolderError) {
    self.path = path
    self.readers = readers
    do {
      switch readers {
      case .asSystemSays:
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      case .ownerAlone: try Self.makeOwnFolders(path)
      }
    } catch {
      throw OutputFolderError(
        status: .cannotCreateOutput,
        message: "cannot make the output folder \(path); check that its parent can be written to")
    }
  }

  /// Writes a file through a temporary name, so that no reader ever sees half of it.
  package func write(_ text: String, as name: String) throws(OutputFolderError) {
    try write(Array(text.utf8), as: name)
  }

  /// Writes a file of bytes in the same way.
  package func write(_ bytes: [UInt8], as name: String) throws(OutputFolderError) {
    do {
      switch readers {
      case .asSystemSays:
        let file = URL(fileURLWithPath: path).appendingPathComponent(name)
        try Data(bytes).write(to: file, options: .atomic)
      case .ownerAlone: try writeForOwner(bytes, as: name)
      }
    } catch {
      throw OutputFolderError(
        status: .cannotCreateOutput,
        message: "cannot write \(name) into \(path); check space and permissions")
    }
  }

  private static func makeOwnFolders(_ path: String) throws(FileSystemError) {
    let files = POSIXFileSystem()
    var folder = path.hasPrefix("/") ? "/" : ""
    // By byte, as the system does: a slash with an accent on it is another character.
    for part in path.utf8.split(separator: UInt8(ascii: "/")) {
      folder += String(Substring(part)) + "/"
      if try files.facts(of: folder) == nil { try files.ensureFolder(folder) }
    }
  }

  private func writeForOwner(_ bytes: [UInt8], as name: String) throws(FileSystemError) {
    let files = POSIXFileSystem()
    let passing = "\(path)/.\(name).new"
    try files.removeIfThere(passing)
    try files.create(passing, bytes)
    do throws(FileSystemError) {
      try files.settle(passing, at: "\(path)/\(name)", in: path)
    } catch {
      try? files.removeIfThere(passing)
      throw error
    }
  }

  /// Whether there is something at a path.
  package static func holds(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// Whether there is a folder at a path, followed where it is a link.
  package static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
  }

  /// The folder that a file lies in, and its name there.
  package static func place(of path: String) -> (folder: String, name: String) {
    // By byte, as the system does: a slash with an accent on it is another character.
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    let folder = parts.count > 1 ? parts.dropLast().joined(separator: "/") + "/" : "."
    return (folder, parts.last ?? "")
  }

  /// A file name for each input, by its own name without `.wav`; later ones of the same name get
  /// a number, in input order.
  package static func names(for inputs: [String], suffix: String) -> [String] {
    var taken: Set<String> = []
    return inputs.map { input in
      let stem = stem(of: input)
      var name = stem + suffix
      var number = 2
      while !taken.insert(name).inserted {
        name = "\(stem)-\(number)\(suffix)"
        number += 1
      }
      return name
    }
  }

  private static func stem(of input: String) -> String {
    // By byte, as the system does: a slash with an accent on it is another character.
    let last = input.utf8.split(separator: UInt8(ascii: "/")).last
    let name = input == "-" ? "stdin" : last.map { String(Substring($0)) } ?? "recording"
    return name.lowercased().hasSuffix(".wav") ? String(name.dropLast(4)) : name
  }
}
