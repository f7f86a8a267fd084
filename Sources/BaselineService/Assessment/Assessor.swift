// The numbers of one recording against the limits for one person, measure by measure (the article
// ReferenceLimitsAndStandings): inside the typical limit, at its edge, or beyond the published one.

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
  /// - Parameter measured: A measured set, of which only typical limits are used.
  public init(limits: ReferenceLimits, measured: ReferenceLimits? = nil) {
    self.limits = limits
    self.measured = measured
  }

  /// What a recording must bring, by category.
  public var minimums: [RecordingMinimum] { limits.minimums }

  /// How the numbers of a recording stand for a person. What they told of their health is
  /// repeated and moves nothing.
  public func assess(_ recording: MeasuredRecording, of profile: UserProfile) -> Assessment {
    let demographic = VoiceDemographic(of: profile)
    let outcome = RecordingAssessment(of: recording, by: limits, for: demographic.category)
    let measures = Measure.allCases.filter { $0.facts.role != .recording }.compactMap {
      assess($0, of: recording, for: demographic, serves: outcome.grade != .retake)
    }
    return Assessment(
      reference: reference(for: demographic, of: measures), recording: outcome,
      measures: measures, context: ReportedConditions(of: profile))
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
    reference.measured = measured.map { LimitsName(version: $0.version, sha256: $0.sha256) }
    return reference
  }

  /// One measure; nil where the recording has no number for it.
  private func assess(
    _ measure: Measure, of recording: MeasuredRecording, for demographic: VoiceDemographic,
    serves: Bool
  ) -> MeasureAssessment? {
    guard let value = recording.findings.biomarkers[measure].number else { return nil }
    let phrase = Phrase(measure: measure, value: value, demographic: demographic)
    let choice = serves ? choose(measure, of: recording, for: demographic) : .failure(.retake)
    var assessment = MeasureAssessment(
      measure: measure, value: value, interval: recording.findings.uncertainty[measure],
      sentence: "")
    switch choice {
    case .failure(let reason):
      assessment.sentence = phrase.sentence(without: reason)
    case .success(let chosen):
      let pair = chosen.applied(to: recording)
      assessment.typical = pair.typical
      assessment.published = pair.outer
      assessment.standing = Standing(of: value, measure, in: pair)
      assessment.source = chosen.source
      assessment.sentence = phrase.sentence(for: assessment.standing, pair)
    }
    return assessment
  }

  /// The limits of a measure that hold for a person and a recording, or why none does. Of two
  /// typical limits one is taken; a published one is never replaced.
  private func choose(
    _ measure: Measure, of recording: MeasuredRecording, for demographic: VoiceDemographic
  ) -> Result<ChosenLimits, MissingReference> {
    let declared = declared(measure, of: recording, for: demographic)
    let own = measured?.limits.first { limit in
      limit.measure == measure && limit.kind == .typical && limit.obstacle(for: recording) == nil
        && demographic.band.map { limit.holds(for: $0, demographic.category) } ?? false
    }
    guard let own else { return declared }
    var chosen = (try? declared.get()) ?? ChosenLimits()
    if chosen.typical.map(own.goesBefore) ?? true { chosen.typical = own }
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
    return .success(
      ChosenLimits(
        typical: applicable.first { $0.kind == .typical },
        outer: applicable.first { $0.kind != .typical }))
  }
}

extension Standing {
  /// Where a value stands between the limits that apply to it.
  init(of value: Double, _ measure: Measure, in pair: AppliedPair) {
    let isInside = (pair.typical ?? pair.outer)?.holds(value) ?? true
    if isInside && !(pair.isBeyondPublished(value) && pair.typical?.basis == .measured) {
      self = .within
    } else if measure.facts.role == .pitch {
      self = .unusualForReference
    } else {
      self = pair.isBeyondPublished(value) ? .outsidePublished : .atEdge
    }
  }
}

extension AppliedPair {
  /// Whether a value lies beyond a limit that was published, with the settings it holds for. A
  /// measured edge that is wider hides nothing of it.
  fileprivate func isBeyondPublished(_ value: Double) -> Bool {
    guard let outer, outer.kind == .published, outerSettings == .stated else { return false }
    return !outer.holds(value)
  }
}
