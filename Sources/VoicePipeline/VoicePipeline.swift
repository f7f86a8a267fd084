// One recording in, one results document out. Whatever the input is, there is a document.

public import DSPCore
public import VoiceTypes
public import WAVIngest

/// Reads, checks, measures and reports one recording at a time.
public struct VoicePipeline: Sendable {
  /// Below this F0 a harmonicity floor of 75 Hz is within a semitone of the voice itself.
  private static let lowVoice: Hertz = 80

  private let settings: AnalysisSettings
  private let environment: RunEnvironment

  /// A pipeline that measures every recording in the same way.
  public init(settings: AnalysisSettings, environment: RunEnvironment) {
    self.settings = settings
    self.environment = environment
  }

  /// The document of one input; a refusal is a document too.
  public func analyze(
    _ source: AudioSource, workspace: inout AnalysisWorkspace
  ) -> ResultsDocument {
    let start = environment.elapsed()
    let ingested = WAVReader.read(source)
    let decoded = environment.elapsed()
    let (quality, outcome) = judge(ingested.result, workspace: &workspace)
    let end = environment.elapsed()
    return ResultsDocument(
      analysisID: environment.newID(),
      tier: settings.tier,
      recording: ingested.facts,
      quality: quality,
      outcome: outcome,
      provenance: Provenance(of: settings),
      run: RunFacts(
        analyzedAt: environment.timestamp(),
        decodeMilliseconds: (decoded - start).milliseconds,
        analysisMilliseconds: (end - decoded).milliseconds,
        totalMilliseconds: (end - start).milliseconds))
  }

  private func judge(
    _ ingested: Result<IngestedRecording, IngestError>, workspace: inout AnalysisWorkspace
  ) -> (RecordingQualityReport, ResultsDocument.Outcome) {
    switch ingested {
    case .failure(let error):
      return (RecordingQualityReport(checks: []), .refused(error.refusal))
    case .success(let recording):
      let quality = RecordingQualityReport(checks: RecordingQuality.firstChecks(of: recording))
      if let refusal = Requirements(settings: settings).refusal(of: recording.signal) {
        return (quality, .refused(refusal))
      }
      return (quality, .complete(findings(on: recording.signal, workspace: &workspace)))
    }
  }

  private func findings(
    on signal: Signal, workspace: inout AnalysisWorkspace
  ) -> Findings {
    let (range, rule) = settings.pitchRange
    var findings = Findings(
      pitchRange: range, pitchRangeRule: rule,
      segment: Segment(start: 0, end: signal.duration, rule: settings.segment),
      signalType: SignalType(type: nil, reasons: [signalTypeReason]),
      biomarkers: .overflowing(tier: settings.tier))
    guard VoiceAnalyzer.canMeasure(signal) else { return findings }

    let analysis = VoiceAnalyzer.analyze(signal, settings: settings, workspace: &workspace)
    findings.biomarkers = Biomarkers(of: analysis, tier: settings.tier)
    findings.notes = notes(on: findings.biomarkers)
    if settings.includesContours { findings.contours = Contours(of: analysis) }
    return findings
  }

  private var signalTypeReason: String {
    switch (settings.preset, settings.tier) {
    case (.praat, _): "the praat preset has no signal-type gate"
    case (.clinical, .quick): ReasonCode.notInTier.rawValue
    case (.clinical, .comprehensive): ReasonCode.notImplemented.rawValue
    }
  }

  private func notes(on biomarkers: Biomarkers) -> [String] {
    guard settings.preset == .clinical, settings.tier == .comprehensive else { return [] }
    var notes: [String] = []
    if settings.givenPitchRange == nil {
      notes.append(
        "the whole file was measured with the fixed pitch range above; the search for a range "
          + "and for a steady segment is not part of this version")
    }
    if let mean = biomarkers[.f0Mean].number, mean < Self.lowVoice.value {
      notes.append(
        "F0 is below \(Self.lowVoice): harmonicity is always measured with a floor of "
          + "\(settings.harmonicityFloor) and may read low for this voice")
    }
    return notes
  }
}
