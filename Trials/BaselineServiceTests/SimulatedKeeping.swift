// People who record every other day. Their baselines are automatic, or made of their first sessions
// regardless of these. Both use the same recordings.

import BaselineService
import VoiceTypes

/// A group of people who record until their baseline is established, and afterwards.
struct SimulatedKeeping {
  /// Who they are; their `sessions` are those of the baseline that is made by hand.
  var group = SimulatedPeople(people: 300, sessions: BaselineRules.establishedSessions)

  /// Sessions after which a person has no baseline, if there is none by then.
  var mostSessions = 12

  /// The session from which on the voice is another, counted from 0; nil for one that stays.
  var changesFrom: Int?

  /// How many times the jitter is then.
  var factor = 1.0

  /// The outcome of all people.
  func outcome(jitterAfter factor: Double = 1) throws -> KeepingOutcome {
    var outcome = KeepingOutcome(people: group.people)
    for index in 0..<group.people {
      var person = SimulatedPerson(group, seed: group.seed &+ UInt64(index))
      try follow(&person, jitterAfter: factor, &outcome)
    }
    return outcome
  }

  private func follow(
    _ person: inout SimulatedPerson, jitterAfter: Double, _ outcome: inout KeepingOutcome
  ) throws {
    var kept = KeptPerson()
    var waited = false
    for number in 0..<mostSessions where kept.baseline?.status != .established {
      let hasChanged = changesFrom.map { number >= $0 } ?? false
      let session = Self.session(number, person.vowels(jitterTimes: hasChanged ? factor : 1))
      let step = try kept.record(session)
      waited = waited || step.progress.missing.contains { $0.code == "session_waits" }
      outcome.countBuilding(kept.comparison(of: number))
      if step.progress.missing.contains(where: { $0.code == "change_lasts" }) {
        outcome.stopped += 1
        if step.progress.status == .onboarding { outcome.stoppedEarly += 1 }
        return
      }
    }
    if waited { outcome.waited += 1 }
    guard kept.baseline?.status == .established, changesFrom == nil else { return }
    let made = try Self.made(of: kept.vowels)
    outcome.established += 1
    let new = (0..<2).map { (place: Int) -> [MeasuredVowel] in
      Self.session(mostSessions + place, person.vowels(jitterTimes: jitterAfter)).map(\.measured)
    }
    outcome.kept.count(kept.comparisons(of: new, from: mostSessions))
    outcome.made.count(made.comparisons(of: new, from: mostSessions))
  }

  /// The first sessions of the same recordings, without any rule.
  private static func made(of vowels: [MeasuredVowel]) throws -> KeptPerson {
    let first = vowels.prefix(BaselineRules.establishedSessions * SessionValues.completeVowels)
    let (outcome, _) = BaselineEstablishment(
      of: SampleSessions.person, amending: nil, minimums: Samples.minimums
    ).establish(from: Array(first))
    var person = KeptPerson()
    person.vowels = Array(first)
    if case .accepted(let baseline) = outcome { try person.keep(baseline) }
    return person
  }

  private static func session(_ number: Int, _ vowels: [Biomarkers]) -> [SampleVowel] {
    vowels.enumerated().map { place, values in
      SampleVowel().with { vowel in
        vowel.session = "D\(number)"
        vowel.name = "D\(number)v\(place).wav"
        vowel.day = 2 * number
        vowel.minute = place
        vowel.f0 = values[.f0Mean].number ?? vowel.f0
        vowel.jitter = values[.jitterPPQ5].number ?? vowel.jitter
        vowel.shimmer = values[.shimmerAPQ3].number ?? vowel.shimmer
        vowel.hnr = values[.hnrMean].number ?? vowel.hnr
        vowel.cpps = values[.cpps].number ?? vowel.cpps
      }
    }
  }
}

extension KeptPerson {
  /// The comparison of a session; nil without a baseline.
  fileprivate func comparison(of number: Int) -> ComparisonFindings? {
    let compared = keeping.comparison(of: "D\(number)", among: vowels)
    guard case .complete(let findings)? = compared?.result.outcome else { return nil }
    return findings
  }

  /// The comparison of all new sessions, in that of the last one.
  fileprivate func comparisons(of new: [[MeasuredVowel]], from number: Int) -> ComparisonFindings? {
    var person = self
    person.vowels = new.flatMap { $0 }
    return person.comparison(of: number + new.count - 1)
  }
}

/// The outcome of a group.
struct KeepingOutcome {
  let people: Int

  /// People with an established baseline.
  var established = 0

  /// The number of people with a deferred session.
  var waited = 0

  /// People whose baseline was not gone on with, as a change lasted.
  var stopped = 0

  /// Those of them whose baseline had one or two complete sessions.
  var stoppedEarly = 0

  /// Comparisons on the way, and those of them with an alert.
  private(set) var building = (comparisons: 0, alerts: 0)

  /// Two sessions compared with the automatic baseline and with one of the first six sessions.
  var kept = Told()
  var made = Told()

  mutating func countBuilding(_ findings: ComparisonFindings?) {
    guard let findings else { return }
    building.comparisons += 1
    let last = findings.sessions.last?.session.id
    if findings.alerts.contains(where: { $0.sessionID == last }) { building.alerts += 1 }
  }

  /// The reported classes of two new sessions.
  struct Told {
    private(set) var people = 0
    private(set) var larger: [FeatureGroup: Int] = [:]
    private(set) var any = 0
    private(set) var alerted = 0

    mutating func count(_ findings: ComparisonFindings?) {
      guard let findings, let first = findings.sessions.first else { return }
      people += 1
      let families = first.measures.filter {
        $0.isPrimary && $0.reliability?.changeClass == .larger
      }.compactMap(\.family)
      for family in families { larger[family, default: 0] += 1 }
      if !families.isEmpty { any += 1 }
      if !findings.alerts.isEmpty { alerted += 1 }
    }

    /// In percent of the people.
    func percent(_ count: Int?) -> Double { 100 * Double(count ?? 0) / Double(max(1, people)) }

    /// The mean over the families, in percent.
    var largerPercent: Double {
      percent(larger.values.reduce(0, +)) / Double(FeatureGroup.allCases.count)
    }
  }
}
