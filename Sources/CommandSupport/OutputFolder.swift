import Platform
import VoiceTypes

/// A failure to create a folder or to write a file in it.
package struct OutputFolderError: Error {
  package let status: ExitStatus
  package let message: String
}

/// The access permissions of new files and folders.
package enum OutputAccess {
  case byUmask
  /// Owner only, regardless of the umask, for personal data.
  case ownerOnly
}

/// An output folder. Every file is written atomically.
package struct OutputFolder {
  package let path: String
  private let files: POSIXFileSystem

  /// Maximum length of a file name, in bytes (NAME_MAX of Linux).
  private static let longestName = 255

  /// Extensions that indicate a file name.
  private static let endingsOfFiles: Set<String> = [
    "7z", "bz2", "csv", "gz", "html", "json", "jsonl", "lz4", "md", "ndjson", "ods", "pdf", "png",
    "rar", "svg", "tar", "tbz2", "text", "tgz", "tsv", "txt", "txz", "wav", "xls", "xlsx", "xml",
    "xz",
    "zip", "zst",
  ]

  /// Creates the folder with its parents unless it exists.
  package init(
    creating path: String, for readers: OutputAccess = .byUmask
  ) throws(OutputFolderError) {
    self.path = path
    files = readers == .ownerOnly ? POSIXFileSystem() : .followingUmask
    do {
      try Self.makeFolders(path, files)
    } catch {
      throw OutputFolderError(
        status: .cannotCreateOutput,
        message:
          "cannot make the output folder \(path); check the permissions of its parent folder")
    }
  }

  package static func namesFile(_ path: String) -> Bool {
    let parts = place(of: path).name.split(separator: ".").dropFirst()
    return endingsOfFiles.contains(parts.last?.lowercased() ?? "")
  }

  /// Throws a usage error if the path has the extension of a file and is not an existing folder.
  package static func requireFolderName(
    _ path: String, option: String, advice: String
  ) throws(CommandFault) {
    guard namesFile(path), !isFolder(path) else { return }
    throw CommandFault(
      .wrongUsage, "\(option) \(path): this option requires a folder, not a file name; \(advice)")
  }

  /// Writes a file atomically: temporary name, then rename.
  package func write(_ text: String, as name: String) throws(OutputFolderError) {
    try write(Array(text.utf8), as: name)
  }

  /// Writes a file of bytes atomically.
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
    // Split by byte, as the system does: a slash with a combining accent is another `Character`.
    for part in path.utf8.split(separator: UInt8(ascii: "/")) {
      folder += String(Substring(part)) + "/"
      guard try files.facts(following: folder) == nil else { continue }
      do throws(FileSystemError) {
        try files.makeFolder(folder)
      } catch {
        // Another process may have created it concurrently.
        guard error.isExisting, isFolder(folder) else { throw error }
      }
    }
  }

  private func replace(_ name: String, with bytes: [UInt8]) throws(FileSystemError) {
    let target = "\(path)/\(name)"
    // An owner-only file keeps its permissions.
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

  /// Returns whether a file system entry exists at a path.
  package static func holds(_ path: String) -> Bool {
    ((try? POSIXFileSystem().facts(following: path)) ?? nil) != nil
  }

  /// Returns whether a path is a folder, following links.
  package static func isFolder(_ path: String) -> Bool {
    ((try? POSIXFileSystem().facts(following: path)) ?? nil)?.kind == .folder
  }

  /// Splits a path into its folder and its file name.
  package static func place(of path: String) -> (folder: String, name: String) {
    // Split by byte, as the system does: a slash with a combining accent is another `Character`.
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    let folder = parts.count > 1 ? parts.dropLast().joined(separator: "/") + "/" : "."
    return (folder, parts.last ?? "")
  }

  /// Returns a file name per input: the input name without `.wav`, plus a number for a repeated
  /// name in input order. It truncates names to the limit of the file system.
  /// - Parameter room: Bytes reserved for a suffix of the name.
  package static func names(for inputs: [String], suffix: String, room: Int = 0) -> [String] {
    var used: Set<String> = []
    return inputs.map { input in
      let stem = stem(of: input)
      var name = cut(stem, before: suffix, room: room)
      var number = 2
      while !used.insert(name).inserted {
        name = cut(stem, before: "-\(number)\(suffix)", room: room)
        number += 1
      }
      return name
    }
  }

  /// Returns a stem with an ending, truncated so that the temporary name fits the limit.
  private static func cut(_ stem: String, before ending: String, room: Int) -> String {
    let most = longestName - room - ending.utf8.count - ".".utf8.count - ".new".utf8.count
    var stem = stem
    while FileName.bytes(of: stem).count > most { stem.removeLast() }
    return stem + ending
  }

  private static func stem(of input: String) -> String {
    // Split by byte, as the system does: a slash with a combining accent is another `Character`.
    let last = input.utf8.split(separator: UInt8(ascii: "/")).last
    let name = input == "-" ? "stdin" : last.map { String(Substring($0)) } ?? "recording"
    return RecordingName.stem(of: name)
  }
}
