public import VoiceTypes

/// Selection of recordings and people of a corpus.
public struct MeasurementPlan: Sendable, Equatable {
  /// File patterns of the recording kinds, by falling preference. Each person contributes
  /// recordings of the first kind with a usable one, so vowels and pitches are not mixed.
  public var patterns: [FilePattern]

  /// Accepted values of the column `health`, verbatim.
  public var groups: [String]

  /// Whether recordings with a failed check are included. Checks introduced after the recording of
  /// a corpus would bias the selection of people.
  public var countsFailedChecks = false

  /// Creates a plan.
  public init(patterns: [FilePattern], groups: [String]) {
    self.patterns = patterns
    self.groups = groups
  }

  /// Returns the recordings to measure, in manifest order.
  public func recordings(in manifest: SpeakerManifest) -> [SpeakerManifest.Row] {
    let counted = Set(
      people(in: manifest).filter { $0.exclusionReason(by: groups) == nil }.map(\.name))
    return manifest.rows.filter { counted.contains($0.speaker) && kind(of: $0) != nil }
  }

  /// Returns the people with a recording of any planned kind, in manifest order.
  func people(in manifest: SpeakerManifest) -> [Person] {
    var order: [String] = []
    var rows: [String: [SpeakerManifest.Row]] = [:]
    for row in manifest.rows where kind(of: row) != nil {
      if rows[row.speaker] == nil { order.append(row.speaker) }
      rows[row.speaker, default: []].append(row)
    }
    return order.map { Person(name: $0, rows: rows[$0, default: []]) }
  }

  /// Returns the preference index of a recording; nil if no pattern matches.
  func kind(of row: SpeakerManifest.Row) -> Int? {
    patterns.firstIndex { $0.matches(row.file) }
  }

  /// Speaker with the planned recordings.
  struct Person {
    let name: String
    let rows: [SpeakerManifest.Row]

    /// Reference group of the voice.
    var sex: ReferenceCategory? { rows.compactMap(\.sex).first }

    /// Age band at the first recording.
    var band: AgeBand? {
      rows.compactMap(\.age).first.flatMap { Age(years: $0) }.map { AgeBand(of: $0) }
    }

    /// Returns the reason for exclusion that does not depend on the recordings; nil if there is
    /// none.
    func exclusionReason(by groups: [String]) -> MeasuredSpeakers.LeftOut? {
      guard rows.allSatisfy({ groups.contains($0.health) }) else { return .anotherGroup }
      return sex == nil || band == nil ? .unknownPerson : nil
    }
  }
}
