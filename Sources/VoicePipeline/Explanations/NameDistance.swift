// Edit distance between a mistyped name and known names.

/// Edit distance between names.
package enum NameDistance {
  /// Maximum distance: a third of the letters, at least two; one for names of up to three letters.
  package static func limit(for name: String) -> Int {
    name.count <= 3 ? 1 : max(2, name.count / 3)
  }

  /// Minimum distance from a name to a candidate or to one of its dot-separated parts. Zero if the
  /// candidate contains the name.
  package static func between(_ name: String, _ candidate: String) -> Int {
    guard !name.isEmpty else { return .max }
    if candidate.contains(name) { return 0 }
    let parts = [candidate] + candidate.split(separator: ".").map { String($0) }
    return parts.map { edits(from: Array(name), to: Array($0)) }.min() ?? .max
  }

  /// Insertions, deletions and replacements; Levenshtein (1966), a row at a time.
  private static func edits(from first: [Character], to second: [Character]) -> Int {
    var row = Array(0...second.count)
    for (index, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for place in second.indices {
        let replaced = diagonal + (letter == second[place] ? 0 : 1)
        diagonal = row[place + 1]
        row[place + 1] = min(replaced, row[place] + 1, diagonal + 1)
      }
    }
    return row[second.count]
  }
}
