import Foundation
import Testing
import WAVIngest

/// Files in the folder of the sources.
enum Fixtures {
  static let malformed = folder("malformed")
  static let encodings = folder("encodings")

  static func folder(_ name: String, from file: String = #filePath) -> URL {
    URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures/\(name)")
  }

  /// The WAV files of a folder, by name.
  static func names(in folder: URL) -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return all.filter { $0.hasSuffix(".wav") }.sorted()
  }

  static func read(_ name: String, in folder: URL) -> IngestOutcome {
    WAVReader.read(.path(folder.appending(path: name).path))
  }
}
