// From people to a set of limits: a distribution for every measure and group, a typical and an outer
// limit where there are people enough. A measured limit is never a published one.

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

  /// Ages whose people are one sample where neither band has enough of them: adults. Of a measure
  /// that moves with age the cautions of the set speak.
  private static let pooledBands: [AgeBand] = [.from18To59, .from60To90]

  let facts: MeasurementFacts
  let plan: MeasurementPlan
  let sample: MeasuredSpeakers

  /// The set whose minimums are written beside the limits, and whose conditions the limits take over.
  let base: ReferenceLimits

  /// Every measure in every group with people enough to show.
  public let distributions: [MeasuredDistribution]

  /// How far out the farthest number of a recording lies; nil for a sample that is too small.
  public let joint: JointCalibration?

  /// A set from the people of a corpus.
  public init(
    of sample: MeasuredSpeakers, chosenBy plan: MeasurementPlan, facts: MeasurementFacts,
    base: ReferenceLimits
  ) {
    self.sample = sample
    self.plan = plan
    self.facts = facts
    self.base = base
    distributions = Self.distributions(of: sample)
    joint = Self.limited(distributions, in: sample).calibration(on: sample)
  }

  /// The typical and outer limits, for groups with as many people as a limit needs.
  public var limits: [ReferenceLimit] {
    Self.limited(distributions, in: sample).rows.flatMap { row in
      [typical(row), joint?.outerDeviation.flatMap { outer(row, at: $0) }].compactMap { $0 }
    }
  }

  private static func distributions(of sample: MeasuredSpeakers) -> [MeasuredDistribution] {
    let groups = AgeBand.allCases.map { [$0] } + [pooledBands]
    return Measure.allCases.flatMap { measure in
      groups.flatMap { bands in
        ReferenceCategory.allCases.compactMap { category in
          sample.distribution(of: measure, in: bands, category).flatMap {
            $0.speakers >= leastShown ? $0 : nil
          }
        }
      }
    }
  }

  /// The distributions that limits are made of: of each band of ages, or of all adults together where
  /// one band has too few of them.
  private static func limited(
    _ distributions: [MeasuredDistribution], in sample: MeasuredSpeakers
  ) -> LimitedDistributions {
    LimitedDistributions(
      rows: distributions.filter { row in
        guard let typical = row.measure.facts.spread.typical, sample.suffices(for: row),
          !typical.isSexNeutral || row.category == .combined
        else { return false }
        let adults = distributions.filter { other in
          other.measure == row.measure && other.category == row.category
            && other.bands.count == 1 && pooledBands.contains(other.bands[0])
        }
        let arePooled = !adults.allSatisfy(sample.suffices)
        return pooledBands.contains(row.bands[0]) ? (row.bands.count > 1) == arePooled : true
      })
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
        text: "The measured limits rest on \(number) speakers (\(facts.device)): another vowel, "
          + "microphone or room gives other values.",
        basis: .measured, citation: facts.citation)
    ]
  }
}

/// The distributions that limits are made of.
struct LimitedDistributions {
  let rows: [MeasuredDistribution]

  /// The farthest number of every recording of these people, each held against all others.
  func calibration(on sample: MeasuredSpeakers) -> JointCalibration? {
    let people = sample.speakers.enumerated().map { index, person in
      let rows = rows.filter { $0.holds(for: person) }.compactMap { row in
        sample.distribution(of: row.measure, in: row.bands, row.category, leavingOut: index)
      }
      return person.recordings.compactMap { numbers in
        rows.compactMap { row in
          numbers[row.measure].flatMap { row.deviation(of: $0) }.map { row.outward($0) }
        }.max()
      }
    }
    let judged = people.filter { !$0.isEmpty }
    return JointCalibration(ofFarthest: judged.flatMap { $0 }, speakers: judged.count)
  }
}

extension MeasuredDistribution {
  /// A deviation counted to the side of the limit.
  func outward(_ deviation: Double) -> Double {
    measure.facts.spread.typical?.end == .lower ? -deviation : deviation
  }

  /// Whether a limit made of it is the one for a person.
  fileprivate func holds(for person: MeasuredSpeakers.Speaker) -> Bool {
    let isForAll = measure.facts.spread.typical?.isSexNeutral == true
    return bands.contains(person.band) && (isForAll || category == person.sex)
  }
}

extension MeasuredSpeakers {
  /// Whether a distribution has people enough for a limit: of either sex for a limit of both.
  fileprivate func suffices(for row: MeasuredDistribution) -> Bool {
    let people = people(in: row.bands, row.category).filter { $0.values[row.measure] != nil }
    let sexes: [ReferenceCategory] =
      row.category == .combined ? [.feminine, .masculine] : [row.category]
    return sexes.allSatisfy { sex in
      people.count { $0.sex == sex } >= ReferenceLimit.leastSpeakers
    }
  }
}
