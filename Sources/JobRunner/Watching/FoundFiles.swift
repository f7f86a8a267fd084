// The files of an inbox as one scan found them.

internal import RecordStore

/// The paths that a scan found, and how many of them are left alone.
struct FoundFiles {
  var paths: Set<String> = []
  private(set) var skipped = SkippedFiles()

  /// Counts a name unless it is that of a file that is read.
  mutating func skip(_ name: String, _ kind: FileKind, as purpose: InboxFile) {
    switch kind {
    case .file where purpose == .foreign: skipped.add(name: name)
    case .file: break
    case .folder: skipped.add(.folder)
    case .link: skipped.add(.link)
    case .other: skipped.add(.noFile)
    }
  }
}
