// The combinations of steps that the watcher needs besides those of the store.

internal import RecordStore

extension FileSystem {
  /// Brings a file into another folder: at once on the same device; else as a durable copy under a
  /// passing name first, so that a name never stands for half a file, and the source goes only when
  /// the copy would outlive a loss of power. One of more than `limit` bytes is not copied.
  func bring(_ source: String, into folder: String, atMost limit: Int) throws(FileSystemError) {
    do {
      try rename(source, to: Self.place(of: source, in: folder), .replacing)
    } catch {
      guard error.isCrossDevice else { throw error }
      try copyWhole(source, into: folder, atMost: limit)
      try removeFile(source)
    }
  }

  /// Copies a file of at most `limit` bytes into a folder durably, under a passing name first.
  func copyWhole(_ source: String, into folder: String, atMost limit: Int) throws(FileSystemError) {
    if let size = try facts(of: source)?.size, size > limit {
      throw .tooLarge(source, .copy)
    }
    // No part of the name, which may be as long as names can be.
    let passing = folder + "/" + PassingName.arriving
    try copyDurably(source, to: Self.place(of: source, in: folder), in: folder, by: passing)
    // The folder itself may have been made a moment ago.
    try synchronizeFolder(InboxLayout.parent(of: folder))
  }

  private static func place(of source: String, in folder: String) -> String {
    folder + "/" + InboxLayout.name(of: source)
  }
}

/// Names that stand for files still being made.
enum PassingName {
  static let ending = ".part"

  /// A file on its way into a work folder, of which one at a time comes into each.
  static let arriving = ".arriving" + ending
}
