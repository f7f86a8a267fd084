// From people to a set of limits: a distribution for every measure and group, a typical limit where
// there are people enough. A measured limit is never a published one.

internal import VoiceMath
public import VoiceTypes

/// What was measured with what, and when.
public struct MeasurementFacts: Sendable {
  /// The name and number of the set.
  public var version: String

  /// What recorded the voices.
  public var device: String

  /// The corpus and its licence.
  public var citation: String

  /// The day, as YYYY-MM-DD.
  public var measuredOn: String

  /// SHA-256 of the table of the corpus.
  public var manifestSHA256: String

  /// What made the numbers.
  public var provenance: Provenance

  /// States the facts of a measurement; those of the corpus follow.
  public init(version: String, measuredOn: String, manifestSHA256: String, provenance: Provenance) {
    self.version = version
    self.measuredOn = measuredOn
    self.manifestSHA256 = manifestSHA256
    self.provenance = provenance
    device = ""
    citation = ""
  }
}

/// A set of limits that this program measured.
public struct MeasuredLimits: Sendable {
  /// A row of fewer people would show single ones.
  private static let leastShown = 5

  /// Settings that rule every measure, besides those that the limits of the literature name.
  private static let commonSettings = ["preset", "segment", "pitch_method", "pitch_range_rule"]

  /// Digits of an edge, which is not known better.
  private static let digits = 3

  let facts: MeasurementFacts
  let plan: MeasurementPlan
  let sample: MeasuredSpeakers

  /// The set whose minimums the recordings had to meet, and whose conditions the limits take over.
  let base: ReferenceLimits

  /// A set from the people of a corpus.
  public init(
    of sample: MeasuredSpeakers, chosenBy plan: MeasurementPlan, facts: MeasurementFacts,
    base: ReferenceLimits
  ) {
    self.sample = sample
    self.plan = plan
    self.facts = facts
    self.base = base
  }

  /// Every measure in every group with people enough to show.
  public var distributions: [MeasuredDistribution] {
    Measure.allCases.flatMap { measure in
      AgeBand.allCases.flatMap { band in
        ReferenceCategory.allCases.compactMap { category in
          sample.distribution(of: measure, in: band, category).flatMap {
            $0.speakers >= Self.leastShown ? $0 : nil
          }
        }
      }
    }
  }

  /// The typical limits, for groups with as many people as a limit needs.
  public var limits: [ReferenceLimit] {
    distributions.filter { $0.speakers >= ReferenceLimit.leastSpeakers }.compactMap(limit)
  }

  /// What to bear in mind where a limit is used.
  var cautions: [ReferenceCaution] {
    let limits = limits
    let counts = limits.compactMap(\.speakers)
    guard let least = counts.min(), let most = counts.max() else { return [] }
    let number = least == most ? "\(least)" : "\(least) to \(most)"
    let bands = AgeBand.allCases.filter { band in limits.contains { $0.bands.contains(band) } }
    return [
      ReferenceCaution(
        bands: bands, categories: [],
        text: "The measured limits rest on \(number) speakers and one device "
          + "(\(facts.device)): another microphone or room gives other values.",
        basis: .measured, citation: facts.citation)
    ]
  }

  private func limit(on distribution: MeasuredDistribution) -> ReferenceLimit? {
    let measure = distribution.measure
    // One limit for everybody is made of both groups together.
    guard let typical = measure.facts.spread.typical,
      let edge = distribution.edge(at: typical.end),
      !typical.isSexNeutral || distribution.category == .combined,
      let conditions = base.limits.first(where: { $0.measure == measure && $0.kind == .typical })
    else { return nil }
    let value = Decimal.rounded(edge.value, digits: Self.digits)
    var limit = ReferenceLimit(
      measure: measure, kind: .typical, low: typical.end == .lower ? value : nil,
      high: typical.end == .upper ? value : nil,
      unit: ReferenceLimit.unit(of: measure),
      bands: [distribution.band], category: typical.isSexNeutral ? nil : distribution.category,
      basis: .measured, citation: facts.citation, sample: words(on: distribution, edge, value),
      algorithm: "praat", settings: settings(as: conditions), signalTypes: conditions.signalTypes,
      label: "measured, n = \(distribution.speakers), device: \(facts.device)",
      caution: "An edge estimated from \(distribution.speakers) speakers lies anywhere from "
        + "\(interval(edge)) (90 %).")
    limit.speakers = distribution.speakers
    return limit
  }

  /// The settings that a limit of the literature names and those that rule all, as they were.
  private func settings(as conditions: ReferenceLimit) -> [String: [JSONValue]] {
    let names = Self.commonSettings + conditions.settings.keys
    let found = names.compactMap { name in
      facts.provenance.settings[name].map { (name, [$0]) }
    }
    return Dictionary(found, uniquingKeysWith: { first, _ in first })
  }

  private func words(
    on distribution: MeasuredDistribution, _ edge: MeasuredDistribution.Edge, _ value: Double
  ) -> String {
    let people = sample.people(in: distribution.band, distribution.category)
      .filter { $0.values[distribution.measure] != nil }
    let beyond = people.count { person in
      person.values[distribution.measure].map {
        distribution.mean < value ? $0 > value : $0 < value
      }
        ?? false
    }
    let women = people.count { $0.sex == .feminine }
    let scale = distribution.scale == .logarithmic ? " of logarithms" : ""
    return "\(people.count) speakers (\(women) F, \(people.count - women) M) of "
      + "\(distribution.band.rawValue) years, one value each, from recordings named "
      + "\(plan.patterns.map(\.text).joined(separator: ", else ")); mean "
      + "\(distribution.mean < value ? "+" : "-") 2 SD\(scale), \(beyond) beyond it"
  }

  private func interval(_ edge: MeasuredDistribution.Edge) -> String {
    let ends = [edge.interval.low, edge.interval.high].map {
      Decimal.text(Decimal.rounded($0, digits: Self.digits))
    }
    return "\(ends[0]) to \(ends[1])"
  }
}
