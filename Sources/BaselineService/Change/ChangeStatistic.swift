// Multivariate exponentially weighted moving average (MEWMA; Lowry et al. 1992, Technometrics
// 34:46) of the primary endpoints, with the exact covariance of the average.
// Benchmarks/change_alerts.py has the same constants, computes the limits and simulates the rule.

public import VoiceTypes

/// Sequential change statistic of the sessions since a baseline. A function of the sessions: no
/// state is stored.
public struct ChangeStatistic: Sendable, Equatable {
  /// Weight of the newest session, λ.
  public static let smoothing = 0.2

  /// Correlations of the primary endpoints, in the order of `FeatureGroup`: residuals of person and
  /// vowel in 402 recordings of 144 women (250 degrees of freedom). Their pitch was prescribed, so
  /// F0 counts as uncorrelated.
  public static let correlations = [
    [1, 0, 0, 0, 0],
    [0, 1, 0.65, -0.69, -0.44],
    [0, 0.65, 1, -0.69, -0.51],
    [0, -0.69, -0.69, 1, 0.55],
    [0, -0.44, -0.51, 0.55, 1],
  ]

  /// Limits for 1 to 6 or more baseline sessions (rows) and 1 to 5 feature groups (columns). At
  /// most 5 % of people exceed them within 12 sessions without a change, even if their variances
  /// differ as `ShrunkenVariation` supposes.
  public static let limits = [
    [12, 19, 25.5, 31.5, 36.5],
    [11.5, 18, 24, 30, 34.5],
    [11.5, 17, 22.5, 27.5, 32.5],
    [10.5, 16, 21, 26, 30],
    [10.5, 15.5, 20, 25, 28.5],
    [10.5, 15, 19.5, 23.5, 27],
  ]

  /// Minimum absolute z value of a feature group that an alert names.
  static let namedFrom = 1.96

  /// w′·C⁻¹·w of the smoothed differences w with their covariance C.
  public let value: Double

  /// Limit of an alert.
  public let limit: Double

  /// Number of the last session since the baseline, counted from 1.
  public let number: Int

  /// Feature groups with a smoothed difference beyond 95 % of unchanged voices, with its sign; the
  /// largest one if there is none.
  public let deviating: [FeatureGroup: ChangeDirection]

  /// Computes the statistic after the last of `sessions`, which must be in chronological order and
  /// at least a day apart. Nil if no primary endpoint of the last session is comparable.
  public init?(after sessions: [[Measure: SessionValue]], since usual: BaselineValues) {
    var averages = MovingAverages(since: usual)
    for session in sessions { averages.add(session) }
    self.init(averages)
  }

  /// Computes the statistic after the last added session.
  init?(_ averages: MovingAverages) {
    let parts = averages.differences.filter(\.hasLast)
    guard let baselineSessions = parts.map(\.baselineSessions).min() else { return nil }
    let covariance = parts.map { first in parts.map { first.covariance(with: $0) } }
    number = averages.count
    value = Self.quadraticForm(parts.map(\.value), covariance)
    limit = Self.limits[min(baselineSessions, Self.limits.count) - 1][parts.count - 1]
    let scores = parts.enumerated().map { index, part in
      (family: part.family, score: part.value / covariance[index][index].squareRoot())
    }
    let largest = scores.map(\.score.magnitude).max() ?? 0
    let least = min(Self.namedFrom, largest)
    deviating = Dictionary(
      uniqueKeysWithValues: scores.filter { $0.score.magnitude >= least }.map {
        ($0.family, $0.score < 0 ? .lower : .higher)
      })
  }

  /// x′·A⁻¹·x of a positive definite matrix, by its Cholesky factor.
  private static func quadraticForm(_ x: [Double], _ matrix: [[Double]]) -> Double {
    var factor = matrix
    var solved = x
    for row in x.indices {
      for column in 0...row {
        let sum = (0..<column).reduce(factor[row][column]) {
          $0 - factor[row][$1] * factor[column][$1]
        }
        factor[row][column] = row == column ? sum.squareRoot() : sum / factor[column][column]
      }
      let rest = (0..<row).reduce(solved[row]) { $0 - factor[row][$1] * solved[$1] }
      solved[row] = rest / factor[row][row]
    }
    return solved.reduce(0) { $0 + $1 * $1 }
  }
}

/// Moving averages of the primary endpoints over sessions.
struct MovingAverages {
  /// Primary endpoints with a baseline mean and a known variation.
  private(set) var differences: [SmoothedDifference]

  /// Number of sessions.
  private(set) var count = 0

  init(since usual: BaselineValues) {
    differences = ChangeMeasure.primaryEndpoints.compactMap {
      SmoothedDifference(of: $0, from: usual)
    }
  }

  /// Adds the session after the last one.
  mutating func add(_ session: [Measure: SessionValue]) {
    count += 1
    for index in differences.indices { differences[index].add(session) }
  }
}

/// Smoothed difference of one primary endpoint from its baseline mean, in units of the ratio of the
/// shrunken to the population standard deviation.
struct SmoothedDifference {
  let family: FeatureGroup
  var baselineSessions: Int { variation.sessions }
  private(set) var value = 0.0

  /// Whether the last session has the measure.
  private(set) var hasLast = false

  private let followed: ChangeMeasure
  private let known: WithinPersonVariation
  private let variation: ShrunkenVariation

  /// Standard deviation of each session times its weight, 0 for a session without the measure.
  private var terms: [Double] = []

  /// Sum of the weights.
  private var weight = 0.0

  /// Returns nil if the baseline or its variation lacks the measure.
  init?(of followed: ChangeMeasure, from usual: BaselineValues) {
    guard let family = followed.family, let known = followed.variation,
      let usual = usual[followed.measure]
    else { return nil }
    (self.followed, self.family, self.known) = (followed, family, known)
    variation = ShrunkenVariation(of: usual, among: known)
  }

  mutating func add(_ session: [Measure: SessionValue]) {
    let new = session[followed.measure]
    hasLast = new != nil
    guard let new else { return terms.append(0) }
    let kept = 1 - ChangeStatistic.smoothing
    let scale = variation.standardDeviation / variation.population
    value = kept * value + ChangeStatistic.smoothing * (new.mean - variation.mean) / scale
    weight = kept * weight + ChangeStatistic.smoothing
    for index in terms.indices { terms[index] *= kept }
    terms.append(ChangeStatistic.smoothing * known.varianceOfMean(of: new.vowels).squareRoot())
  }

  func covariance(with other: SmoothedDifference) -> Double {
    let row = FeatureGroup.allCases.firstIndex(of: family)
    let column = FeatureGroup.allCases.firstIndex(of: other.family)
    guard let row, let column else { preconditionFailure("every feature group has a row") }
    let ofSessions = zip(terms, other.terms).reduce(0) { $0 + $1.0 * $1.1 }
    return (ofSessions + ofBaselineMean * other.ofBaselineMean)
      * ChangeStatistic.correlations[row][column]
  }

  /// Standard deviation of the baseline mean times its weight.
  private var ofBaselineMean: Double {
    weight * variation.population / Double(variation.sessions).squareRoot()
  }
}
