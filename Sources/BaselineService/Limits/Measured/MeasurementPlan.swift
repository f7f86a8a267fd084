// Which recordings of a corpus are measured, and who counts.

public import VoiceTypes

/// A choice of recordings and people.
public struct MeasurementPlan: Sendable, Equatable {
  /// Kinds of recordings by their names, in the order of preference: of each person only those of
  /// the first kind count that has a usable one. Vowels and pitches are not mixed in one person.
  public var patterns: [FilePattern]

  /// What the column `health` says of people who count, word for word.
  public var groups: [String]

  /// Whether recordings count of which a check failed: checks that were made after a corpus was recorded
  /// choose people as gates would.
  public var countsFailedChecks = false

  /// States a choice.
  public init(patterns: [FilePattern], groups: [String]) {
    self.patterns = patterns
    self.groups = groups
  }

  /// The recordings that have to be measured, in the order of the table.
  public func recordings(in manifest: SpeakerManifest) -> [SpeakerManifest.Row] {
    let counted = Set(people(in: manifest).filter { $0.standing(by: groups) == nil }.map(\.name))
    return manifest.rows.filter { counted.contains($0.speaker) && kind(of: $0) != nil }
  }

  /// The people who have a recording of any kind asked for, in the order of the table.
  func people(in manifest: SpeakerManifest) -> [Person] {
    var order: [String] = []
    var rows: [String: [SpeakerManifest.Row]] = [:]
    for row in manifest.rows where kind(of: row) != nil {
      if rows[row.speaker] == nil { order.append(row.speaker) }
      rows[row.speaker, default: []].append(row)
    }
    return order.map { Person(name: $0, rows: rows[$0, default: []]) }
  }

  /// The place of a recording's kind in the order of preference; nil for one not asked for.
  func kind(of row: SpeakerManifest.Row) -> Int? {
    patterns.firstIndex { $0.matches(row.file) }
  }

  /// A speaker with the recordings asked for.
  struct Person {
    let name: String
    let rows: [SpeakerManifest.Row]

    /// The group of the voice.
    var sex: ReferenceCategory? { rows.compactMap(\.sex).first }

    /// The age at the first recording.
    var band: AgeBand? {
      rows.compactMap(\.age).first.flatMap { Age(years: $0) }.map { AgeBand(of: $0) }
    }

    /// Why this person does not count whatever the recordings are like; nil for one who may.
    func standing(by groups: [String]) -> MeasuredSpeakers.LeftOut? {
      guard rows.allSatisfy({ groups.contains($0.health) }) else { return .anotherGroup }
      return sex == nil || band == nil ? .unknownPerson : nil
    }
  }
}
