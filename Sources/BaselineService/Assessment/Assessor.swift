// The numbers of one recording against the limits for one person, measure by measure (clinical
// notes, §2.5): inside the typical limit, at its edge, or beyond the published one.

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
  /// The measures that judge the recording and stand among its minimums.
  private static let measuresOfRecording: Set<Measure> = [.f0Confidence, .f0VoicedFraction]

  private let limits: ReferenceLimits

  /// An assessor that compares with `limits`.
  public init(limits: ReferenceLimits) { self.limits = limits }

  /// How the numbers of a recording stand for a person. What they told of their health is
  /// repeated and moves nothing.
  public func assess(_ recording: MeasuredRecording, of profile: UserProfile) -> Assessment {
    let demographic = VoiceDemographic(of: profile)
    let outcome = RecordingAssessment(of: recording, by: limits, for: demographic.category)
    return Assessment(
      reference: AssessedReference(
        version: limits.version, sha256: limits.sha256, demographic: demographic,
        cautions: demographic.band.map { limits.cautions(for: $0, demographic.category) } ?? []),
      recording: outcome,
      measures: Measure.allCases.filter { !Self.measuresOfRecording.contains($0) }.compactMap {
        assess($0, of: recording, for: demographic, serves: outcome.grade != .retake)
      },
      context: ReportedConditions(of: profile))
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

  /// The limits of a measure that hold for a person and a recording, or why none does.
  private func choose(
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
    if isInside {
      self = .within
    } else if measure.isF0 {
      self = .unusualForReference
    } else if let outer = pair.outer, outer.kind == .published,
      pair.outerSettings == .stated, !outer.holds(value)
    {
      self = .outsidePublished
    } else {
      self = .atEdge
    }
  }
}

extension Measure {
  /// Whether this is an F0, which depends on the group and for which there is no better or worse.
  var isF0: Bool { [.f0Mean, .f0Median, .f0Minimum, .f0Maximum].contains(self) }
}
