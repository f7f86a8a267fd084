// Metrics, where the textfile collector of Prometheus' node exporter reads them. They tell of nobody, and the
// collector is another user: whoever reaches the folder may read the file.

internal import RecordStore

/// A file of metrics.
package struct MetricsFile: Sendable {
  private let path: String

  /// The file at a path; its folder is there.
  package init(at path: String) { self.path = path }

  /// Replaces the file as a whole; false where that cannot be done now.
  package func write(_ bytes: [UInt8]) -> Bool {
    do {
      // By way of a name that does not end in `.prom`, which the collector passes over.
      try POSIXFileSystem.readableByAll.replace(path, with: bytes, durability: .eventual)
      return true
    } catch {
      return false
    }
  }
}
