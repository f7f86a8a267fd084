// The table of a corpus: a row per recording, with the speaker it is of (RFC 4180).

public import VoiceTypes

/// What a corpus tells of its recordings.
public struct SpeakerManifest: Sendable, Equatable {
  /// Columns that must be there. Others are passed over: every corpus has its own.
  public static let neededColumns = ["file", "speaker", "sex", "age", "health"]

  private static let hashColumn = "sha256"
  private static let ages = 0...130

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

  /// The recordings, in the order of the table.
  public let rows: [Row]

  /// Reads a table; every fault of it is named with its line.
  public init(text: String, name: String) throws(FileFaults) {
    let table: [TableRow]
    do {
      table = try TableText.rows(of: text, name: name)
    } catch {
      throw FileFaults(faults: [error])
    }
    guard let header = table.first else {
      throw FileFaults(faults: [
        FileFault(name, found: "nothing", allowed: "a header and a row per recording")
      ])
    }
    var faults = Self.faults(ofHeader: header, name: name)
    guard faults.isEmpty else { throw FileFaults(faults: faults) }
    let rows = table.dropFirst().compactMap { row in
      var reader = ManifestRowReader(row, columns: header.fields, name: name)
      let read = reader.row(hashIn: Self.hashColumn, ages: Self.ages)
      faults += reader.faults
      return read.map { (line: row.line, row: $0) }
    }
    faults += Self.contradictions(in: rows, name: name)
    guard faults.isEmpty else { throw FileFaults(faults: faults) }
    self.rows = rows.map(\.row)
  }

  private static func faults(ofHeader header: TableRow, name: String) -> [FileFault] {
    let place = "\(name), line \(header.line)"
    let missing = neededColumns.filter { !header.fields.contains($0) }.map { column in
      FileFault(
        place, found: "no column \(column)", allowed: neededColumns.joined(separator: ", "))
    }
    let repeated = (neededColumns + [hashColumn])
      .filter { column in header.fields.count { $0 == column } > 1 }
      .map { FileFault(place, found: "the column \($0) twice", allowed: "each column once") }
    return missing + repeated
  }

  /// Files that are there twice, and speakers who are told to be of both groups.
  private static func contradictions(
    in rows: [(line: Int, row: Row)], name: String
  ) -> [FileFault] {
    var files: Set<String> = []
    var sexes: [String: ReferenceCategory] = [:]
    return rows.flatMap { line, row -> [FileFault] in
      var faults: [FileFault] = []
      if !files.insert(row.file).inserted {
        faults.append(
          FileFault(
            "\(name), line \(line)", found: "\(row.file.excerpt) a second time",
            allowed: "each file once"))
      }
      if let sex = row.sex, sexes.updateValue(sex, forKey: row.speaker) ?? sex != sex {
        faults.append(
          FileFault(
            "\(name), line \(line), sex",
            found: "another one than before for \(row.speaker.excerpt)",
            allowed: "one sex for all recordings of a speaker"))
      }
      return faults
    }
  }
}

/// Takes the fields of one row and notes what is wrong with each.
private struct ManifestRowReader {
  private(set) var faults: [FileFault] = []
  private let place: String
  private let fields: [String: String]

  init(_ row: TableRow, columns: [String], name: String) {
    place = "\(name), line \(row.line)"
    guard row.fields.count == columns.count else {
      fields = [:]
      faults = [
        FileFault(
          place, found: "\(row.fields.count) fields", allowed: "\(columns.count), as in the header")
      ]
      return
    }
    fields = Dictionary(zip(columns, row.fields), uniquingKeysWith: { first, _ in first })
  }

  /// The row; nil where something is wrong with it.
  mutating func row(hashIn hashColumn: String, ages: ClosedRange<Int>) -> SpeakerManifest.Row? {
    guard faults.isEmpty else { return nil }
    let file = text("file")
    let speaker = text("speaker")
    let sex = sex()
    let age = age(in: ages)
    let hash = hash(in: hashColumn)
    guard faults.isEmpty else { return nil }
    return SpeakerManifest.Row(
      file: file, speaker: speaker, sex: sex, age: age, health: fields["health"] ?? "",
      sha256: hash)
  }

  private mutating func text(_ column: String) -> String {
    let text = fields[column] ?? ""
    if text.isEmpty { note(column, allowed: "a text") }
    return text
  }

  private mutating func sex() -> ReferenceCategory? {
    switch fields["sex"] ?? "" {
    case "": return nil
    case "f", "F": return .feminine
    case "m", "M": return .masculine
    default:
      note("sex", allowed: "f, m, or nothing where it is not known")
      return nil
    }
  }

  private mutating func age(in ages: ClosedRange<Int>) -> Int? {
    let text = fields["age"] ?? ""
    guard !text.isEmpty else { return nil }
    if let age = Int(text), ages.contains(age) { return age }
    note(
      "age",
      allowed: "a whole number from \(ages.lowerBound) to \(ages.upperBound), in years, or nothing "
        + "where it is not known")
    return nil
  }

  private mutating func hash(in column: String) -> String? {
    guard let text = fields[column], !text.isEmpty else { return nil }
    do {
      return try Codec.hash.read(.string(text), at: "\(place), \(column)")
    } catch {
      faults.append(error)
      return nil
    }
  }

  private mutating func note(_ column: String, allowed: String) {
    let text = fields[column] ?? ""
    faults.append(
      FileFault(
        "\(place), \(column)", found: text.isEmpty ? "nothing" : text.excerpt, allowed: allowed))
  }
}
