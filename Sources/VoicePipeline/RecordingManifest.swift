// Table for `analyze --manifest`. Its labels are copied to the results.

public import VoiceTypes

/// Recordings with their labels and profiles.
public struct RecordingManifest: Sendable, Equatable {
  /// Required columns.
  public static let neededColumns = ["file"]

  /// Columns copied unchanged to result tables. A task of ``RecordingTask`` selects the measures.
  public static let labels = ["recording", "person", "session", "task", "vowel", "repetition"]

  /// Profile columns. A row with any of them is compared with reference limits.
  public static let profileFields: [ProfileField] = [
    .age, .genderIdentity, .sexAssignedAtBirth, .voiceReference, .deviceModel,
  ]

  /// Optional columns.
  public static var furtherColumns: [String] { labels + profileFields.map(\.rawValue) }

  /// Accepted ages. Reference limits exist for `Age.allowed` only.
  private static let ages = 0...Age.allowed.upperBound

  /// Recording of the table.
  public struct Entry: Sendable, Equatable {
    /// Path as in the table; the position of a row without a path.
    public var file: String

    /// Non-empty values of ``RecordingManifest/labels``.
    public var labels: [String: String]

    /// Recording task; nil if its label is none of ``RecordingTask``.
    public var task: RecordingTask? { labels["task"].flatMap { RecordingTask(rawValue: $0) } }

    /// Self-reported data of the speaker; nil without any, or for an age without reference limits.
    public var profile: UserProfile?

    /// Fault of the row; nil for a usable row.
    public var fault: FileFault?
  }

  /// Recordings in table order.
  public let entries: [Entry]

  /// Warnings, one per column or age without effect.
  public let warnings: [String]

  /// Parses a table. A faulty row has its fault. Throws faults of the header with their lines.
  public init(text: String, name: String) throws(FileFaults) {
    let table = try ColumnTable(
      text: text, name: name, needed: Self.neededColumns, further: Self.furtherColumns,
      rowPer: "recording")
    guard !table.isEmpty else {
      throw FileFaults(faults: [
        FileFault(name, found: "only a header", allowed: "a header and a row per recording")
      ])
    }
    var warnings = table.warnings
    entries = table.map { row throws(FileFault) in
      let file = try row.text("file")
      guard file != "-" else {
        throw FileFault(row.place(of: "file"), found: "-", allowed: "the path of a WAV file")
      }
      return Entry(
        file: file, labels: Self.labelTexts(of: row), profile: try Self.profile(of: row, &warnings))
    }.map { row, made in
      switch made {
      case .success(let entry): entry
      case .failure(let fault):
        Entry(file: row.value("file") ?? row.place, labels: Self.labelTexts(of: row), fault: fault)
      }
    }
    self.warnings = warnings
  }

  private static func labelTexts(of row: ColumnTable.Row) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: labels.compactMap { label in row.value(label).map { (label, $0) } })
  }

  private static func profile(
    of row: ColumnTable.Row, _ warnings: inout [String]
  ) throws(FileFault) -> UserProfile? {
    let age = try row.wholeNumber(ProfileField.age.rawValue, in: ages, meaning: "in years")
    let isYounger = age.map { $0 < Age.allowed.lowerBound } ?? false
    var members = profileFields.filter { $0 != .age }.compactMap { field in
      row.value(field.rawValue).map {
        JSONValue.Member(field.rawValue, JSONValue.string($0).chosen(for: field))
      }
    }
    if let age, !isYounger { members.append(.init(ProfileField.age.rawValue, .int(age))) }
    guard !members.isEmpty || isYounger else { return nil }
    let person = row.value("person") ?? row.value("recording") ?? "nobody"
    let profile: UserProfile
    do {
      profile = try UserProfile(
        json: .object([.init(ProfileField.userID.rawValue, .string(person))] + members),
        mode: .firstFault)
    } catch {
      guard let fault = error.faults.first else {
        throw FileFault(row.place, found: "no profile", allowed: "fields of a profile")
      }
      throw FileFault(row.place(of: fault.field), found: fault.found, allowed: fault.allowed)
    }
    guard isYounger else { return profile }
    warnings.append(
      "\(row.place(of: ProfileField.age.rawValue)): reference limits cover the ages from "
        + "\(Age.allowed.lowerBound) to \(Age.allowed.upperBound); this recording is not compared"
    )
    return nil
  }
}
