// Reference limits as data: numbers, their basis, and the people and settings they apply to. The
// embedded set is reference-limits.json. The article ReferenceLimitsAndStandings has its tables and
// sources.

public import VoiceTypes

/// Reference limit of one measure.
public struct ReferenceLimit: Sendable, Equatable {
  /// Unit of a limit that is a fraction of the mean period, so it decreases as F0 rises.
  static let periods = "periods"

  /// Unit of a dimensionless number.
  static let bareNumber = "1"

  /// Returns the unit of a measure in a limits file.
  static func unit(of measure: Measure) -> String {
    measure.unit.isEmpty ? bareNumber : measure.unit
  }

  /// Minimum number of people for a measured limit: fewer give no meaningful mean and spread.
  public static let leastSpeakers = 20

  /// Algorithms compatible with this program: Praat's definitions, or any algorithm.
  private static let ownAlgorithms: Set = ["praat", "any"]

  /// Algorithm of limits that are shown with its name as context only.
  static let exceptedAlgorithm = "mdvp"

  /// Measure that the limit applies to.
  public var measure: Measure

  /// Kind of the limit.
  public var kind: LimitKind

  /// Lowest allowed value; nil for no lower limit.
  public var low: Double?

  /// Highest allowed value; nil for no upper limit.
  public var high: Double?

  /// Unit of `low` and `high`.
  public var unit: String

  /// Age bands that the limit applies to.
  public var bands: [AgeBand]

  /// Reference group that the limit applies to; nil for all groups.
  public var category: ReferenceCategory?

  /// Basis of the numbers.
  public var basis: LimitBasis

  /// Sample size; nil if unknown or not applicable.
  public var speakers: Int?

  /// Values at `quantilePercents` in the sample; empty if unknown.
  public var quantiles: [Double] = []

  /// Source of the numbers.
  public var citation: String

  /// Description of the sample and of its recordings.
  public var sample: String

  /// Algorithm that the limit applies to.
  public var algorithm: String

  /// Settings that the limit requires, each with its allowed values.
  public var settings: [String: [JSONValue]]

  /// Whether the source states all relevant settings.
  public var settingsBasis = SettingsBasis.stated

  /// Kind of device that the people were measured with; nil for all kinds.
  public var device: DeviceKind?

  /// Recording task that the limit applies to.
  public var task = RecordingTask.sustainedVowel

  /// Signal types that the limit applies to; empty for all.
  public var signalTypes: [Int]

  /// Label in reports.
  public var label: String

  /// Caveat of the source.
  public var caution: String?

  /// Percentages of `quantiles`.
  static let quantilePercents = [5.0, 25, 50, 75, 95]

  /// Percentile of a value in the sample, interpolated and limited to 5 to 95. High percentiles
  /// deviate: that of a measure with a lower limit counts from the top. Nil without quantiles.
  func percentile(of value: Double) -> Double? {
    guard quantiles.count == Self.quantilePercents.count, (low == nil) != (high == nil) else {
      return nil
    }
    let below = quantiles.lastIndex { $0 <= value }
    guard let below, below + 1 < quantiles.count else {
      return (below == nil) == (high != nil)
        ? Self.quantilePercents.first : Self.quantilePercents.last
    }
    let share = (value - quantiles[below]) / (quantiles[below + 1] - quantiles[below])
    let percents = Self.quantilePercents[below...]
    let percent = (percents[below] + share * (percents[below + 1] - percents[below])).rounded()
    return high == nil ? 100 - percent : percent
  }

  /// Whether the algorithm is compatible or the context-only exception.
  var isOfKnownAlgorithm: Bool { isOfOwnAlgorithm || algorithm == Self.exceptedAlgorithm }

  /// Whether the limit can affect a classification.
  package var decides: Bool { kind != .context && isOfOwnAlgorithm }

  private var isOfOwnAlgorithm: Bool { Self.isOwn(algorithm) }

  /// Whether an algorithm is compatible; limits of other algorithms are context only.
  static func isOwn(_ algorithm: String) -> Bool { ownAlgorithms.contains(algorithm) }

  /// Whether the limit applies to a person of this age band and group.
  func holds(for band: AgeBand, _ category: ReferenceCategory?) -> Bool {
    bands.contains(band) && (self.category == nil || self.category == category)
  }
}

/// Kind of recording device. Some measures are comparable within one kind only.
public enum DeviceKind: String, CaseIterable, Sendable {
  /// Microphone of a studio or booth.
  case studio
  /// Telephone, tablet or computer of the speaker.
  case own

  /// Words of a device name in English or German, by kind.
  private static let words: [(DeviceKind, [String])] = [
    (.studio, ["studio", "booth"]),
    (
      .own,
      [
        "phone", "pixel", "galaxy", "android", "ipad", "tablet", "laptop", "notebook", "macbook",
        "computer", "browser", "windows", "macos", "linux", "webcam", "telefon", "handy",
      ]
    ),
  ]

  /// Creates the kind of a named device: `own` without a name, nil for any other device.
  public init?(of device: String?) {
    guard let name = device?.lowercased() else {
      self = .own
      return
    }
    if let kind = DeviceKind(rawValue: name) {
      self = kind
      return
    }
    guard let found = Self.words.first(where: { $0.1.contains { name.contains($0) } }) else {
      return nil
    }
    self = found.0
  }
}

/// Rate of recordings with a finding, among people left out of the limits.
public struct FindingRate: Sendable, Equatable {
  /// Name of the group.
  public var group: String

  /// Kind of device of the recordings.
  public var device: DeviceKind

  /// Unit left out of the limits: the speaker, or the collection.
  public var leftOut: String

  /// Number of recordings.
  public var recordings: Int

  /// Number of recordings with a comparison.
  public var compared: Int

  /// Number of recordings with a finding.
  public var outside: Int

  /// Share of the compared recordings with a finding, in percent.
  public var percent: Double?

  /// Lower end of its 95 % interval, in percent.
  public var lowPercent: Double?

  /// Upper end of its 95 % interval, in percent.
  public var highPercent: Double?

  /// Number of recordings by deciding measure.
  public var decidedBy: [String: Int]
}

/// Completeness of the settings of a limit.
public enum SettingsBasis: String, CaseIterable, Sendable {
  /// The source states its settings.
  case stated
  /// The source does not state its settings, so they may differ; no value is classified as outside.
  case notStated = "not_stated"
}

/// Caveat about a group, printed with every result that uses it.
public struct ReferenceCaution: Sendable, Equatable {
  /// Age bands that the caution applies to.
  public var bands: [AgeBand]

  /// Groups that the caution applies to; empty for all.
  public var categories: [ReferenceCategory]

  /// One or two sentences.
  public var text: String

  /// Basis of the caution.
  public var basis: LimitBasis

  /// Source of the caution.
  public var citation: String
}

/// Properties of a recording with minimum requirements; the raw value is the name in the file.
public enum RecordingProperty: String, CaseIterable, Sendable {
  case confidence = "f0_confidence"
  case voicedRatio = "voiced_ratio"
  case duration = "voiced_duration"

  /// Unit of the minimums.
  var unit: String {
    switch self {
    case .confidence: "%"
    case .voicedRatio: ReferenceLimit.bareNumber
    case .duration: "s"
    }
  }
}

/// Minimum requirement of a recording for comparison.
public struct RecordingMinimum: Sendable, Equatable {
  /// Property that the minimum applies to.
  public var property: RecordingProperty

  /// Age bands that the minimum applies to; empty for all, including an unknown age.
  public var bands: [AgeBand]

  /// Reference group that the minimum applies to; nil for all groups.
  public var category: ReferenceCategory?

  /// Lowest passing value.
  public var pass: Double

  /// Lowest value with a warning; a recording below it should be repeated.
  public var warn: Double

  /// Basis of the numbers.
  public var basis: LimitBasis

  /// Source of the numbers.
  public var citation: String
}

extension RecordingMinimum {
  /// Precision of the match: age bands outrank the group, because voices change more with age.
  var precision: Int { (bands.isEmpty ? 0 : 2) + (category == nil ? 0 : 1) }

  /// Whether the minimum applies to a person of this age band (nil if unknown) and group.
  func holds(at band: AgeBand?, for group: ReferenceCategory) -> Bool {
    (bands.isEmpty || band.map(bands.contains) == true) && (category == nil || category == group)
  }
}

extension [RecordingMinimum] {
  /// Returns the most precise minimum of a property for a person.
  /// - Parameter category: Nil for people who declined a comparison of pitch.
  func minimum(
    of property: RecordingProperty, for category: ReferenceCategory?, at band: AgeBand?
  ) -> RecordingMinimum? {
    // People without a comparison of pitch get the minimums of both groups together.
    let group = category ?? .combined
    return filter { $0.property == property && $0.holds(at: band, for: group) }
      .max { $0.precision < $1.precision }
  }
}

/// Set of reference limits.
public struct ReferenceLimits: Sendable, Equatable {
  /// Name and version of the file format.
  public static let schema = "sagevoice/limits/1"

  /// Version of the set.
  public var version: String

  /// SHA-256 of the file, in hexadecimal.
  public var sha256: String

  /// Note of the author; nil for none.
  public var note: String?

  /// Limits; at most one per measure, purpose and person.
  public var limits: [ReferenceLimit]

  /// Caveats by age band and group.
  public var cautions: [ReferenceCaution]

  /// Minimum requirements; each property has one for every person.
  public var minimums: [RecordingMinimum]

  /// Rates of findings in people who were left out of the set; empty for a set from the literature.
  public var rates: [FindingRate]

  /// Version and SHA-256 of the set.
  public var name: LimitsName { LimitsName(version: version, sha256: sha256) }

  /// Returns the cautions for a person of this age band and group.
  func cautions(for band: AgeBand, _ category: ReferenceCategory?) -> [String] {
    cautions.filter { caution in
      caution.bands.contains(band)
        && (caution.categories.isEmpty || category.map(caution.categories.contains) ?? false)
    }.map(\.text)
  }
}
