// The list of the larger collection: which recordings are vowels, and of whom.

import Foundation
import TestSupport

/// A sustained vowel of the collection.
struct ListedVowel: Sendable {
  let path: String
  let name: String
  /// Whether the speaker reports no complaint of the voice.
  let isWithoutComplaint: Bool
}

/// The collection `shared/voices/more` beside the checkout.
enum VoiceManifest {
  private static let folder = Repository.root.deletingLastPathComponent()
    .appendingPathComponent("shared/voices/more")

  /// The vowels, in the order of the list; empty where the collection is not there.
  static func vowels() throws -> [ListedVowel] {
    let list = folder.appendingPathComponent("MANIFEST.csv")
    guard FileManager.default.fileExists(atPath: list.path) else { return [] }
    let rows = try String(contentsOf: list, encoding: .utf8)
      .split(whereSeparator: \.isNewline).map { fields(of: $0) }
    guard let header = rows.first, let file = header.firstIndex(of: "file"),
      let kind = header.firstIndex(of: "kind"), let state = header.firstIndex(of: "health")
    else { return [] }
    return rows.dropFirst().compactMap { row in
      guard row.count == header.count, row[kind].contains("vowel"),
        // Electroglottograms are no sounds of a voice.
        !row[file].hasSuffix("_egg.wav")
      else { return nil }
      return ListedVowel(
        path: folder.appendingPathComponent(row[file]).path, name: row[file],
        isWithoutComplaint: row[state].contains("healthy"))
    }
  }

  /// The fields of a line of comma-separated values; quotes protect commas.
  private static func fields(of line: Substring) -> [String] {
    var fields = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: fields.append("")
      default: fields[fields.count - 1].append(character)
      }
    }
    return fields
  }
}
