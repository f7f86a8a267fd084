// History of a person: every session with the baseline version that applied at its time.

public import VoiceTypes

extension BaselineUpdatePolicy {
  /// Returns every session of the person, from stored vowels and baseline versions, with all
  /// tracked measures.
  public func history(of vowels: [MeasuredVowel]) -> VoiceHistory {
    let sessions = pastSessions(of: vowels)
    let verdicts = verdicts(on: sessions)
    var history = VoiceHistory(
      userID: person.userID,
      sessions: sessions.map { past in
        row(of: past, verdicts[past.session.id] ?? Verdict())
      })
    history.nextDue = step(with: vowels).progress.nextDue
    return history
  }

  /// Result of the comparison of one session.
  private struct Verdict {
    var place: Int?
    var differences: [BaselineFault] = []
    var measures: [Measure: MeasureComparison] = [:]
    var alerts: [HistorySession.Alert] = []
  }

  // MARK: - Comparison

  private func verdicts(on sessions: [PastSession]) -> [String: Verdict] {
    var verdicts: [String: Verdict] = [:]
    var byPlace: [Int: [PastSession]] = [:]
    for past in sessions {
      let place = versions.place(for: past.session.id, at: past.session.recordedAt)
      var verdict = Verdict(place: place)
      if let place {
        verdict.differences = versions.all[place].baseline.faults(
          comparing: past.session, recordedUnder: past.conditions)
        byPlace[place, default: []].append(past)
      }
      verdicts[past.session.id] = verdict
    }
    for (place, held) in byPlace {
      let isAlike = { (past: PastSession) in
        verdicts[past.session.id]?.differences.isEmpty ?? false
      }
      add(findings(on: held.filter(isAlike), since: place, among: sessions), to: &verdicts)
    }
    return verdicts
  }

  /// Returns the findings on sessions that are compared with one version. Sessions since the
  /// version are compared in one pass, because lasting changes span consecutive sessions. All
  /// others are compared one by one.
  private func findings(
    on held: [PastSession], since place: Int, among sessions: [PastSession]
  ) -> [(ids: Set<String>, findings: ComparisonFindings)] {
    let baseline = versions.all[place].baseline
    let comparison = BaselineComparison(with: baseline, rule: .mustAgree, minimums: minimums)
    let (since, others) = (held.filter { isSince(place, $0) }, held.filter { !isSince(place, $0) })
    let last = since.last?.session.id
    let end = sessions.firstIndex { $0.session.id == last } ?? sessions.startIndex
    let together =
      since.isEmpty
      ? []
      : sessions[...end].filter { past in
        isSince(place, past)
          && baseline.faults(comparing: past.session, recordedUnder: past.conditions).isEmpty
      }
    return [
      (Set(since.map(\.session.id)), comparison.findings(on: together.map(\.session)).findings)
    ]
      + others.map { ([$0.session.id], comparison.findings(on: [$0.session]).findings) }
  }

  private func isSince(_ place: Int, _ past: PastSession) -> Bool {
    versions.isSince(place, past.session.id, at: past.session.recordedAt)
  }

  private func add(
    _ findings: [(ids: Set<String>, findings: ComparisonFindings)],
    to verdicts: inout [String: Verdict]
  ) {
    for (ids, findings) in findings {
      for compared in findings.sessions where ids.contains(compared.session.id) {
        verdicts[compared.session.id]?.measures = Dictionary(
          compared.measures.map { ($0.measure, $0) }, uniquingKeysWith: { first, _ in first })
      }
      for alert in findings.alerts where ids.contains(alert.sessionID) {
        verdicts[alert.sessionID]?.alerts.append(
          HistorySession.Alert(rule: alert.rule, families: alert.families))
      }
    }
  }

  // MARK: - Rows

  private func row(of past: PastSession, _ verdict: Verdict) -> HistorySession {
    let session = past.session
    let version = verdict.place.map { versions.all[$0] }
    var row = HistorySession(
      id: session.id, recordedAt: session.recordedAt, vowels: session.used.count)
    row.level = session.level
    row.deviceModel = past.deviceModel
    row.flags = ContextFlag.allCases.filter { flag in
      session.recordings.contains { $0.flags.contains(flag) }
    }
    row.isInBaseline = versions.newestSession(session.id) != nil
    row.baselineID = version?.stored.run.baselineID
    (row.alerts, row.differences) = (verdict.alerts, verdict.differences)
    row.values = ChangeMeasure.all.map { followed in
      value(
        of: followed, in: past, verdict.measures[followed.measure],
        near: version?.baseline.measures.first { $0.measure == followed.measure })
    }
    return row
  }

  private func value(
    of followed: ChangeMeasure, in past: PastSession, _ comparison: MeasureComparison?,
    near usual: BaselineMeasure?
  ) -> HistoryValue {
    var value = HistoryValue(
      followed.measure,
      past.session.values[followed.measure].map {
        .known(followed.scale.value($0.mean), vowels: $0.vowels)
      } ?? .missing(past.reason(for: followed.measure)))
    value.usual = usual.map { usual in
      HistoryValue.Usual(
        mean: usual.usual, range: usual.variation.map { .init(low: $0.low, high: $0.high) })
    }
    if let reliability = comparison?.reliability {
      value.usual?.range = .init(low: reliability.low, high: reliability.high)
      (value.changeClass, value.direction) = (reliability.changeClass, reliability.direction)
    }
    return value
  }
}
