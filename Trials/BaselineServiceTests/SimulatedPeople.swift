// People whose voices vary from session to session as WithinPersonVariation says, and change in one
// family or not at all. Everything but the draws goes through the code that judges real sessions.

import BaselineService
import RealModule
import VoiceSynthesis
import VoiceTypes

/// A group of simulated people with the baselines they have.
struct SimulatedPeople: Sendable {
  /// How many there are.
  var people = 2_000

  /// Sessions of a baseline.
  var sessions = 3

  /// Vowels of every session.
  var vowels = 3

  /// Correlation between the families of one session, and of one vowel: jitter and shimmer up, HNR and
  /// CPPS down, F0 alone; about that of `ChangeStatistic`.
  var correlation = 0.6

  /// Whether people's variances differ, as ν₀ supposes: ν₀/χ² with ν₀ degrees of freedom.
  var differ = false

  /// Chooses the draws.
  var seed: UInt64 = 20_261_121

  private static let times = [
    RecordedTime("2026-11-20T09:00:00Z"), RecordedTime("2026-11-21T09:00:00Z"),
  ]

  /// The outcome of everyone's two sessions after the baseline, with PPQ5 `factor` times as large.
  func outcome(jitterTimes factor: Double = 1) -> SimulationOutcome {
    var outcome = SimulationOutcome(people: people)
    for index in 0..<people {
      var person = SimulatedPerson(self, seed: seed &+ UInt64(index))
      let baseline = (0..<sessions).map { _ in person.session(jitterTimes: 1) }
      let usual = BaselineValues(of: baseline)
      let new = Self.times.map { time in
        let session = person.session(jitterTimes: factor)
        return ChangeAlert.Session(values: session, time: time)
      }
      outcome.count(new, Self.changes(of: new[0].values, from: usual), from: usual)
    }
    return outcome
  }

  private static func changes(
    of session: [Measure: SessionValue], from baseline: BaselineValues
  ) -> [FeatureGroup: ReliableChange] {
    ChangeMeasure.primaryEndpoints.reduce(into: [:]) { changes, followed in
      guard let family = followed.family, let variation = followed.variation,
        let usual = baseline[followed.measure], let value = session[followed.measure]
      else { return }
      changes[family] = ReliableChange(
        of: value, from: ShrunkenVariation(of: usual, among: variation))
    }
  }
}

/// One of them.
struct SimulatedPerson {
  // Where the person is does not matter: only differences are judged.
  private static let means: [Measure: Double] = [
    .f0Mean: 180, .jitterPPQ5: 0.25, .shimmerAPQ3: 1, .hnrMean: 22, .cpps: 16,
  ]

  // Signs of the common factor, in the order of `FeatureGroup`.
  private static let signs = [0.0, 1, 1, -1, -1]

  private let group: SimulatedPeople
  private let spread: Double
  private var draws: GaussianDraws

  init(_ group: SimulatedPeople, seed: UInt64) {
    var draws = GaussianDraws(seed: seed, stream: .jitter)
    let degrees = ShrunkenVariation.priorDegreesOfFreedom
    let chiSquare = (0..<degrees).map { _ in draws.next() }.map { $0 * $0 }.reduce(0, +)
    spread = group.differ ? (Double(degrees) / chiSquare).squareRoot() : 1
    self.group = group
    self.draws = draws
  }

  mutating func session(jitterTimes factor: Double) -> [Measure: SessionValue] {
    SessionValues.means(of: vowels(jitterTimes: factor))
  }

  /// The vowels of the person's next session.
  mutating func vowels(jitterTimes factor: Double) -> [Biomarkers] {
    let sessionDraws = correlatedDraws()
    return (0..<group.vowels).map { _ in
      vowel(sessionDraws, correlatedDraws(), jitterTimes: factor)
    }
  }

  private func vowel(
    _ session: [Double], _ recording: [Double], jitterTimes factor: Double
  ) -> Biomarkers {
    var biomarkers = Biomarkers(unsetBecause: .noVoicing)
    for (index, followed) in ChangeMeasure.primaryEndpoints.enumerated() {
      guard let variation = followed.variation, let usual = Self.means[followed.measure],
        let mean = followed.scale.transformed(usual * (followed.family == .jitter ? factor : 1))
      else { continue }
      let deviation = variation.session * session[index] + variation.recording * recording[index]
      biomarkers[followed.measure] = Measured(followed.scale.value(mean + spread * deviation))
    }
    return biomarkers
  }

  private mutating func correlatedDraws() -> [Double] {
    let shared = draws.next()
    return Self.signs.map { sign in
      let loading = sign * group.correlation.squareRoot()
      return loading * shared + (1 - loading * loading).squareRoot() * draws.next()
    }
  }
}

/// The number of people by reported class.
struct SimulationOutcome: Sendable {
  /// How many there are.
  let people: Int

  /// People whose primary was beyond its limit in the first new session.
  private(set) var larger: [FeatureGroup: Int] = [:]

  /// People with any primary beyond its limit in the first new session.
  private(set) var any = 0

  /// People with an alert.
  private(set) var alerted = 0

  init(people: Int) { self.people = people }

  mutating func count(
    _ sessions: [ChangeAlert.Session], _ first: [FeatureGroup: ReliableChange],
    from usual: BaselineValues
  ) {
    let families = first.filter { $0.value.changeClass == .larger }.keys
    for family in families { larger[family, default: 0] += 1 }
    if !families.isEmpty { any += 1 }
    if !ChangeAlert.raised(by: sessions, since: usual).isEmpty { alerted += 1 }
  }

  func percent(_ count: Int) -> Double { 100 * Double(count) / Double(people) }

  func percent(_ family: FeatureGroup) -> Double { percent(larger[family, default: 0]) }
}
