// Rejected files of an inbox: unreadable ones, and ones too large for a copy. Each is reported
// once; the report goes when the file does.

internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

struct RejectedFiles {
  private let store: RecordStore
  private let files: any FileSystem
  /// The state of each reported file; nil for a report of an earlier run.
  private var reported: [UTF8Key: FileStamp?] = [:]

  init(_ layout: InboxLayout, _ store: RecordStore, _ files: any FileSystem) {
    self.store = store
    self.files = files
    let reports = (try? store.strandedReports()) ?? []
    for report in reports where report.session == nil && report.path.hasPrefix(layout.root + "/") {
      reported.updateValue(nil, forKey: UTF8Key(report.path))
    }
  }

  /// Whether a file in this state is reported.
  func knows(_ file: ReadyFile) -> Bool { reported[UTF8Key(file.path)] == .some(file.stamp) }

  /// Reports a file once the store is writable.
  mutating func report(_ file: ReadyFile, _ fault: StateFault) {
    let name = InboxLayout.name(of: file.path)
    // After a fault, it is retried with the file itself.
    guard !knows(file), (try? store.reportLeft(file.path, named: name, for: fault)) != nil else {
      return
    }
    reported.updateValue(file.stamp, forKey: UTF8Key(file.path))
  }

  /// Removes the report of a claimed file.
  mutating func removeReport(_ path: String) {
    // After a fault, the next check removes it.
    guard reported.keys.contains(UTF8Key(path)), (try? store.removeLeftReport(of: path)) != nil
    else { return }
    reported.removeValue(forKey: UTF8Key(path))
  }

  /// Removes the reports of files that are gone.
  mutating func removeReportsOfMissing() {
    for path in reported.keys.map(\.text).sorted() {
      do throws(FileSystemError) {
        if try files.facts(of: path)?.kind != .file { removeReport(path) }
      } catch {
        // The file may still be there.
      }
    }
  }
}

extension StateFault {
  /// The fault of a rejected file; nil if the file is not the cause.
  static func ofLeft(_ file: ReadyFile, _ error: FileSystemError, limit: Int) -> StateFault? {
    guard error.path == file.path else { return nil }
    if error.isTooLarge {
      return StateFault(VoicePipeline.tooLarge(file.stamp.size, limit: limit))
    }
    guard error.operation == .read else { return nil }
    return StateFault(FaultText.unreadable)
  }
}
