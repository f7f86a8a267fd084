// The numbers of one recording against the limits for one person, measure by measure (the article
// ReferenceLimitsAndStandings), and all that were measured together.

public import VoiceTypes

/// What was measured on one recording, and with which settings.
public struct MeasuredRecording: Sendable {
  /// The measures.
  public var findings: Findings

  /// The checks of the recording.
  public var quality: RecordingQualityReport

  /// The settings of the provenance, by name.
  public var settings: [String: JSONValue]

  /// Collects what an assessment rests on.
  public init(
    findings: Findings, quality: RecordingQualityReport, settings: [String: JSONValue]
  ) {
    self.findings = findings
    self.quality = quality
    self.settings = settings
  }
}

/// Compares recordings with one set of limits.
public struct Assessor: Sendable {
  private let limits: ReferenceLimits
  private let measured: ReferenceLimits?

  /// An assessor that compares with `limits`.
  /// - Parameter measured: A measured set; its limits go before those of the literature.
  public init(limits: ReferenceLimits, measured: ReferenceLimits? = nil) {
    self.limits = limits
    self.measured = measured
  }

  /// What a recording must bring, by age and group.
  public var minimums: [RecordingMinimum] { limits.minimums }

  /// The set that recordings are compared with.
  public var name: LimitsName { limits.name }

  /// The measured set that goes before it; nil where there is none.
  public var measuredName: LimitsName? { measured?.name }

  /// How the numbers of a recording stand for a person. What they told of their health is
  /// repeated and moves nothing.
  public func assess(_ recording: MeasuredRecording, of profile: UserProfile) -> Assessment {
    let demographic = VoiceDemographic(of: profile)
    let outcome = RecordingAssessment(of: recording, by: limits, for: demographic)
    let measures = Measure.allCases.filter { $0.facts.role != .recording }.compactMap {
      assess($0, of: recording, for: demographic, serves: outcome.grade != .retake)
    }
    return Assessment(
      reference: reference(for: demographic, of: measures), recording: outcome,
      measures: measures, context: ReportedConditions(of: profile),
      joint: (measured ?? limits).joint.flatMap { JointStanding(of: measures, by: $0) })
  }

  /// The sets that were compared with, and what to bear in mind of those that were used.
  private func reference(
    for demographic: VoiceDemographic, of measures: [MeasureAssessment]
  ) -> AssessedReference {
    let isMeasuredUsed = measures.contains { $0.typical?.basis == .measured }
    let sets = [limits] + (isMeasuredUsed ? [measured].compactMap { $0 } : [])
    var reference = AssessedReference(
      version: limits.version, sha256: limits.sha256, demographic: demographic,
      cautions: demographic.band.map { band in
        sets.flatMap { $0.cautions(for: band, demographic.category) }
      } ?? [])
    reference.measured = measuredName
    return reference
  }

  /// One measure; nil where the recording has no number for it that is supported.
  private func assess(
    _ measure: Measure, of recording: MeasuredRecording, for demographic: VoiceDemographic,
    serves: Bool
  ) -> MeasureAssessment? {
    // A number that only stays to be looked at is compared with nothing.
    guard recording.findings.biomarkers.flags[measure] == nil,
      let value = recording.findings.biomarkers[measure].number
    else { return nil }
    let phrase = Phrase(measure: measure, value: value, demographic: demographic)
    let choice = serves ? choose(measure, of: recording, for: demographic) : .failure(.retake)
    var assessment = MeasureAssessment(
      measure: measure, value: value, interval: recording.findings.uncertainty[measure],
      sentence: "")
    switch choice {
    case .failure(let reason):
      assessment.sentence = phrase.sentence(without: reason)
    case .success(let chosen):
      let applied = chosen.applied(to: recording)
      assessment.typical = applied.typical
      assessment.published = applied.published
      assessment.outer = applied.outer
      assessment.percentile = chosen.distribution?.percent(below: value)
      assessment.deviation = chosen.distribution?.deviation(of: value)
      assessment.standing = Standing(of: value, measure, in: applied)
      assessment.source = chosen.source
      assessment.sentence =
        applied.contextAlone.map { phrase.sentence(without: .algorithm($0)) }
        ?? phrase.sentence(for: assessment.standing, applied)
    }
    return assessment
  }

  /// The limits of a measure that hold for a person and a recording, or why none does. Measured ones
  /// go before: of this program, its settings, and people of both sexes. What was derived in the
  /// place of a published limit, or was published for settings that nobody knows, then falls away;
  /// a published limit of this algorithm and these settings is never replaced.
  private func choose(
    _ measure: Measure, of recording: MeasuredRecording, for demographic: VoiceDemographic
  ) -> Result<ChosenLimits, MissingReference> {
    let declared = declared(measure, of: recording, for: demographic)
    let own = (measured?.limits ?? []).filter { limit in
      limit.measure == measure && limit.basis == .measured
        && limit.obstacle(for: recording) == nil
        && demographic.band.map { limit.holds(for: $0, demographic.category) } ?? false
    }
    guard let typical = own.first(where: { $0.kind == .typical }) else { return declared }
    var chosen = (try? declared.get()) ?? ChosenLimits()
    chosen.typical = typical
    chosen.outer = own.first { $0.kind == .outer }
    chosen.distribution = measured?.distributions.first { typical.isMade(of: $0) }
    if chosen.published.map({ $0.kind == .derived || $0.settingsBasis == .notStated }) == true {
      chosen.published = nil
    }
    return .success(chosen)
  }

  /// The limits of the literature.
  private func declared(
    _ measure: Measure, of recording: MeasuredRecording, for demographic: VoiceDemographic
  ) -> Result<ChosenLimits, MissingReference> {
    let all = limits.limits.filter { $0.measure == measure }
    guard !all.isEmpty else { return .failure(.notEstablished) }
    guard let band = demographic.band else { return .failure(.noAge) }
    let ofPerson = all.filter { $0.holds(for: band, demographic.category) }
    guard !ofPerson.isEmpty else {
      let isUnwanted = demographic.category == nil && all.contains { $0.bands.contains(band) }
      return .failure(isUnwanted ? .notWanted : .noneAtThisAge)
    }
    let applicable = ofPerson.filter { $0.obstacle(for: recording) == nil }
    guard !applicable.isEmpty else {
      return .failure(ofPerson[0].obstacle(for: recording) ?? .notEstablished)
    }
    var chosen = ChosenLimits(
      typical: applicable.first { $0.kind == .typical },
      published: applicable.first { $0.kind == .published || $0.kind == .derived },
      outer: applicable.first { $0.kind == .outer })
    chosen.distribution = limits.distributions.first { row in
      chosen.typical?.basis == .measured && chosen.typical?.isMade(of: row) == true
    }
    return .success(chosen)
  }
}
