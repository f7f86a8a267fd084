// The metrics of a watch, where the textfile collector of Prometheus' node exporter reads them.
// They tell of nobody, and the collector is another user: whoever reaches the folder may read the
// file.

import FoundationEssentials
import RecordStore

/// A file of metrics.
struct MetricsFile: Sendable {
  private static let mode = 0o644

  private let path: String

  /// The file at a path; its folder is there.
  init(at path: String) { self.path = path }

  /// Replaces the file as a whole; false where that cannot be done now.
  func write(_ bytes: [UInt8]) -> Bool {
    let files = POSIXFileSystem()
    // The collector passes over names that do not end in `.prom`.
    let passing = path + ".new"
    do {
      try files.removeIfThere(passing)
      try files.create(passing, bytes)
      try FileManager.default.setAttributes([.posixPermissions: Self.mode], ofItemAtPath: passing)
      try files.rename(passing, to: path, .replacing)
      return true
    } catch {
      return false
    }
  }
}
