public import VoiceTypes

/// Manifest of a corpus: CSV with one row per recording (RFC 4180).
public struct SpeakerManifest: Sendable, Equatable {
  /// Required columns; other columns are ignored.
  public static let neededColumns = ["file", "speaker", "sex", "age", "health"]

  private static let hashColumn = "sha256"

  /// One recording of the corpus.
  public struct Row: Sendable, Equatable {
    /// Path of the file, relative to the folder of the corpus.
    public var file: String

    /// Identifier of the speaker.
    public var speaker: String

    /// Reference group of the speaker; nil if unknown.
    public var sex: ReferenceCategory?

    /// Age of the speaker in completed years; nil if unknown.
    public var age: Int?

    /// Health group of the speaker, verbatim.
    public var health: String

    /// SHA-256 of the file; nil if unknown.
    public var sha256: String?
  }

  /// Recordings of valid rows, in file order.
  public let rows: [Row]

  /// Faults of excluded rows.
  public let faults: [FileFault]

  /// Reads a manifest. Throws the faults of the header; faults of rows are collected in `faults`.
  public init(text: String, name: String) throws(FileFaults) {
    let table = try ColumnTable(
      text: text, name: name, needed: Self.neededColumns, further: [Self.hashColumn],
      rowPer: "recording")
    var files: Set<String> = []
    var sexes: [String: ReferenceCategory] = [:]
    var contradicted: Set<String> = []
    let read = table.map { row throws(FileFault) -> Row in
      let made = try Row(row)
      guard files.insert(made.file).inserted else {
        throw FileFault(
          row.place, found: "\(made.file.excerpt) a second time", allowed: "each file once")
      }
      if let sex = made.sex, sexes.updateValue(sex, forKey: made.speaker) ?? sex != sex {
        contradicted.insert(made.speaker)
        throw FileFault(
          row.place(of: "sex"), found: "a second sex for speaker \(made.speaker.excerpt)",
          allowed: "one sex for all recordings of a speaker")
      }
      return made
    }
    faults = read.compactMap { if case .failure(let fault) = $0.made { fault } else { nil } }
    rows = read.compactMap { try? $0.made.get() }.filter { !contradicted.contains($0.speaker) }
  }
}

extension SpeakerManifest.Row {
  private static let ages = 0...130

  fileprivate init(_ row: ColumnTable.Row) throws(FileFault) {
    file = try row.text("file")
    speaker = try row.text("speaker")
    sex = try Self.sex(of: row)
    age = try row.wholeNumber(
      "age", in: Self.ages, meaning: "in years, or empty if unknown")
    health = row.value("health") ?? ""
    sha256 = try row.value("sha256").map { text throws(FileFault) in
      try JSONCoder.hash.read(.string(text), at: row.place(of: "sha256"))
    }
  }

  private static func sex(of row: ColumnTable.Row) throws(FileFault) -> ReferenceCategory? {
    guard let text = row.value("sex") else { return nil }
    switch text.lowercased() {
    case "f", "female": return .feminine
    case "m", "male": return .masculine
    default:
      throw FileFault(
        row.place(of: "sex"), found: text.excerpt,
        allowed: "f, m, or empty if unknown")
    }
  }
}
