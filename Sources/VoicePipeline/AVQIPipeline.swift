// One AVQI document per pair of recordings, also for invalid input.

public import DSPCore
public import VoiceTypes
public import WAVIngest

/// Analysis pipeline of the AVQI: reads, checks, concatenates and measures a sustained vowel and
/// speech.
public struct AVQIPipeline: Sendable {
  private let language: AVQILanguage?
  private let ends: VowelEnds
  private let environment: RunEnvironment

  /// Analysed channel of both files, counted from 1.
  public var channel = 1

  /// Pipeline that checks each recording, as `analyze` does.
  private var checker: VoicePipeline {
    var settings = VoicingPattern.settings
    settings.channel = channel
    return VoicePipeline(settings: settings, environment: environment)
  }

  /// Creates a pipeline. A nil `language` means no cut-off.
  public init(
    language: AVQILanguage?, vowelEnds ends: VowelEnds = .ofSound, environment: RunEnvironment
  ) {
    self.language = language
    self.ends = ends
    self.environment = environment
  }

  /// Analyses a pair. A refusal also yields a document.
  public func analyze(
    vowel vowelSource: AudioSource, speech speechSource: AudioSource,
    workspace: inout AnalysisWorkspace
  ) -> AVQIDocument {
    let start = environment.elapsed()
    let checker = checker
    let sources = [vowelSource, speechSource].map {
      WAVReader.read($0, by: checker.settings.reading)
    }
    let decoded = environment.elapsed()
    let vowel = AVQIInput(sources[0], as: .vowel, checkedBy: checker, workspace: &workspace)
    let speech = AVQIInput(sources[1], as: .speech, checkedBy: checker, workspace: &workspace)
    let outcome = outcome(vowel, speech, workspace: &workspace)
    let end = environment.elapsed()
    return AVQIDocument(
      analysisID: environment.newID(), vowel: vowel.checked, speech: speech.checked,
      outcome: outcome,
      provenance: Provenance(ofAVQI: language, vowelEnds: ends, channel: channel),
      run: RunFacts(
        analyzedAt: environment.timestamp(),
        decodeMilliseconds: (decoded - start).milliseconds,
        analysisMilliseconds: (end - decoded).milliseconds,
        totalMilliseconds: (end - start).milliseconds))
  }

  /// Creates the refusal of a pair if the audio of the recording `missing` is no longer stored.
  package func document(
    ofVowel vowel: ResultsDocument, speech: ResultsDocument, without missing: AVQIRole
  ) -> AVQIDocument {
    func checked(_ document: ResultsDocument, as role: AVQIRole) -> CheckedRecording {
      let checks = document.quality.checks.filter { role.isAsked($0.check) }
      return CheckedRecording(
        facts: document.recording, quality: RecordingQualityReport(checks: checks))
    }
    return refused(
      checked(vowel, as: .vowel), checked(speech, as: .speech),
      AVQIRefusal(role: missing, refusal: Refusal(RefusalText.soundNotKept)))
  }

  /// Creates the refusal of an invalid manifest row.
  package func document(of pair: AVQIManifest.Pair, refusedFor fault: FileFault) -> AVQIDocument {
    func unread(_ path: String) -> CheckedRecording {
      CheckedRecording(
        facts: RecordingFacts(name: AudioSource.path(path).name),
        quality: RecordingQualityReport(checks: []))
    }
    let role = AVQIRole.allCases.first { fault.place.hasSuffix(", \($0.rawValue)") } ?? .vowel
    return refused(
      unread(pair.vowel), unread(pair.speech), AVQIRefusal(role: role, refusal: Refusal(fault)))
  }

  private func refused(
    _ vowel: CheckedRecording, _ speech: CheckedRecording, _ refusal: AVQIRefusal
  ) -> AVQIDocument {
    AVQIDocument(
      analysisID: environment.newID(), vowel: vowel, speech: speech, outcome: .refused([refusal]),
      provenance: Provenance(ofAVQI: language, vowelEnds: ends, channel: channel),
      run: RunFacts(
        analyzedAt: environment.timestamp(), decodeMilliseconds: 0, analysisMilliseconds: 0,
        totalMilliseconds: 0))
  }

  private func outcome(
    _ vowel: AVQIInput, _ speech: AVQIInput, workspace: inout AnalysisWorkspace
  ) -> AVQIDocument.Outcome {
    guard case .success(let held) = vowel.signal, case .success(let spoken) = speech.signal else {
      return .refused([vowel, speech].compactMap(\.refusal))
    }
    guard held.sampleRate == spoken.sampleRate else {
      return .refused([
        AVQIRefusal(role: .speech, refusal: .ratesDiffer(vowel: held, speech: spoken))
      ])
    }
    let measured = measure(vowel: held, speech: spoken, workspace: &workspace)
    let (index, version) = (measured.index, AVQIFormula.v03_01.version)
    var findings = AVQIFindings(
      version: version, used: measured.used, parts: index.parts, index: index.value,
      classification: AVQIClassification(
        of: index.value, version: version, language: language,
        unless: AVQIObstacles.sentences(
          vowel: vowel, in: measured.used?.vowelSpan, speech: speech)))
    findings.notes = measured.notes
    return .complete(findings)
  }

  /// Index with its durations and notes.
  private struct Measurement {
    var index: AcousticVoiceQualityIndex
    var used: AVQIDurations?
    var notes: [String] = []
  }

  private func measure(
    vowel: Signal, speech: Signal, workspace: inout AnalysisWorkspace
  ) -> Measurement {
    guard VoiceAnalyzer.canMeasure(vowel), VoiceAnalyzer.canMeasure(speech) else {
      return Measurement(index: .init(unavailableBecause: .numericOverflow))
    }
    do {
      let vowel = try TrimmedVowel(vowel, ends, workspace: &workspace)
      let chain = try ConcatenatedVoice(
        speech: speech, vowel: vowel.signal, workspace: &workspace)
      var used = AVQIDurations(
        soundingSpeech: chain.soundingSpeech, voicedSpeech: chain.voicedSpeech,
        vowel: chain.vowel)
      used.vowelSpan = vowel.span
      return Measurement(
        index: AcousticVoiceQualityIndex(of: chain.signal, workspace: &workspace), used: used,
        notes: AVQINotes.notes(on: chain, of: vowel))
    } catch {
      return Measurement(index: .init(unavailableBecause: error))
    }
  }
}

/// Recording of a pair.
struct AVQIInput {
  /// Role of the recording.
  let role: AVQIRole

  /// Properties and quality checks.
  let checked: CheckedRecording

  /// Signal, or the reason for its refusal.
  let signal: Result<Signal, Refusal>

  /// Findings of the analysis; nil for a refused recording.
  let findings: Findings?

  /// Voicing pattern; nil without voicing.
  var voicing: VoicingPattern? { findings.flatMap { VoicingPattern($0) } }

  /// Checks a decoded recording like any other recording.
  init(
    _ ingested: IngestOutcome, as role: AVQIRole, checkedBy checker: VoicePipeline,
    workspace: inout AnalysisWorkspace
  ) {
    let (quality, outcome) = checker.judge(ingested, workspace: &workspace)
    switch (ingested.result, outcome) {
    case (.failure(let error), _):
      (signal, findings) = (.failure(error.refusal), nil)
    case (.success, .refused(let refusal)):
      (signal, findings) = (.failure(refusal.advised(for: role)), nil)
    case (.success(let recording), .complete(let findings)):
      (signal, self.findings) = (.success(recording.signal), findings)
    }
    self.role = role
    checked = CheckedRecording(
      facts: ingested.facts,
      quality: RecordingQualityReport(checks: quality.checks.filter { role.isAsked($0.check) }))
  }

  /// Refusal; nil for an accepted recording.
  var refusal: AVQIRefusal? {
    guard case .failure(let refusal) = signal else { return nil }
    return AVQIRefusal(role: role, refusal: refusal)
  }
}

extension AVQIRole {
  /// Checks of vowel steadiness. They do not apply to speech, which has pauses and movement.
  private static let ofHeldVowels: Set<CheckID?> = [
    .duration, .silenceShare, .heldVowel, .levelRange, .dropouts, .noiseGate, .gap, .lossyCoding,
    .severalSounds,
  ]

  /// Whether a check applies to this role.
  func isAsked(_ check: CheckID?) -> Bool {
    self == .vowel || !Self.ofHeldVowels.contains(check)
  }
}

extension Refusal {
  fileprivate func advised(for role: AVQIRole) -> Refusal {
    role == .speech ? ofSpeech : self
  }

  fileprivate static func ratesDiffer(vowel: Signal, speech: Signal) -> Refusal {
    Refusal(
      RefusalText.sampleRatesDiffer,
      [.rate: "\(speech.sampleRate)", .needed: "\(vowel.sampleRate)"])
  }
}

extension AVQIClassification {
  /// Compares an index with the published cut-off of a version and language, unless `obstacles`
  /// exist.
  init(
    of index: Measured, version: AVQIVersion, language: AVQILanguage?, unless obstacles: [String]
  ) {
    guard obstacles.isEmpty else {
      self = .none(reason: obstacles.joined(separator: "; "))
      return
    }
    let texts = TextCatalogue.assessments
    guard let language else {
      let languages = AVQILanguage.allCases.map(\.name).joined(separator: ", ")
      self = .none(reason: texts.filled("avqi.no_language", ["languages": languages]))
      return
    }
    guard let cutOff = AVQICutOff.of(version, in: language) else {
      self = .none(
        reason: texts.filled(
          "avqi.no_cut_off", ["version": version.rawValue, "language": language.name]))
      return
    }
    guard let number = index.number else {
      self = .none(reason: texts.text("avqi.not_measured"))
      return
    }
    self = .against(cutOff, AVQIRelation(of: number, to: cutOff))
  }
}
