// Moves and copies of files into work folders, and their removal.

internal import RecordStore

extension FileSystem {
  /// Moves a file into a folder by a rename, or across devices by `copyWhole`. The source is removed
  /// once the copy is durable.
  func bring(_ source: String, into folder: String, atMost limit: Int) throws(FileSystemError) {
    do {
      try rename(source, to: Self.place(of: source, in: folder), .replacing)
    } catch {
      guard error.isCrossDevice else { throw error }
      try copyWhole(source, into: folder, atMost: limit)
      try removeFile(source)
    }
  }

  /// Copies a file of at most `limit` bytes durably into a folder, by a temporary file.
  func copyWhole(_ source: String, into folder: String, atMost limit: Int) throws(FileSystemError) {
    if let size = try facts(of: source)?.size, size > limit { throw .tooLarge(source, .copy) }
    // One at a time, and without the name, which may have the greatest length.
    let passing = folder + "/.arriving.part"
    try copyDurably(source, to: Self.place(of: source, in: folder), in: folder, by: passing)
    // The folder itself may be new.
    try synchronizeFolder(FileName.folder(of: folder))
  }

  private static func place(of source: String, in folder: String) -> String {
    folder + "/" + InboxLayout.name(of: source)
  }
}

/// The folder of one claimed recording.
enum WorkFolder {
  /// The name of the recording in a folder; nil without one.
  static func recording(in folder: String, _ files: any FileSystem) -> String? {
    let names = InboxNames()
    return ((try? files.list(folder)) ?? []).first { names.kind(of: $0) == .recording }
  }

  /// Removes a folder with its files.
  static func removeWhole(_ folder: String, _ files: any FileSystem) throws(FileSystemError) {
    do {
      for name in try files.list(folder) { try files.removeIfThere(folder + "/" + name) }
      try files.removeFolder(folder)
    } catch {
      if !error.isMissing { throw error }
    }
  }

  /// Removes a folder with its hidden files, unless a new file is in it.
  static func remove(_ folder: String, _ files: any FileSystem) throws(FileSystemError) {
    do {
      for name in try files.list(folder) where name.hasPrefix(".") {
        try files.removeIfThere(folder + "/" + name)
      }
      try files.removeFolder(folder)
    } catch {
      // A sidecar that arrived meanwhile is resumed on its own.
      if !error.isMissing && !error.isExisting { throw error }
    }
  }
}
