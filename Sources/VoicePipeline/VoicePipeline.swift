// One recording in, one results document out. Whatever the input is, there is a document.

public import BaselineService
public import DSPCore
public import VoiceTypes
public import WAVIngest

/// Reads, checks, measures and reports one recording at a time.
public struct VoicePipeline: Sendable {
  /// Below this F0 a harmonicity floor of 75 Hz is within a semitone of the voice itself.
  private static let lowVoice: Hertz = 80

  private(set) var settings: AnalysisSettings {
    didSet { provenance = Provenance(of: settings) }
  }

  /// What all documents of this pipeline state: naming and hashing the settings once is enough.
  private var provenance: Provenance

  let environment: RunEnvironment
  private let reference: Reference?

  /// Recordings of this length or more are refused; nil for no such limit.
  private let tooLong: Seconds?

  /// Whose recordings these are, and what they are compared with.
  private struct Reference {
    let profile: UserProfile
    let assessor: Assessor
  }

  /// A pipeline that measures every recording in the same way and compares with nothing.
  ///
  /// - Parameter tooLong: Recordings of this length or more are refused; nil for no such limit.
  public init(
    settings: AnalysisSettings, environment: RunEnvironment, refusingFrom tooLong: Seconds? = nil
  ) {
    self.settings = settings
    provenance = Provenance(of: settings)
    self.environment = environment
    self.reference = nil
    self.tooLong = tooLong
  }

  /// A pipeline for the recordings of one person, whose documents carry an assessment.
  public init(
    settings: AnalysisSettings, environment: RunEnvironment, profile: UserProfile,
    assessor: Assessor
  ) {
    self.settings = settings
    provenance = Provenance(of: settings)
    self.environment = environment
    self.reference = Reference(profile: profile, assessor: assessor)
    self.tooLong = nil
  }

  /// A pipeline for the recordings of one person, which compares with one set of limits.
  public init(
    settings: AnalysisSettings, environment: RunEnvironment, profile: UserProfile,
    limits: ReferenceLimits
  ) {
    self.init(
      settings: settings, environment: environment, profile: profile,
      assessor: Assessor(limits: limits))
  }

  /// A document of a person's recording that was measured before it was known whose it is, with the
  /// assessment that an analysis for that person would have given it.
  public static func assessed(
    _ document: ResultsDocument, for profile: UserProfile, by assessor: Assessor
  ) -> ResultsDocument {
    guard var findings = document.findings else { return document }
    findings.assessment = assessor.assess(
      MeasuredRecording(
        findings: findings, quality: document.quality, settings: document.provenance.settings),
      of: profile)
    var assessed = document
    assessed.outcome = .complete(findings)
    return assessed
  }

  /// The same pipeline for recordings of a person whose F0 is usually `usualF0`, which decides between octaves
  /// that a signal leaves open.
  public func knowing(usualF0: Hertz) -> VoicePipeline {
    var pipeline = self
    pipeline.settings.usualF0 = usualF0
    return pipeline
  }

  /// What stands for the settings in the documents of this pipeline.
  package var settingsSHA256: String { provenance.settingsSHA256 }

  /// The document of one input; a refusal is a document too.
  public func analyze(
    _ source: AudioSource, workspace: inout AnalysisWorkspace
  ) -> ResultsDocument {
    examine(source, workspace: &workspace).document
  }

  /// The same beside what its numbers were taken from.
  public func examine(
    _ source: AudioSource, workspace: inout AnalysisWorkspace
  ) -> ExaminedRecording {
    examine(source, after: nil, workspace: &workspace)
  }

  /// The same after another analysis of what may be the same recording.
  func examine(
    _ source: AudioSource, after look: RecordingLook?, workspace: inout AnalysisWorkspace
  ) -> ExaminedRecording {
    let start = environment.elapsed()
    let ingested = WAVReader.read(source, by: settings.reading)
    let decoded = environment.elapsed()
    let known = look.flatMap {
      $0.isAt(bytes: ingested.facts.sha256, by: settings.reading) ? $0 : nil
    }
    let judged = judgement(of: ingested, after: known, workspace: &workspace)
    let quality = judged.quality
    let outcome = assess(judged.outcome, quality: quality, settings: provenance.settings)
    let end = environment.elapsed()
    let document = ResultsDocument(
      analysisID: environment.newID(),
      tier: settings.tier,
      recording: ingested.facts,
      quality: quality,
      outcome: outcome,
      provenance: provenance,
      run: RunFacts(
        analyzedAt: environment.timestamp(),
        decodeMilliseconds: (decoded - start).milliseconds,
        analysisMilliseconds: (end - decoded).milliseconds,
        totalMilliseconds: (end - start).milliseconds))
    return ExaminedRecording(
      document: document, signal: try? ingested.result.get().signal, analysis: judged.analysis,
      firstChecks: judged.firstChecks)
  }

  /// The outcome with an assessment, where there is someone to assess it for.
  func assess(
    _ outcome: ResultsDocument.Outcome, quality: RecordingQualityReport,
    settings: [String: JSONValue]
  ) -> ResultsDocument.Outcome {
    guard let reference, case .complete(var findings) = outcome else { return outcome }
    findings.assessment = reference.assessor.assess(
      MeasuredRecording(findings: findings, quality: quality, settings: settings),
      of: reference.profile)
    return .complete(findings)
  }

  /// The checks of a recording, and its measures or why it is refused.
  func judge(
    _ ingested: IngestOutcome, workspace: inout AnalysisWorkspace
  ) -> (RecordingQualityReport, ResultsDocument.Outcome) {
    let judged = judgement(of: ingested, workspace: &workspace)
    return (judged.quality, judged.outcome)
  }

  /// The checks and the outcome, and the analysis that they rest on.
  private struct Judgement {
    let quality: RecordingQualityReport
    let outcome: ResultsDocument.Outcome
    var analysis: VoiceAnalysis?
    var firstChecks: [QualityCheck] = []
  }

  private func judgement(
    of ingested: IngestOutcome, after look: RecordingLook? = nil,
    workspace: inout AnalysisWorkspace
  ) -> Judgement {
    switch ingested.result {
    case .failure(let error):
      return Judgement(
        quality: RecordingQualityReport(checks: []), outcome: .refused(error.refusal))
    case .success(let recording):
      let checks = look?.checks ?? RecordingQuality.firstChecks(of: recording)
      if let refusal = requirements.refusal(of: recording.signal, louder: recording.louder) {
        return Judgement(
          quality: RecordingQualityReport(checks: checks), outcome: .refused(refusal))
      }
      var judged = measure(
        recording, checks: checks, seed: Uncertainty.seed(of: ingested.facts), after: look?.first,
        workspace: &workspace)
      judged.firstChecks = checks
      return judged
    }
  }

  var requirements: Requirements { Requirements(settings: settings, tooLong: tooLong) }

  private func measure(
    _ recording: IngestedRecording, checks: [QualityCheck], seed: UInt64, after look: FirstLook?,
    workspace: inout AnalysisWorkspace
  ) -> Judgement {
    // Whole numbers are within full scale.
    guard !recording.encoding.isFloat || VoiceAnalyzer.canMeasure(recording.signal) else {
      return Judgement(
        quality: RecordingQualityReport(checks: checks),
        outcome: .complete(overflow(of: recording.signal)))
    }
    let analysis = VoiceAnalyzer.analyze(
      recording.signal, settings: settings, after: look, workspace: &workspace)
    guard settings.tier == .comprehensive else {
      let quality = RecordingQualityReport(checks: checks)
      return Judgement(
        quality: quality,
        outcome: .complete(findings(of: analysis, quality: quality, bandwidth: nil)),
        analysis: analysis)
    }
    let bandwidth = analysis.voice.bandwidth
    let voice = CheckedVoice(recording, analysis, &workspace)
    let quality = RecordingQualityReport(
      checks: checks + RecordingQuality.soundChecks(of: voice, workspace: &workspace) + [
        RecordingQuality.bandwidth(
          endingAt: bandwidth?.end, sampleRate: recording.signal.sampleRate)
      ] + RecordingQuality.voiceChecks(of: voice))
    var findings = findings(of: analysis, quality: quality, bandwidth: bandwidth)
    findings.uncertainty = Uncertainty.intervals(
      of: analysis, seed: seed, for: findings.biomarkers, workspace: &workspace)
    return Judgement(quality: quality, outcome: .complete(findings), analysis: analysis)
  }

  private func overflow(of signal: Signal) -> Findings {
    Findings(
      pitchRange: settings.firstPitchRange, pitchRangeRule: settings.pitchRangeRule,
      segment: Segment(start: 0, end: signal.duration, rule: .whole),
      signalType: SignalType(type: nil, reasons: [ReasonCode.numericOverflow.rawValue]),
      biomarkers: .overflowing(tier: settings.tier))
  }

  private func findings(
    of analysis: VoiceAnalysis, quality: RecordingQualityReport, bandwidth: EffectiveBandwidth?
  ) -> Findings {
    let biomarkers = gated(analysis, quality: quality, bandwidth: bandwidth)
    let signalType = analysis.signalType ?? SignalType(type: nil, reasons: [untypedReason])
    var findings = Findings(
      pitchRange: analysis.pitchRange, pitchRangeRule: analysis.rangeRule,
      segment: analysis.segment, signalType: signalType, biomarkers: biomarkers)
    findings.f0Candidates = analysis.f0Candidates
    findings.segment.used = analysis.secondsUsed
    findings.notes = notes(on: biomarkers)
    if settings.includesContours { findings.contours = Contours(of: analysis) }
    return findings
  }

  /// The numbers of an analysis as far as they are supported.
  private func gated(
    _ analysis: VoiceAnalysis, quality: RecordingQualityReport, bandwidth: EffectiveBandwidth?
  ) -> Biomarkers {
    var gated = GatedBiomarkers(
      Biomarkers(of: analysis, settings: settings), gates: settings.gates)
    if let candidates = analysis.f0Candidates { gated.gate(after: candidates) }
    guard settings.judges else { return gated.biomarkers }
    if let stress = analysis.stress { gated.gate(after: stress) }
    gated.gate(below: settings.harmonicityFloor, analysis.pitch)
    gated.gate(after: quality.checks)
    if let bandwidth {
      gated.gate(beyond: bandwidth, formantCeiling: FormantCeiling.of(analysis.pitch))
    }
    if let signalType = analysis.signalType { gated.gate(after: signalType) }
    gated.gate(ifShort: analysis.segment)
    gated.gateTwins()
    return gated.biomarkers
  }

  /// Why there is no signal type.
  private var untypedReason: String {
    guard settings.gates == .off else { return ReasonCode.notInTier.rawValue }
    return settings.preset == .praat
      ? "the praat preset has no signal-type gate" : "no gate was asked for"
  }

  func notes(on biomarkers: Biomarkers) -> [String] {
    var notes: [String] = []
    if settings.judges, let mean = biomarkers[.f0Mean].number, mean < Self.lowVoice.value {
      notes.append(
        "F0 is below \(Self.lowVoice): harmonicity is always measured with a floor of "
          + "\(settings.harmonicityFloor) and may read low for this voice")
    }
    if biomarkers[.stabilityScore].number != nil {
      notes.append(
        "\(Measure.stabilityScore.rawValue) is a project-defined index, no clinical measure")
    }
    return notes
  }
}
