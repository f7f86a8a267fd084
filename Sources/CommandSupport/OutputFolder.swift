// One file per document, written whole or not at all.

import Platform
import VoiceTypes

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
  private let files: POSIXFileSystem

  /// The longest name of a file in bytes (NAME_MAX of Linux).
  private static let longestName = 255

  /// Endings by which people name one file.
  private static let endingsOfFiles: Set<String> = [
    "csv", "gz", "html", "json", "jsonl", "md", "ndjson", "ods", "pdf", "png", "svg", "tar", "text",
    "tgz", "tsv",
    "txt", "wav", "xls", "xlsx", "xml", "zip",
  ]

  /// Makes the folder, with those above it, unless it is there.
  package init(
    creating path: String, for readers: OutputReaders = .asSystemSays
  ) throws(OutputFolderError) {
    self.path = path
    files = readers == .ownerAlone ? POSIXFileSystem() : .followingUmask
    do {
      try Self.makeFolders(path, files)
    } catch {
      throw OutputFolderError(
        status: .cannotCreateOutput,
        message: "cannot make the output folder \(path); check that its parent can be written to")
    }
  }

  /// Refuses a path that looks like one file and would become a folder.
  package static func requireFolderName(
    _ path: String, option: String, advice: String
  ) throws(CommandFault) {
    let name = place(of: path).name
    let ending = name.split(separator: ".").dropFirst().last?.lowercased() ?? ""
    guard endingsOfFiles.contains(ending), !isFolder(path) else { return }
    throw CommandFault(
      status: .wrongUsage,
      messages: [
        "\(option) \(path): a folder is written here, and this is the name of a file; \(advice)"
      ])
  }

  /// Writes a file through a temporary name, so that no reader ever sees half of it.
  package func write(_ text: String, as name: String) throws(OutputFolderError) {
    try write(Array(text.utf8), as: name)
  }

  /// Writes a file of bytes in the same way.
  package func write(_ bytes: [UInt8], as name: String) throws(OutputFolderError) {
    do {
      try replace(name, with: bytes)
    } catch {
      throw OutputFolderError(
        status: .cannotCreateOutput,
        message: "cannot write \(name) into \(path); check space and permissions")
    }
  }

  private static func makeFolders(
    _ path: String, _ files: POSIXFileSystem
  ) throws(FileSystemError) {
    var folder = path.hasPrefix("/") ? "/" : ""
    // By byte, as the system does: a slash with an accent on it is another character.
    for part in path.utf8.split(separator: UInt8(ascii: "/")) {
      folder += String(Substring(part)) + "/"
      guard try files.facts(following: folder) == nil else { continue }
      do throws(FileSystemError) {
        try files.makeFolder(folder)
      } catch {
        // Another process may have made it meanwhile.
        guard error.isExisting, isFolder(folder) else { throw error }
      }
    }
  }

  private func replace(_ name: String, with bytes: [UInt8]) throws(FileSystemError) {
    let target = "\(path)/\(name)"
    // A file that is its owner's alone stays so.
    let isPrivate = try files.facts(of: target).map { $0.permissions & 0o077 == 0 } ?? false
    let files = isPrivate ? POSIXFileSystem() : self.files
    let passing = "\(path)/.\(name).new"
    try files.removeIfThere(passing)
    try files.create(passing, bytes)
    do throws(FileSystemError) {
      try files.rename(passing, to: target, .replacing)
    } catch {
      try? files.removeIfThere(passing)
      throw error
    }
  }

  /// Whether there is something at a path.
  package static func holds(_ path: String) -> Bool {
    ((try? POSIXFileSystem().facts(following: path)) ?? nil) != nil
  }

  /// Whether there is a folder at a path, followed where it is a link.
  package static func isFolder(_ path: String) -> Bool {
    ((try? POSIXFileSystem().facts(following: path)) ?? nil)?.kind == .folder
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
  /// a number, in input order. The name of an input is cut where the file system takes no name so long.
  /// - Parameter room: Bytes reserved for a suffix of the name.
  package static func names(for inputs: [String], suffix: String, room: Int = 0) -> [String] {
    var taken: Set<String> = []
    return inputs.map { input in
      let stem = stem(of: input)
      var name = cut(stem, before: suffix, room: room)
      var number = 2
      while !taken.insert(name).inserted {
        name = cut(stem, before: "-\(number)\(suffix)", room: room)
        number += 1
      }
      return name
    }
  }

  /// A stem with an ending, which fits with the marks of a temporary name.
  private static func cut(_ stem: String, before ending: String, room: Int) -> String {
    let most = longestName - room - ending.utf8.count - ".".utf8.count - ".new".utf8.count
    var stem = stem
    while FileName.bytes(of: stem).count > most { stem.removeLast() }
    return stem + ending
  }

  private static func stem(of input: String) -> String {
    // By byte, as the system does: a slash with an accent on it is another character.
    let last = input.utf8.split(separator: UInt8(ascii: "/")).last
    let name = input == "-" ? "stdin" : last.map { String(Substring($0)) } ?? "recording"
    return RecordingName.stem(of: name)
  }
}
