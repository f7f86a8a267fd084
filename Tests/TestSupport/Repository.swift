// The files of the repository, independent of the working directory.

package import Foundation

/// Folders of the checkout.
package enum Repository {
  /// The folder that holds Package.swift.
  package static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Recordings, malformed files and Praat's numbers.
  package static let fixtures = root.appendingPathComponent("Fixtures")

  /// The Swift files of a folder below the root, with their texts, in the order of their names.
  package static func swiftFiles(in folder: String) throws -> [(path: String, text: String)] {
    let base = root.appendingPathComponent(folder)
    let enumerator = FileManager.default.enumerator(atPath: base.path)
    let paths = enumerator?.compactMap { $0 as? String } ?? []
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      (
        path: "\(folder)/\(path)",
        text: try String(contentsOf: base.appendingPathComponent(path), encoding: .utf8)
      )
    }
  }
}
