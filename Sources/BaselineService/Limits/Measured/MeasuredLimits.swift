// Reference limits measured on a corpus. A distribution exists for every measure and group, typical
// and outer limits for groups of sufficient size. Measured limits never have the kind `published`.

internal import VoiceMath
public import VoiceTypes

/// Provenance of a measured set.
public struct MeasurementFacts: Sendable {
  /// Name and version of the set.
  public var version: String

  /// Recording device.
  public var device: String

  /// Citation of the corpus and its licence.
  public var citation: String

  /// Day of the measurement, `YYYY-MM-DD`.
  public var measuredOn: String

  /// SHA-256 of the manifest of the corpus.
  public var manifestSHA256: String

  /// Software and settings of the measurement.
  public var provenance: Provenance

  /// Creates the provenance; `device` and `citation` are set later.
  public init(version: String, measuredOn: String, manifestSHA256: String, provenance: Provenance) {
    self.version = version
    self.measuredOn = measuredOn
    self.manifestSHA256 = manifestSHA256
    self.provenance = provenance
    device = ""
    citation = ""
  }
}

/// Set of reference limits measured by this program.
public struct MeasuredLimits: Sendable {
  /// Minimum number of people in a distribution; fewer would expose individuals.
  private static let leastShown = 5

  /// Adult age bands, pooled if one of them has too few people. The cautions of the set cover
  /// measures that change with age.
  private static let pooledBands: [AgeBand] = [.from18To59, .from60To90]

  let facts: MeasurementFacts
  let plan: MeasurementPlan
  let sample: MeasuredSpeakers

  /// Set that supplies the minimums and the conditions of the limits.
  let base: ReferenceLimits

  /// Distributions of every measure in every group of sufficient size.
  public let distributions: [MeasuredDistribution]

  /// Distribution of the maximum deviation per recording; nil for a small sample.
  public let joint: JointCalibration?

  /// Measures limits on the people of a corpus.
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

  /// Typical and outer limits of groups of sufficient size.
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

  /// Selects the distributions that limits derive from: single age bands, or pooled adults if one
  /// adult band is too small.
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

  /// Caveats on the use of the limits.
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

/// Distributions that limits derive from.
struct LimitedDistributions {
  let rows: [MeasuredDistribution]

  /// Computes the maximum deviation of every recording, leaving its person out of the sample.
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
  /// Returns a deviation with the sign towards the limit.
  func outward(_ deviation: Double) -> Double {
    measure.facts.spread.typical?.end == .lower ? -deviation : deviation
  }

  /// Whether limits of this distribution apply to a person.
  fileprivate func holds(for person: MeasuredSpeakers.Speaker) -> Bool {
    let isForAll = measure.facts.spread.typical?.isSexNeutral == true
    return bands.contains(person.band) && (isForAll || category == person.sex)
  }
}

extension MeasuredSpeakers {
  /// Whether a distribution has enough people for a limit; combined groups need enough of each sex.
  fileprivate func suffices(for row: MeasuredDistribution) -> Bool {
    let people = people(in: row.bands, row.category).filter { $0.values[row.measure] != nil }
    let sexes: [ReferenceCategory] =
      row.category == .combined ? [.feminine, .masculine] : [row.category]
    return sexes.allSatisfy { sex in
      people.count { $0.sex == sex } >= ReferenceLimit.leastSpeakers
    }
  }
}
