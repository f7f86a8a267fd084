// The table of pairs behind `avqi --manifest` (RFC 4180, with either kind of line end).

public import VoiceTypes

/// Pairs of recordings, one of a vowel and one of speech each.
public struct AVQIManifest: Sendable, Equatable {
  /// Columns that must be there.
  public static let neededColumns = ["vowel", "speech"]

  /// Columns that may be.
  public static let furtherColumns = ["language"]

  /// One pair.
  public struct Pair: Sendable, Equatable {
    /// The file of the vowel, as the table has it.
    public var vowel: String

    /// The file of the speech, as the table has it.
    public var speech: String

    /// The language of the speech; nil where the table tells none.
    public var language: AVQILanguage?

    /// The reason that the row cannot be used; nil for a row that can.
    public var fault: FileFault?

    /// States a pair.
    public init(vowel: String, speech: String, language: AVQILanguage?) {
      self.vowel = vowel
      self.speech = speech
      self.language = language
    }
  }

  /// The pairs, in the order of the table.
  public let pairs: [Pair]

  /// Columns without effect, a line each.
  public let warnings: [String]

  /// Reads a table. A row that cannot be used has its fault; faults of the header, of which each is named with its
  /// line, are thrown.
  public init(text: String, name: String) throws(FileFaults) {
    let table = try ColumnTable(
      text: text, name: name, needed: Self.neededColumns, further: Self.furtherColumns,
      rowPer: "pair")
    guard !table.isEmpty else {
      throw FileFaults(faults: [
        FileFault(name, found: "a header alone", allowed: "a header and a row per pair")
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
          vowel: row.told("vowel") ?? row.place, speech: row.told("speech") ?? row.place,
          language: nil)
        pair.fault = fault
        return pair
      }
    }
  }

  private static func file(
    _ column: String, of row: ColumnTable.Row
  ) throws(FileFault) -> String {
    guard let file = row.told(column), file != "-" else {
      throw FileFault(
        row.place(of: column), found: row.told(column) ?? "nothing",
        allowed: "the path of a WAV file")
    }
    return file
  }

  private static func language(of row: ColumnTable.Row) throws(FileFault) -> AVQILanguage? {
    guard let told = row.told("language") else { return nil }
    guard let language = AVQILanguage(rawValue: told.lowercased()) else {
      throw FileFault(
        row.place(of: "language"), found: told.excerpt,
        allowed: AVQILanguage.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return language
  }
}
