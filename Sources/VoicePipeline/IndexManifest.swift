// Table of recording pairs for `index --manifest` (RFC 4180, with any line end).

public import VoiceTypes

/// Pairs of one vowel recording and one speech recording.
public struct IndexManifest: Sendable, Equatable {
  /// Required columns.
  public static let neededColumns = ["vowel", "speech"]

  /// Optional columns.
  public static let furtherColumns = ["language"]

  /// Pair of recordings.
  public struct Pair: Sendable, Equatable {
    /// Path of the vowel file as in the table.
    public var vowel: String

    /// Path of the speech file as in the table.
    public var speech: String

    /// Language of the speech; nil if not stated.
    public var language: IndexLanguage?

    /// Fault of the row; nil for a usable row.
    public var fault: FileFault?

    /// Creates a pair.
    public init(vowel: String, speech: String, language: IndexLanguage?) {
      self.vowel = vowel
      self.speech = speech
      self.language = language
    }
  }

  /// Pairs in table order.
  public let pairs: [Pair]

  /// Warnings, one per column without effect.
  public let warnings: [String]

  /// Parses a table. A faulty row has its fault. Throws faults of the header with their lines.
  public init(text: String, name: String) throws(FileFaults) {
    let table = try ColumnTable(
      text: text, name: name, needed: Self.neededColumns, further: Self.furtherColumns,
      rowPer: "pair")
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
      case .success(let pair): return pair
      case .failure(let fault):
        var pair = Pair(
          vowel: row.value("vowel") ?? row.place, speech: row.value("speech") ?? row.place,
          language: nil)
        pair.fault = fault
        return pair
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
        allowed: IndexLanguage.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return language
  }
}
