// One results document per recording, also for invalid input.

public import BaselineService
public import DSPCore
internal import VoiceMath
public import VoiceTypes
public import WAVIngest

/// Analysis pipeline: reads, checks, measures and reports one recording at a time.
public struct VoicePipeline: Sendable {
  /// F0 below which the harmonicity floor of 75 Hz is within about a semitone of the voice.
  private static let lowVoice: Hertz = 80

  /// Relative difference from which a note has the value with the frequencies below F0.
  private static let notedDifference = 0.05

  /// F0 above which resonances change jitter and shimmer by more than their intervals [E]:
  /// synthetic vowels read 0.3 to 3 times the values of their source.
  private static let highVoice: Hertz = 300

  private(set) var settings: AnalysisSettings {
    didSet { provenance = Provenance(of: settings) }
  }

  /// Provenance of all documents, cached because it hashes the settings.
  private var provenance: Provenance

  let environment: RunEnvironment
  private let reference: Reference?

  /// Shortest refused duration; nil without a limit.
  private let tooLong: Seconds?

  /// Speaker and reference of the comparison.
  private struct Reference {
    let profile: UserProfile
    let assessor: Assessor
  }

  /// Creates a pipeline without a reference comparison.
  ///
  /// - Parameter tooLong: Shortest refused duration; nil without a limit.
  public init(
    settings: AnalysisSettings, environment: RunEnvironment, refusingFrom tooLong: Seconds? = nil
  ) {
    self.settings = settings
    provenance = Provenance(of: settings)
    self.environment = environment
    self.reference = nil
    self.tooLong = tooLong
  }

  /// Creates a pipeline for one person. Its documents have an assessment.
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

  /// Creates a pipeline for one person with one set of limits.
  public init(
    settings: AnalysisSettings, environment: RunEnvironment, profile: UserProfile,
    limits: ReferenceLimits
  ) {
    self.init(
      settings: settings, environment: environment, profile: profile,
      assessor: Assessor(limits: limits))
  }

  /// Adds the assessment of a person to an existing document.
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

  /// Returns a copy with the baseline F0 of a person, which resolves octave ambiguity.
  public func knowing(baselineF0: Hertz) -> VoicePipeline {
    var pipeline = self
    pipeline.settings.baselineF0 = baselineF0
    return pipeline
  }

  /// Returns a copy for recordings of a task.
  package func measuring(_ task: RecordingTask) -> VoicePipeline {
    guard task != settings.task else { return self }
    var pipeline = self
    pipeline.settings.task = task
    return pipeline
  }

  /// SHA-256 of the settings in the documents of this pipeline.
  package var settingsSHA256: String { provenance.settingsSHA256 }

  /// Analyses one input. A refusal also yields a document.
  public func analyze(
    _ source: AudioSource, workspace: inout AnalysisWorkspace
  ) -> ResultsDocument {
    examine(source, workspace: &workspace).document
  }

  /// Analyses one input and returns signal and analysis too.
  public func examine(
    _ source: AudioSource, workspace: inout AnalysisWorkspace
  ) -> AnalysisResult {
    examine(source, after: nil, workspace: &workspace)
  }

  /// Analyses one input and reuses `firstPass` if it is of the same samples.
  func examine(
    _ source: AudioSource, after firstPass: CachedFirstPass?, workspace: inout AnalysisWorkspace
  ) -> AnalysisResult {
    let start = environment.elapsed()
    let ingested = WAVReader.read(source, by: settings.reading)
    let decoded = environment.elapsed()
    let known = firstPass.flatMap {
      $0.isAt(bytes: ingested.facts.sha256, by: settings.reading) ? $0 : nil
    }
    let judged = judgement(of: ingested, after: known, workspace: &workspace)
    let quality = judged.quality
    let outcome = assess(judged.outcome, quality: quality, settings: provenance.settings)
    let document = ResultsDocument(
      analysisID: environment.newID(),
      tier: settings.tier,
      task: settings.task,
      recording: ingested.facts,
      quality: quality,
      outcome: outcome,
      provenance: provenance,
      run: environment.run(from: start, decoded: decoded))
    return AnalysisResult(
      document: document, signal: try? ingested.result.get().signal, analysis: judged.analysis,
      firstChecks: judged.firstChecks)
  }

  /// Adds an assessment if the pipeline has a profile.
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

  /// Checks, outcome and analysis of a recording.
  private struct Judgement {
    let quality: RecordingQualityReport
    let outcome: ResultsDocument.Outcome
    var analysis: VoiceAnalysis?
    var firstChecks: [QualityCheck]?
  }

  /// Checks a recording and measures it, or refuses it.
  private func judgement(
    of ingested: IngestOutcome, after firstPass: CachedFirstPass?,
    workspace: inout AnalysisWorkspace
  ) -> Judgement {
    switch ingested.result {
    case .failure(let error):
      return Judgement(
        quality: RecordingQualityReport(checks: []), outcome: .refused(error.refusal))
    case .success(let recording):
      lazy var checks = firstPass?.checks ?? RecordingQuality.firstChecks(of: recording)
      if let refusal = requirements.refusal(of: recording.signal, louder: recording.louder) {
        return Judgement(
          quality: quality(of: checks), outcome: .refused(refusal))
      }
      // Integer samples are always within full scale.
      guard !recording.encoding.isFloat || VoiceAnalyzer.canMeasure(recording.signal) else {
        return Judgement(
          quality: quality(of: checks), outcome: .complete(overflow(of: recording.signal)))
      }
      let used = settings.checks == .off ? nil : checks
      var judged = measure(
        recording, checks: used ?? [], after: firstPass?.first, workspace: &workspace)
      judged.firstChecks = used
      return judged
    }
  }

  var requirements: Requirements { Requirements(settings: settings, tooLong: tooLong) }

  private func measure(
    _ recording: IngestedRecording, checks: [QualityCheck], after firstPass: FirstPass?,
    workspace: inout AnalysisWorkspace
  ) -> Judgement {
    let analysis = VoiceAnalyzer.analyze(
      recording.signal, settings: settings, after: firstPass, workspace: &workspace)
    guard settings.tier == .comprehensive else {
      let quality = quality(of: checks)
      return Judgement(
        quality: quality,
        outcome: .complete(findings(of: analysis, quality: quality, bandwidth: nil)),
        analysis: analysis)
    }
    let quality = quality(
      of: RecordingQuality.withoutEffectsOfOverflow(
        self.checks(of: recording, analysis, after: checks, workspace: &workspace)))
    var findings = findings(
      of: analysis, quality: quality, bandwidth: analysis.voice.bandwidth)
    // Without voicing, no phonation varies.
    if settings.statesIntervals, findings.biomarkers[.f0Mean].unavailability?.code != .noVoicing {
      let stated = Measure.allCases.filter { findings.biomarkers[$0].number != nil }
      findings.uncertainty = analysis.intervals(of: Set(stated))
    }
    if settings.preset == .clinical {
      for measure in findings.uncertainty.keys {
        findings.uncertainty[measure]?.smallestChange = ChangeMeasure.of(measure)?.smallestChange
      }
    }
    return Judgement(quality: quality, outcome: .complete(findings), analysis: analysis)
  }

  /// The checks that apply to the task.
  private func quality(of checks: [QualityCheck]) -> RecordingQualityReport {
    RecordingQualityReport(checks: checks.filter { settings.task.requires($0.check) })
  }

  /// The checks that the settings request, after the first checks.
  private func checks(
    of recording: IngestedRecording, _ analysis: VoiceAnalysis, after first: [QualityCheck],
    workspace: inout AnalysisWorkspace
  ) -> [QualityCheck] {
    guard settings.checks != .off else { return [] }
    let checks = first + RecordingQuality.sampleChecks(of: recording)
    guard settings.checks == .all else { return checks }
    let voice = CheckedVoice(recording, analysis, &workspace)
    let tasks: [@Sendable (inout AnalysisWorkspace) -> [QualityCheck]] = [
      { RecordingQuality.foreignSoundChecks(of: voice, workspace: &$0) },
      { RecordingQuality.voiceChecks(of: voice, workspace: &$0) },
      { RecordingQuality.soundChecks(of: voice, workspace: &$0) },
    ]
    let parts = workspace.results(of: tasks)
    let bandwidth = RecordingQuality.bandwidth(
      endingAt: analysis.voice.bandwidth?.end, sampleRate: recording.signal.sampleRate,
      after: checks)
    return RecordingQuality.placingPeak(of: checks, in: voice) + parts[2] + [bandwidth] + parts[1]
      + parts[0]
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
    findings.unfiltered = analysis.unfiltered.filter { biomarkers[$0.key].number != nil }
    findings.notes = notes(on: findings)
    if settings.includesContours { findings.contours = Contours(of: analysis) }
    return findings
  }

  /// Applies the validity criteria to the measures of an analysis.
  private func gated(
    _ analysis: VoiceAnalysis, quality: RecordingQualityReport, bandwidth: EffectiveBandwidth?
  ) -> Biomarkers {
    var gated = GatedBiomarkers(
      Biomarkers(of: analysis, settings: settings), gates: settings.gates)
    if let candidates = analysis.f0Candidates { gated.gate(after: candidates) }
    guard settings.gatesRecording else { return gated.biomarkers }
    if let stress = analysis.stress { gated.gate(after: stress) }
    gated.gate(below: settings.harmonicityFloor, analysis)
    gated.gate(after: quality.checks)
    gated.gate(afterNoiseOf: quality.checks)
    if let bandwidth {
      gated.gate(beyond: bandwidth, formantCeiling: FormantCeiling.of(analysis.pitch))
    }
    if let signalType = analysis.signalType { gated.gate(after: signalType) }
    gated.gate(beyondMethodsOf: analysis)
    gated.gate(ifShort: analysis.segment)
    gated.suppressRedundantMeasures()
    return gated.biomarkers
  }

  /// Reason for the absence of a signal type.
  private var untypedReason: String {
    guard settings.task.isVowel else { return ReasonCode.notAVowel.rawValue }
    guard settings.gates == .off else { return ReasonCode.notInTier.rawValue }
    return TextCatalogue.notes.text(
      settings.preset == .praat ? "the_praat_preset_has" : "no_gate_was_asked")
  }

  func notes(on findings: Findings) -> [String] {
    let biomarkers = findings.biomarkers
    let texts = TextCatalogue.notes
    var notes: [String] = []
    for measure in [Measure.shimmerLocal, .hnrMean] {
      guard let value = biomarkers[measure].number, let other = findings.unfiltered[measure],
        (other - value).magnitude > Self.notedDifference * value.magnitude
      else { continue }
      notes.append(
        texts.filled(
          "excludes_the_sound_below",
          [
            "1": measure.rawValue, "2": "\(Decimal.text(other, places: 2)) \(measure.unit)",
          ]))
    }
    if settings.judges, let mean = biomarkers[.f0Mean].number, mean < Self.lowVoice.value,
      biomarkers[.hnrMean].number != nil
    {
      notes.append(
        texts.filled(
          "f0_is_below_harmonicity",
          ["1": "\(Self.lowVoice)", "2": "\(settings.harmonicityFloor)"]))
    }
    if settings.judges, let mean = biomarkers[.f0Mean].number, mean > Self.highVoice.value,
      biomarkers[.jitterLocal].number ?? biomarkers[.shimmerLocal].number != nil
    {
      notes.append(texts.filled("f0_is_above_resonances", ["1": "\(Self.highVoice)"]))
    }
    if biomarkers[.stabilityScore].number != nil {
      notes.append(texts.filled("is_experimental", ["1": Measure.stabilityScore.rawValue]))
    }
    return notes
  }
}
