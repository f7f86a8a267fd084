// Files that cannot be used and that are too large to be held in memory: they are moved, not read
// whole; and those that are too large even for that stay where they are.

internal import VoiceTypes

extension RecordStore {
  /// A file of more bytes than this is not held in memory: a recording of 30 s has at most 46 MB,
  /// at 192 kHz in two channels of 32 bits [E].
  static let mostFailedBytesRead = 1 << 26

  /// A file of more bytes than this is neither hashed nor copied: a sparse one may say that it has
  /// more than any disk [E].
  package static let mostBytesHashed = 1 << 32

  /// Whether a file of so many bytes can be put away. What is encrypted is held in memory.
  package func canKeep(fileOf bytes: Int) -> Bool {
    bytes <= (sealing == nil ? Self.mostBytesHashed : Self.mostFailedBytesRead)
  }

  /// Puts a large file away with a report, as `keepFailed` does a small one.
  func keepLarge(_ failed: FailedFile, bytes: Int) throws(StoreError) -> FailureReport {
    guard canKeep(fileOf: bytes), let sha256 = try disk.sha256IfPresent(failed.source) else {
      throw .unusable("a file of \(bytes) bytes is too large to be put away")
    }
    let report = try report(of: failed, sha256: sha256)
    // Named before it is moved: a file that no log names is removed after a crash, and of this one
    // there is no other.
    try auditFailure(report, .onItsWay)
    try disk.run { files throws(FileSystemError) in
      try moveDurably(failed.source, to: report, files)
    }
    try unmark(report)
    return report
  }

  private func moveDurably(
    _ source: String, to report: FailureReport, _ files: any FileSystem
  ) throws(FileSystemError) {
    let target = "\(layout.failed)/\(report.file)"
    // The file of another user cannot be made private; the folder that it goes to is.
    try? files.makePrivate(source)
    try files.synchronizeFile(source)
    do {
      try files.settle(source, at: target, in: layout.failed)
    } catch {
      guard error.isCrossDevice else { throw error }
      let staged = layout.staged(
        "", of: "failed-\(report.session?.text ?? "")", sha256: report.sha256)
      try files.copyDurably(source, to: target, in: layout.failed, by: staged)
      try files.removeFile(source)
    }
  }
}
