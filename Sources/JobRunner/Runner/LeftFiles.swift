// Files that cannot be taken out of the inbox: one that cannot be read, and one that is too large to
// be copied where sources stay. People are told of each once, in a report that goes when the file
// does.

internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

/// The files of an inbox that people were told of.
struct LeftFiles {
  private let store: any SessionStore
  private let files: any FileSystem
  /// In which state each was; nil for one that an earlier run told of.
  private var told: [String: FileStamp?] = [:]

  init(_ layout: InboxLayout, _ store: any SessionStore, _ files: any FileSystem) {
    self.store = store
    self.files = files
    let reports = (try? store.strandedReports()) ?? []
    for report in reports where report.session == nil && report.path.hasPrefix(layout.root + "/") {
      told.updateValue(nil, forKey: report.path)
    }
  }

  /// Whether people know of a file as it is now.
  func knows(_ file: ReadyFile) -> Bool { told[file.path] == .some(file.stamp) }

  /// Tells people of a file; not before the store can be written.
  mutating func tell(_ file: ReadyFile, _ fault: StateFault) {
    guard !knows(file) else { return }
    do {
      try store.reportLeft(file.path, named: InboxLayout.name(of: file.path), for: fault)
      told.updateValue(file.stamp, forKey: file.path)
    } catch {
      // It is tried again with the file itself.
    }
  }

  /// Takes back what was told of a file that was taken.
  mutating func taken(_ path: String) {
    guard told.keys.contains(path) else { return }
    do {
      try store.removeLeftReport(of: path)
      told.removeValue(forKey: path)
    } catch {
      // The next look finds that it is gone.
    }
  }

  /// Takes back what was told of files that are gone.
  mutating func takeBackGone() {
    for path in told.keys.sorted() {
      do throws(FileSystemError) {
        if try files.facts(of: path)?.kind != .file { taken(path) }
      } catch {
        // What cannot be looked at may still be there.
      }
    }
  }
}

extension StateFault {
  /// What people are told of a file that cannot be taken; nil where it is not the file's fault.
  static func ofLeft(_ file: ReadyFile, _ error: FileSystemError, limit: Int) -> StateFault? {
    guard error.path == file.path else { return nil }
    if error.isTooLarge {
      return StateFault(VoicePipeline.tooLarge(file.stamp.size, limit: limit))
    }
    guard error.operation == .read else { return nil }
    return StateFault(FaultText.unreadable)
  }
}
