package import Foundation

extension Repository {
  /// The WAV files of a folder of fixtures, in the order of their names.
  package static func recordings(in folder: String) throws -> [URL] {
    let base = fixtures.appendingPathComponent(folder)
    return try FileManager.default.contentsOfDirectory(atPath: base.path)
      .filter { $0.hasSuffix(".wav") }.sorted()
      .map { base.appendingPathComponent($0) }
  }
}
