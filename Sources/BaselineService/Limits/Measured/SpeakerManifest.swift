// The table of a corpus: a row per recording, with the speaker it is of (RFC 4180).

public import VoiceTypes

/// What a corpus tells of its recordings.
public struct SpeakerManifest: Sendable, Equatable {
  /// Columns that must be there. Others are passed over: every corpus has its own.
  public static let neededColumns = ["file", "speaker", "sex", "age", "health"]

  private static let hashColumn = "sha256"

  /// One recording.
  public struct Row: Sendable, Equatable {
    /// The file, below the folder of the corpus.
    public var file: String

    /// Whom it is of.
    public var speaker: String

    /// The group of the speaker's voice; nil where the table tells none.
    public var sex: ReferenceCategory?

    /// The speaker's age in completed years; nil where the table tells none.
    public var age: Int?

    /// What the table tells of the speaker's health, word for word.
    public var health: String

    /// SHA-256 of the file; nil where the table tells none.
    public var sha256: String?
  }

  /// The recordings of rows without a fault, in the order of the table.
  public let rows: [Row]

  /// Faults of rows, which are left out.
  public let faults: [FileFault]

  /// Reads a table; faults of the header, of which each is named with its line, are thrown.
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
          row.place(of: "sex"), found: "another one than before for \(made.speaker.excerpt)",
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
      "age", in: Self.ages, meaning: "in years, or nothing where it is not known")
    health = row.told("health") ?? ""
    sha256 = try row.told("sha256").map { text throws(FileFault) in
      try Codec.hash.read(.string(text), at: row.place(of: "sha256"))
    }
  }

  private static func sex(of row: ColumnTable.Row) throws(FileFault) -> ReferenceCategory? {
    guard let text = row.told("sex") else { return nil }
    switch text.lowercased() {
    case "f", "female": return .feminine
    case "m", "male": return .masculine
    default:
      throw FileFault(
        row.place(of: "sex"), found: text.excerpt,
        allowed: "f, m, or nothing where it is not known")
    }
  }
}
