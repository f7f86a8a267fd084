// Table of recording pairs for `index --manifest` (RFC 4180, with any line end).

package import VoiceTypes

/// Pairs of one vowel recording and one speech recording.
package struct IndexManifest: Sendable, Equatable {
  /// Pair of recordings.
  package struct Pair: Sendable, Equatable {
    /// Paths as in the table.
    package var vowel: String
    package var speech: String
    /// Language of the speech; nil if not stated.
    package var language: IndexLanguage?
    /// Fault of the row; nil for a usable row.
    package var fault: FileFault?

    package init(
      vowel: String, speech: String, language: IndexLanguage?, fault: FileFault? = nil
    ) {
      (self.vowel, self.speech, self.language) = (vowel, speech, language)
      self.fault = fault
    }
  }

  /// Pairs in table order.
  package let pairs: [Pair]

  /// Warnings, one per column without effect.
  package let warnings: [String]

  /// Parses a table. A faulty row has its fault. Throws faults of the header with their lines.
  package init(text: String, name: String) throws(FileFaults) {
    let table = try ColumnTable(
      text: text, name: name, needed: ["vowel", "speech"], further: ["language"], rowPer: "pair")
    guard !table.isEmpty else {
      throw FileFaults(faults: [
        FileFault(name, found: "only a header", allowed: "a header and a row per pair")
      ])
    }
    warnings = table.warnings
    pairs = table.map { row throws(FileFault) in
      Pair(
        vowel: try Self.file("vowel", of: row), speech: try Self.file("speech", of: row),
        language: try Self.language(of: row))
    }.map { row, made in
      switch made {
      case .success(let pair): pair
      case .failure(let fault):
        Pair(
          vowel: row.value("vowel") ?? row.place, speech: row.value("speech") ?? row.place,
          language: nil, fault: fault)
      }
    }
  }

  private static func file(
    _ column: String, of row: ColumnTable.Row
  ) throws(FileFault) -> String {
    guard let file = row.value(column), file != "-" else {
      throw FileFault(
        row.place(of: column), found: row.value(column) ?? "nothing",
        allowed: "the path of a WAV file")
    }
    return file
  }

  private static func language(of row: ColumnTable.Row) throws(FileFault) -> IndexLanguage? {
    guard let text = row.value("language") else { return nil }
    guard let language = IndexLanguage(code: text) else {
      throw FileFault(
        row.place(of: "language"), found: text.excerpt,
        allowed: IndexLanguage.words)
    }
    return language
  }
}
