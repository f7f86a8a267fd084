import Foundation

/// Searches all files below a folder for words, in names and bytes.
enum FolderSearch {
  /// Each finding as `word in path`.
  static func findings(of words: [String], in folder: String) throws -> [String] {
    var found: [String] = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let bytes = FileManager.default.contents(atPath: "\(folder)/\(path)") ?? Data()
      for word in words where path.contains(word) || bytes.range(of: Data(word.utf8)) != nil {
        found.append("\(word) in \(path)")
      }
    }
    return found.sorted()
  }
}
