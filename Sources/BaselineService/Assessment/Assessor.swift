// Comparison of one recording with the reference limits for one person, by measure and jointly (the
// article ReferenceLimitsAndStandings).

public import VoiceTypes

/// Measurements of one recording and their settings.
public struct MeasuredRecording: Sendable {
  /// Measures of the recording.
  public var findings: Findings

  /// Quality checks of the recording.
  public var quality: RecordingQualityReport

  /// Settings of the provenance, by name.
  public var settings: [String: JSONValue]

  /// Recording task.
  var task: RecordingTask {
    guard case .string(let word)? = settings["task"] else { return .sustainedVowel }
    return RecordingTask(rawValue: word) ?? .sustainedVowel
  }

  /// Kind of recording device; nil for a kind without measured limits.
  var device: DeviceKind? = .own

  /// Creates the input of an assessment.
  public init(
    findings: Findings, quality: RecordingQualityReport, settings: [String: JSONValue]
  ) {
    self.findings = findings
    self.quality = quality
    self.settings = settings
  }
}

/// Comparison of recordings with reference limits.
public struct Assessor: Sendable {
  private let limits: ReferenceLimits
  private let measured: ReferenceLimits?

  /// Creates an assessor.
  /// - Parameters:
  ///   - limits: Limits from the literature.
  ///   - measured: A measured set, which has priority over `limits`.
  public init(limits: ReferenceLimits, measured: ReferenceLimits? = nil) {
    self.limits = limits
    self.measured = measured
  }

  /// Minimum recording requirements, by age and group.
  public var minimums: [RecordingMinimum] { limits.minimums }

  /// Name of the literature set.
  public var name: LimitsName { limits.name }

  /// Name of the measured set; nil without one.
  public var measuredName: LimitsName? { measured?.name }

  /// Classifies the measures of a recording against the reference limits for a person.
  /// Self-reported health is repeated and has no effect.
  public func assess(_ recording: MeasuredRecording, of profile: UserProfile) -> Assessment {
    let demographic = VoiceDemographic(of: profile)
    var recording = recording
    recording.device = DeviceKind(of: profile.deviceModel)
    let outcome = RecordingAssessment(of: recording, by: limits, for: demographic)
    let measures = Measure.allCases.filter { $0.facts.role != .recording }.compactMap {
      assess($0, of: recording, for: demographic, serves: outcome.grade != .retake)
    }
    var reference = reference(for: demographic, of: measures)
    if outcome.grade != .retake {
      reference.cautions += deviceNote(on: measures, of: recording, profile, for: demographic)
    }
    return Assessment(
      reference: reference, recording: outcome, measures: measures,
      context: ReportedConditions(of: profile),
      verdict: AssessmentVerdict(of: measures, in: recording, grade: outcome.grade))
  }

  /// Returns the sets in use with their cautions.
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

  /// Returns the assumed kind of device if the profile names none, or the measures without a
  /// comparison because the kind is unknown; empty if no limit depends on the device.
  private func deviceNote(
    on measures: [MeasureAssessment], of recording: MeasuredRecording, _ profile: UserProfile,
    for demographic: VoiceDemographic
  ) -> [String] {
    let choices = measures.map { ($0.measure, choose($0.measure, of: recording, for: demographic)) }
    guard let device = profile.deviceModel else {
      let isAssumed = choices.contains { (try? $0.1.get())?.typical?.device != nil }
      return isAssumed ? [TextCatalogue.notes.text("device_assumed")] : []
    }
    let deciding = Set((measured?.limits ?? []).filter(\.decides).map(\.measure))
    let missing = choices.compactMap { measure, choice -> String? in
      guard deciding.contains(measure), case .failure(.device) = choice else { return nil }
      return measure.title
    }
    guard !missing.isEmpty else { return [] }
    return [
      TextCatalogue.notes.filled(
        "device_unknown", ["1": missing.joined(separator: ", "), "2": device.excerpt])
    ]
  }

  /// Assesses one measure; nil if it is unavailable or flagged.
  private func assess(
    _ measure: Measure, of recording: MeasuredRecording, for demographic: VoiceDemographic,
    serves: Bool
  ) -> MeasureAssessment? {
    // A flagged number is displayed without a comparison.
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
      assessment.percentile = chosen.typical?.percentile(of: value)
      assessment.standing = ReferenceClassification(of: value, measure, in: applied)
      assessment.source = chosen.source
      assessment.sentence =
        applied.contextAlone.map { phrase.sentence(without: $0) }
        ?? phrase.sentence(for: assessment.standing, applied)
    }
    return assessment
  }

  /// Returns the limits of a measure for a person and a recording, or the reason for none. A
  /// measured limit for the device decides: it comes from this program and its settings. Limits of
  /// unknown settings are then left out.
  private func choose(
    _ measure: Measure, of recording: MeasuredRecording, for demographic: VoiceDemographic
  ) -> Result<ChosenLimits, MissingReference> {
    let declared = declared(measure, of: recording, for: demographic)
    let known = (measured?.limits ?? []).filter {
      $0.measure == measure && $0.task == recording.task
    }
    guard !known.isEmpty else { return declared }
    guard let band = demographic.band else { return .failure(.noAge) }
    let own = known.filter { $0.holds(for: band, demographic.category) }
    let applicable = own.filter { $0.obstacle(for: recording) == nil }
    guard let typical = applicable.first(where: { $0.device != nil }) ?? applicable.first else {
      let nearest = own.first { $0.device == recording.device } ?? own.first
      guard let obstacle = nearest?.obstacle(for: recording),
        (try? declared.get())?.decides != true
      else { return declared }
      return .failure(obstacle)
    }
    var chosen = (try? declared.get()) ?? ChosenLimits()
    chosen.typical = typical
    if chosen.published.map({ $0.kind == .derived || $0.settingsBasis == .notStated }) == true {
      chosen.published = nil
    }
    return .success(chosen)
  }

  /// Returns the limits from the literature.
  private func declared(
    _ measure: Measure, of recording: MeasuredRecording, for demographic: VoiceDemographic
  ) -> Result<ChosenLimits, MissingReference> {
    let all = limits.limits.filter { $0.measure == measure && $0.task == recording.task }
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
        typical: applicable.first { $0.kind == .typical || $0.kind == .context },
        published: applicable.first { $0.kind == .published || $0.kind == .derived }))
  }
}
