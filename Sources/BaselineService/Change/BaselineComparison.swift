public import VoiceTypes

/// Compares sessions with one baseline.
public struct BaselineComparison: Sendable {
  private let baseline: VocalBaseline
  private let rule: ConditionRule
  private let minimums: [RecordingMinimum]
  private let changes: SessionChanges

  /// Creates a comparison that accepts recordings which meet `minimums`; `rule` says whether
  /// devices, formats and versions may differ.
  public init(
    with baseline: VocalBaseline, rule: ConditionRule, minimums: [RecordingMinimum]
  ) {
    self.baseline = baseline
    self.rule = rule
    self.minimums = minimums
    changes = SessionChanges(from: baseline.baselineValues)
  }

  /// Result of a comparison.
  public struct Result: Sendable {
    /// Differences between the recording conditions and those of the baseline.
    public let differences: [ConditionDifference]

    /// Findings or a refusal.
    public let outcome: ComparisonDocument.Outcome

    /// Alerts of all sessions that are complete or precede the last one. An alert per vowel would
    /// have three chances to exceed its limit.
    public let alerts: [ComparisonFindings.Alert]

    /// Notes for the reader.
    public let notes: [String]
  }

  /// Compares recordings with the baseline; refuses if no session is usable, a session is too long
  /// or conditions differ against the rule.
  public func compare(_ vowels: [MeasuredVowel]) -> Result {
    compare(SessionGrouping(vowels, judgedBy: validation, earlier: earlier))
  }

  /// Compares sessions in chronological order, which `judge` has validated.
  /// - Parameter most: The number of last sessions in the findings and notes.
  func compare(
    _ sessions: [CandidateSession], of vowels: [MeasuredVowel],
    judgedBy judge: BaselineValidation, listing most: Int
  ) -> Result {
    let joined = SessionGrouping(joining: sessions)
    let isValid = judge == validation && !joined.hasDuplicates(of: earlier)
    return compare(
      isValid ? joined : SessionGrouping(vowels, judgedBy: validation, earlier: earlier),
      listing: most)
  }

  /// Validation rules for the compared recordings, with the minimums of the person of the baseline.
  private var validation: BaselineValidation {
    BaselineValidation(
      for: .comparison, minimums: minimums, category: baseline.person.category,
      age: baseline.person.age)
  }

  /// SHA-256 of the recordings of the baseline.
  private var earlier: Set<String> {
    Set(baseline.sessions.flatMap(\.recordings).compactMap(\.sha256))
  }

  private func compare(_ grouping: SessionGrouping, listing most: Int? = nil) -> Result {
    let differences = differences(from: grouping.conditions)
    let reasons = refusals(of: grouping, differing: differences)
    guard reasons.isEmpty else {
      return Result(
        differences: differences,
        outcome: .refused(
          ComparisonRefusal(sessions: listed(most, of: grouping.sessions), reasons: reasons)),
        alerts: [], notes: [])
    }
    let (findings, alerts) = findings(on: grouping.sessions, listing: most)
    let mismatch = SpeakerMismatch(
      of: findings, named: findings.sessions.last?.session.id ?? "",
      baseline: TextCatalogue.report.text("summaryBaselineName"))
    let incomplete = grouping.sessions.last.flatMap { $0.isComplete ? nil : $0.id }
    return Result(
      differences: differences, outcome: .complete(findings),
      alerts: alerts.filter { $0.sessionID != incomplete },
      notes: [mismatch?.message].compactMap { $0 }
        + ComparisonNotes(
          baseline: baseline, sessions: findings.sessions.map(\.session),
          conditions: grouping.conditions, differences: differences
        ).all)
  }

  private func listed(_ most: Int?, of sessions: [VoiceSession]) -> [VoiceSession] {
    Array(sessions.suffix(most ?? .max))
  }

  // MARK: - Refusal

  private func differences(from conditions: [RecordingConditions]) -> [ConditionDifference] {
    conditions.flatMap { baseline.conditions.differences(from: $0) }
      .reduce(into: []) { differences, difference in
        if !differences.contains(difference) { differences.append(difference) }
      }
  }

  private func refusals(
    of grouping: SessionGrouping, differing differences: [ConditionDifference]
  ) -> [BaselineFault] {
    let unlike =
      rule == .mayDiffer
      ? []
      : differences.map { difference in
        difference.fault(.fromBaseline)
      }
    let long = grouping.sessions.flatMap(\.durationFaults)
    guard grouping.sessions.allSatisfy(\.used.isEmpty) else { return unlike + long }
    return [
      BaselineFault(BaselineText.noneToCompare)
    ] + unlike + long
  }

  // MARK: - Findings

  /// Returns the findings of the last `most` sessions, and the alerts of all. The sessions must be in
  /// chronological order. The caller checks whether they are comparable.
  func findings(
    on sessions: [VoiceSession], listing most: Int? = nil
  ) -> (findings: ComparisonFindings, alerts: [ComparisonFindings.Alert]) {
    let statistics = ChangeAlert.statistics(
      of: sessions.map { ChangeAlert.Session($0) }, since: changes.usual)
    let first = sessions.count - listed(most, of: sessions).count
    let compared = zip(sessions, statistics).dropFirst(first).map { session, statistic in
      SessionComparison(
        session: session, measures: measures(of: session),
        joint: statistic.map {
          JointChange(statistic: $0.value, limit: $0.limit, number: $0.number)
        })
    }
    let raised = ChangeAlert.raised(by: statistics)
    let alerts = raised.map { alert in
      ComparisonFindings.Alert(
        rule: .sequential, sessionID: sessions[alert.session].id, families: alert.families)
    }
    let ofListed = zip(raised, alerts).filter { $0.0.session >= first }.map(\.1)
    return (
      ComparisonFindings(
        sessions: compared, alerts: ofListed,
        summary: ChangeMessages.summary(of: compared, alerts: ofListed)), alerts
    )
  }

  private func measures(of session: VoiceSession) -> [MeasureComparison] {
    ChangeMeasure.all.compactMap { followed in
      guard let value = session.values[followed.measure],
        let usual = changes.usual[followed.measure]
      else { return nil }
      return comparison(
        of: followed, value, with: usual, changes.change(of: followed, in: session))
    }
  }

  private func comparison(
    of followed: ChangeMeasure, _ value: SessionValue, with usual: BaselineValue,
    _ change: (usual: ShrunkenVariation, change: ReliableChange)?
  ) -> MeasureComparison {
    let scale = followed.scale
    var comparison = MeasureComparison(
      followed.measure, family: followed.family, isPrimary: followed.isPrimary,
      value: scale.value(value.mean), usual: scale.value(usual.mean))
    if comparison.usual > 0 {
      comparison.changePercent = 100 * (comparison.value / comparison.usual - 1)
    }
    if scale == .decibels { comparison.changeDecibels = value.mean - usual.mean }
    comparison.reliability = change.map {
      .init(
        $0.change, in: $0.usual.personalRange(ofMeanOf: value.vowels, on: scale),
        degreesOfFreedom: $0.usual.degreesOfFreedom, on: scale)
    }
    comparison.sentence = ChangeMessages.sentence(on: comparison, name: followed.name)
    return comparison
  }
}

extension VoiceSession {
  /// Whether the session has enough usable vowels.
  var isComplete: Bool { used.count >= SessionValues.completeVowels }
}

extension VocalBaseline {
  /// Reasons against the comparison of a stored session: its duration and different recording
  /// conditions.
  func faults(
    comparing session: VoiceSession, recordedUnder conditions: [RecordingConditions]
  ) -> [BaselineFault] {
    session.durationFaults
      + conditions.flatMap(self.conditions.differences).map { $0.fault(.ofSession) }.withoutRepeats
  }
}

extension MeasureComparison.Reliability {
  fileprivate init(
    _ change: ReliableChange, in range: ConfidenceInterval, degreesOfFreedom: Int,
    on scale: ValueScale
  ) {
    self.init(
      index: change.index, possibleFrom: change.possibleFrom, largerFrom: change.largerFrom,
      degreesOfFreedom: degreesOfFreedom, low: range.low, high: range.high,
      changeClass: change.changeClass, direction: change.direction)
    switch scale {
    case .logarithmic: smallestFactor = scale.value(change.mdc95)
    case .decibels: smallestDecibels = change.mdc95
    }
  }
}
