// Reference limits as data: every number with what is known about it and for whom and what it
// holds. The set that ships stands in reference-limits.json; the article
// ReferenceLimitsAndStandings has its tables, and what each rests on.

public import VoiceTypes

/// One limit of one measure.
public struct ReferenceLimit: Sendable, Equatable {
  /// The unit of a limit that is a share of the mean period, so that it falls as F0 rises.
  static let periods = "periods"

  /// The unit of a bare number.
  static let bareNumber = "1"

  /// The unit of a limit of a measure.
  static func unit(of measure: Measure) -> String {
    measure.unit.isEmpty ? bareNumber : measure.unit
  }

  /// People that a measured limit needs, so few that their mean and spread mean something.
  public static let leastSpeakers = 20

  /// The algorithms whose numbers are ours: Praat's definitions, or any where it does not matter.
  private static let ownAlgorithms: Set = ["praat", "any"]

  /// The declared exception: shown, and always labelled as what it is.
  static let exceptedAlgorithm = "mdvp"

  /// The measure.
  public var measure: Measure

  /// What the limit is worth.
  public var kind: LimitKind

  /// The lowest value that it allows; nil where low values are of no interest.
  public var low: Double?

  /// The highest value that it allows; nil where high values are of no interest.
  public var high: Double?

  /// The unit of both.
  public var unit: String

  /// The ages that it holds for.
  public var bands: [AgeBand]

  /// The group that it holds for; nil for everybody.
  public var category: ReferenceCategory?

  /// What is known about the numbers.
  public var basis: LimitBasis

  /// How many people the numbers rest on; nil where that is not known, or they rest on none.
  public var speakers: Int?

  /// Where they come from.
  public var citation: String

  /// Whose voices were measured, and how.
  public var sample: String

  /// The algorithm that it holds for.
  public var algorithm: String

  /// The settings that it holds for, each with the values allowed.
  public var settings: [String: [JSONValue]]

  /// Whether those are all settings that matter.
  public var settingsBasis = SettingsBasis.stated

  /// The signal types that it holds for; empty for all.
  public var signalTypes: [Int]

  /// What it is called where it is shown.
  public var label: String

  /// What its source says against it.
  public var caution: String?

  /// Whether its algorithm is ours, or the excepted one that is shown with its name.
  var isOfKnownAlgorithm: Bool { isOfOwnAlgorithm || algorithm == Self.exceptedAlgorithm }

  /// Whether its algorithm is ours.
  private var isOfOwnAlgorithm: Bool { Self.isOwn(algorithm) }

  /// Whether the numbers of an algorithm are ours. A limit of another is context and decides nothing.
  static func isOwn(_ algorithm: String) -> Bool { ownAlgorithms.contains(algorithm) }

  /// Whether it was made of a distribution.
  func isMade(of row: MeasuredDistribution) -> Bool {
    measure == row.measure && bands == row.bands && (category ?? .combined) == row.category
  }

  /// Whether it holds for a person of this age and group.
  func holds(for band: AgeBand, _ category: ReferenceCategory?) -> Bool {
    bands.contains(band) && (self.category == nil || self.category == category)
  }
}

/// What is known of the settings behind a limit.
public enum SettingsBasis: String, CaseIterable, Sendable {
  /// Its source states them.
  case stated
  /// Its source does not: it may belong to others than ours, so that nothing is called outside it.
  case notStated = "not_stated"
}

/// Something to bear in mind about a group, printed with every result of it.
public struct ReferenceCaution: Sendable, Equatable {
  /// The ages that it is about.
  public var bands: [AgeBand]

  /// The groups that it is about; empty for everybody.
  public var categories: [ReferenceCategory]

  /// One or two sentences.
  public var text: String

  /// What is known about it.
  public var basis: LimitBasis

  /// Where it comes from.
  public var citation: String
}

/// The properties of a recording that have minimums; the raw value is the name in the file.
public enum RecordingProperty: String, CaseIterable, Sendable {
  case confidence = "f0_confidence"
  case voicedRatio = "voiced_ratio"
  case duration = "voiced_duration"

  /// The unit of its numbers.
  var unit: String {
    switch self {
    case .confidence: "%"
    case .voicedRatio: ReferenceLimit.bareNumber
    case .duration: "s"
    }
  }
}

/// What a recording must bring to be compared.
public struct RecordingMinimum: Sendable, Equatable {
  /// The property.
  public var property: RecordingProperty

  /// The ages that it holds for; empty for all, also for one that was not told.
  public var bands: [AgeBand]

  /// The group that it holds for; nil for everybody.
  public var category: ReferenceCategory?

  /// From here up it passes.
  public var pass: Double

  /// From here up it warns; below it the recording should be made again.
  public var warn: Double

  /// What is known about the numbers.
  public var basis: LimitBasis

  /// Where they come from.
  public var citation: String
}

extension RecordingMinimum {
  /// How precisely it says whom it is for: ages before the group, as a voice changes more with age.
  var precision: Int { (bands.isEmpty ? 0 : 2) + (category == nil ? 0 : 1) }

  /// Whether it holds for a person of this age, nil where it was not told, and this group.
  func holds(at band: AgeBand?, for group: ReferenceCategory) -> Bool {
    (bands.isEmpty || band.map(bands.contains) == true) && (category == nil || category == group)
  }
}

extension [RecordingMinimum] {
  /// The minimum of a property for a person: of those that hold, the one that says most precisely
  /// whom it is for.
  /// - Parameter category: Nil for people who want no comparison of pitch.
  func minimum(
    of property: RecordingProperty, for category: ReferenceCategory?, at band: AgeBand?
  ) -> RecordingMinimum? {
    // Who wants no comparison of pitch is held to what holds for both groups together.
    let group = category ?? .combined
    return filter { $0.property == property && $0.holds(at: band, for: group) }
      .max { $0.precision < $1.precision }
  }
}

/// One set of limits.
public struct ReferenceLimits: Sendable, Equatable {
  /// The name and number of the file format.
  public static let schema = "sagevoice/limits/1"

  /// The version of the set.
  public var version: String

  /// SHA-256 of the file.
  public var sha256: String

  /// What its maker says of it; nil for nothing.
  public var note: String?

  /// Every limit; no two of one measure and kind hold for the same person.
  public var limits: [ReferenceLimit]

  /// What to bear in mind, by age and group.
  public var cautions: [ReferenceCaution]

  /// The minimums of a recording; each property has one for every person.
  public var minimums: [RecordingMinimum]

  /// How the set was measured; nil for one from the literature.
  public var measurement: MeasurementSummary?

  /// What was measured, by measure and group; empty for a set from the literature.
  public var distributions: [MeasuredDistribution]

  /// What places its outer limits; nil for a set without.
  public var joint: JointCalibration?

  /// The set by its name and its bytes.
  public var name: LimitsName { LimitsName(version: version, sha256: sha256) }

  /// The cautions for a person of this age and group.
  func cautions(for band: AgeBand, _ category: ReferenceCategory?) -> [String] {
    cautions.filter { caution in
      caution.bands.contains(band)
        && (caution.categories.isEmpty || category.map(caution.categories.contains) ?? false)
    }.map(\.text)
  }
}
