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

    /// Notes for the reader.
    public let notes: [String]
  }

  /// Compares recordings with the baseline; refuses if no session is usable, a session is too long
  /// or conditions differ against the rule.
  public func compare(_ vowels: [MeasuredVowel]) -> Result {
    let grouping = SessionGrouping(
      vowels,
      judgedBy: BaselineValidation(
        for: .comparison, minimums: minimums, category: baseline.person.category,
        age: baseline.person.age),
      earlier: Set(baseline.sessions.flatMap(\.recordings).compactMap(\.sha256)))
    let differences = differences(from: grouping.conditions)
    let reasons = refusals(of: grouping, differing: differences)
    guard reasons.isEmpty else {
      return Result(
        differences: differences,
        outcome: .refused(ComparisonRefusal(sessions: grouping.sessions, reasons: reasons)),
        notes: [])
    }
    let findings = findings(on: grouping.sessions)
    return Result(
      differences: differences, outcome: .complete(findings),
      notes: ComparisonNotes(
        baseline: baseline, sessions: grouping.sessions, conditions: grouping.conditions,
        differences: differences
      ).all)
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

  /// Returns the findings of sessions in chronological order. The caller checks whether the
  /// sessions are comparable.
  func findings(on sessions: [VoiceSession]) -> ComparisonFindings {
    let statistics = ChangeAlert.statistics(
      of: sessions.map { ChangeAlert.Session($0) }, since: changes.usual)
    let compared = zip(sessions, statistics).map { session, statistic in
      SessionComparison(
        session: session, measures: measures(of: session),
        joint: statistic.map {
          JointChange(statistic: $0.value, limit: $0.limit, number: $0.number)
        })
    }
    let alerts = ChangeAlert.raised(by: statistics).map { alert in
      ComparisonFindings.Alert(
        rule: .sequential, sessionID: sessions[alert.session].id, families: alert.families)
    }
    return ComparisonFindings(
      sessions: compared, alerts: alerts,
      summary: ChangeMessages.summary(of: compared, alerts: alerts))
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
    comparison.reliability = change.map { .init($0.change, of: $0.usual, on: scale) }
    comparison.sentence = ChangeMessages.sentence(on: comparison, name: followed.name)
    return comparison
  }
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
  fileprivate init(_ change: ReliableChange, of usual: ShrunkenVariation, on scale: ValueScale) {
    let reach = change.mdc95
    self.init(
      index: change.index, possibleFrom: change.possibleFrom, largerFrom: change.largerFrom,
      degreesOfFreedom: usual.degreesOfFreedom, low: scale.value(usual.mean - reach),
      high: scale.value(usual.mean + reach), changeClass: change.changeClass,
      direction: change.direction)
    switch scale {
    case .logarithmic: smallestFactor = scale.value(reach)
    case .decibels: smallestDecibels = reach
    }
  }
}
