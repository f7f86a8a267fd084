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

  /// One recording.
  public struct Entry: Sendable, Equatable {
    /// The file, as the table has it.
    public var file: String

    /// What each of ``RecordingManifest/labels`` says; those that say nothing are left out.
    public var labels: [String: String]

    /// What the table tells of the person; nil where that is nothing.
    public var profile: UserProfile?
  }

  /// The recordings, in the order of the table.
  public let entries: [Entry]

  /// Reads a table; every fault of it is named with its line.
  public init(text: String, name: String) throws(FileFaults) {
    let table = try ColumnTable(
      text: text, name: name,
      ColumnTable.Columns(needed: Self.neededColumns, further: Self.furtherColumns),
      rowPer: "recording")
    guard !table.isEmpty else {
      throw FileFaults(faults: [
        FileFault(name, found: "a header alone", allowed: "a header and a row per recording")
      ])
    }
    entries = try table.map { row throws(FileFault) in
      let file = try row.text("file")
      guard file != "-" else {
        throw FileFault(row.place(of: "file"), found: "-", allowed: "the path of a WAV file")
      }
      let told = Self.labels.compactMap { label in row.told(label).map { (label, $0) } }
      return Entry(
        file: file, labels: Dictionary(uniqueKeysWithValues: told),
        profile: try Self.profile(of: row))
    }
  }

  private static func profile(of row: ColumnTable.Row) throws(FileFault) -> UserProfile? {
    let fields = profileFields.compactMap { field in
      row.told(field.rawValue).map { text in
        // Of the fields only the age is a number.
        let number = field == .age ? Int(text) : nil
        return JSONValue.Member(field.rawValue, number.map { .int($0) } ?? .string(text))
      }
    }
    guard !fields.isEmpty else { return nil }
    let person = row.told("person") ?? row.told("recording") ?? "nobody"
    let told = [JSONValue.Member(ProfileField.userID.rawValue, .string(person))] + fields
    do {
      return try UserProfile(json: .object(told), mode: .firstFault)
    } catch {
      guard let fault = error.faults.first else {
        throw FileFault(row.place, found: "no profile", allowed: "fields of a profile")
      }
      throw FileFault(row.place(of: fault.field), found: fault.found, allowed: fault.allowed)
    }
  }
}
