// The table behind `analyze --manifest`: what a study knows of its recordings, which comes back
// beside what is measured of them.

public import VoiceTypes

/// Recordings with what a table tells of each.
public struct RecordingManifest: Sendable, Equatable {
  /// Columns that must be there.
  public static let neededColumns = ["file"]

  /// Columns that go into tables of results as they are.
  public static let labels = ["recording", "person", "session", "task", "vowel", "repetition"]

  /// Fields of a profile; with one of them in a row its recording is compared with limits.
  public static let profileFields: [ProfileField] = [
    .age, .genderIdentity, .sexAssignedAtBirth, .voiceReference, .deviceModel,
  ]

  /// Columns that may be.
  public static var furtherColumns: [String] { labels + profileFields.map(\.rawValue) }

  /// The ages of people whose row is read. Reference limits are for those of `Age.allowed`.
  private static let ages = 0...Age.allowed.upperBound

  /// One recording.
  public struct Entry: Sendable, Equatable {
    /// The file, as the table has it; the place of a row without one.
    public var file: String

    /// What each of ``RecordingManifest/labels`` says; those that say nothing are left out.
    public var labels: [String: String]

    /// What the table tells of the person; nil where that is nothing, and for an age without reference limits.
    public var profile: UserProfile?

    /// The reason that the row cannot be used; nil for a row that can.
    public var fault: FileFault?
  }

  /// The recordings, in the order of the table.
  public let entries: [Entry]

  /// Columns and ages without effect, a line each.
  public let warnings: [String]

  /// Reads a table. A row that cannot be used has its fault; faults of the header, of which each is named with its
  /// line, are thrown.
  public init(text: String, name: String) throws(FileFaults) {
    let table = try ColumnTable(
      text: text, name: name, needed: Self.neededColumns, further: Self.furtherColumns,
      rowPer: "recording")
    guard !table.isEmpty else {
      throw FileFaults(faults: [
        FileFault(name, found: "a header alone", allowed: "a header and a row per recording")
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
        Entry(file: row.told("file") ?? row.place, labels: Self.labelTexts(of: row), fault: fault)
      }
    }
    self.warnings = warnings
  }

  private static func labelTexts(of row: ColumnTable.Row) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: labels.compactMap { label in row.told(label).map { (label, $0) } })
  }

  private static func profile(
    of row: ColumnTable.Row, _ warnings: inout [String]
  ) throws(FileFault) -> UserProfile? {
    let age = try row.wholeNumber(ProfileField.age.rawValue, in: ages, meaning: "in years")
    let isYounger = age.map { $0 < Age.allowed.lowerBound } ?? false
    var told = profileFields.filter { $0 != .age }.compactMap { field in
      row.told(field.rawValue).map {
        JSONValue.Member(field.rawValue, JSONValue.string($0).chosen(for: field))
      }
    }
    if let age, !isYounger { told.append(.init(ProfileField.age.rawValue, .int(age))) }
    guard !told.isEmpty || isYounger else { return nil }
    let person = row.told("person") ?? row.told("recording") ?? "nobody"
    let profile: UserProfile
    do {
      profile = try UserProfile(
        json: .object([.init(ProfileField.userID.rawValue, .string(person))] + told),
        mode: .firstFault)
    } catch {
      guard let fault = error.faults.first else {
        throw FileFault(row.place, found: "no profile", allowed: "fields of a profile")
      }
      throw FileFault(row.place(of: fault.field), found: fault.found, allowed: fault.allowed)
    }
    guard isYounger else { return profile }
    warnings.append(
      "\(row.place(of: ProfileField.age.rawValue)): reference limits are for the ages from "
        + "\(Age.allowed.lowerBound) to \(Age.allowed.upperBound); this recording is measured and not compared"
    )
    return nil
  }
}
