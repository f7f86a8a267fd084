// One index document per pair of recordings, also for invalid input.

public import DSPCore
public import VoiceTypes
public import WAVIngest

/// Analysis pipeline of an index: reads, checks, concatenates and measures a sustained vowel and
/// speech.
public struct IndexPipeline: Sendable {
  private let index: ConcatenatedIndex
  private let language: IndexLanguage?
  private let ends: VowelEnds
  private let environment: RunEnvironment

  /// Analysed channel of both files, counted from 1.
  public var channel = 1

  /// Language of notes and reasons; documents are English.
  package var texts = IndexTexts()

  /// Pipeline that checks each recording, as `analyze` does.
  private var checker: VoicePipeline {
    var settings = VoicingPattern.settings
    settings.channel = channel
    return VoicePipeline(settings: settings, environment: environment)
  }

  /// Creates a pipeline. A nil `language` means no cut-off.
  public init(
    _ index: IndexID, language: IndexLanguage?, vowelEnds ends: VowelEnds = .ofFile,
    environment: RunEnvironment
  ) {
    self.index = index.index
    self.language = language
    self.ends = ends
    self.environment = environment
  }

  /// Analyses a pair. A refusal also yields a document.
  public func analyze(
    vowel vowelSource: AudioSource, speech speechSource: AudioSource,
    workspace: inout AnalysisWorkspace
  ) -> IndexDocument {
    let start = environment.elapsed()
    let checker = checker
    let sources = [vowelSource, speechSource].map {
      WAVReader.read($0, by: checker.settings.reading)
    }
    let decoded = environment.elapsed()
    let vowel = IndexInput(sources[0], as: .vowel, checkedBy: checker, workspace: &workspace)
    let speech = IndexInput(sources[1], as: .speech, checkedBy: checker, workspace: &workspace)
    let outcome = outcome(vowel, speech, workspace: &workspace)
    let end = environment.elapsed()
    return IndexDocument(
      analysisID: environment.newID(), index: index.id, vowel: vowel.checked,
      speech: speech.checked, outcome: outcome, provenance: provenance,
      run: RunFacts(
        analyzedAt: environment.timestamp(),
        decodeMilliseconds: (decoded - start).milliseconds,
        analysisMilliseconds: (end - decoded).milliseconds,
        totalMilliseconds: (end - start).milliseconds))
  }

  /// Creates the refusal of a pair if the audio of the recording `missing` is no longer stored.
  package func document(
    ofVowel vowel: ResultsDocument, speech: ResultsDocument, without missing: IndexRole
  ) -> IndexDocument {
    func checked(_ document: ResultsDocument, as role: IndexRole) -> CheckedRecording {
      let checks = document.quality.checks.filter { role.task.requires($0.check) }
      return CheckedRecording(
        facts: document.recording, quality: RecordingQualityReport(checks: checks))
    }
    return refused(
      checked(vowel, as: .vowel), checked(speech, as: .speech),
      IndexRefusal(role: missing, refusal: Refusal(RefusalText.soundNotKept)))
  }

  /// Creates the refusal of an invalid manifest row.
  package func document(of pair: IndexManifest.Pair, refusedFor fault: FileFault) -> IndexDocument {
    func unread(_ path: String) -> CheckedRecording {
      CheckedRecording(
        facts: RecordingFacts(name: AudioSource.path(path).name),
        quality: RecordingQualityReport(checks: []))
    }
    let role = IndexRole.allCases.first { fault.place.hasSuffix(", \($0.rawValue)") } ?? .vowel
    return refused(
      unread(pair.vowel), unread(pair.speech), IndexRefusal(role: role, refusal: Refusal(fault)))
  }

  private func refused(
    _ vowel: CheckedRecording, _ speech: CheckedRecording, _ refusal: IndexRefusal
  ) -> IndexDocument {
    IndexDocument(
      analysisID: environment.newID(), index: index.id, vowel: vowel, speech: speech,
      outcome: .refused([refusal]), provenance: provenance,
      run: RunFacts(
        analyzedAt: environment.timestamp(), decodeMilliseconds: 0, analysisMilliseconds: 0,
        totalMilliseconds: 0))
  }

  private func outcome(
    _ vowel: IndexInput, _ speech: IndexInput, workspace: inout AnalysisWorkspace
  ) -> IndexDocument.Outcome {
    guard case .success(let held) = vowel.signal, case .success(let spoken) = speech.signal else {
      return .refused([vowel, speech].compactMap(\.refusal))
    }
    guard index.preparation.rate != nil || held.sampleRate == spoken.sampleRate else {
      return .refused([
        IndexRefusal(role: .speech, refusal: .ratesDiffer(vowel: held, speech: spoken))
      ])
    }
    let (measured, used, notes) = measure(vowel: held, speech: spoken, workspace: &workspace)
    let obstacles = IndexObstacles(
      vowel: vowel, span: used?.vowelSpan, speech: speech, texts: texts
    ).sentences
    var findings = IndexFindings(
      used: used, parts: measured.parts, value: measured.value,
      comparison: comparison(of: measured.value, unless: obstacles))
    findings.notes = notes
    return .complete(findings)
  }

  private func measure(
    vowel: Signal, speech: Signal, workspace: inout AnalysisWorkspace
  ) -> (MeasuredIndex, IndexDurations?, notes: [String]) {
    guard VoiceAnalyzer.canMeasure(vowel), VoiceAnalyzer.canMeasure(speech) else {
      return (MeasuredIndex(index, unavailableBecause: .numericOverflow), nil, [])
    }
    do {
      let trimmed = try TrimmedVowel(vowel, ends, workspace: &workspace)
      let chain = try ConcatenatedVoice(
        speech: speech, vowel: trimmed.signal, by: index.preparation, workspace: &workspace)
      var used = IndexDurations(
        soundingSpeech: chain.soundingSpeech, voicedSpeech: chain.voicedSpeech,
        vowel: chain.vowel)
      used.vowelSpan = trimmed.span
      let rate = min(vowel.sampleRate, speech.sampleRate)
      return (
        MeasuredIndex(index, of: chain.signal, workspace: &workspace), used,
        IndexNotes(index: index, ends: ends, texts: texts)
          .notes(on: chain, of: trimmed, recordedAt: rate)
      )
    } catch {
      return (MeasuredIndex(index, unavailableBecause: error), nil, [])
    }
  }

  /// Compares an index with the published cut-offs of the language, unless `obstacles` exist.
  private func comparison(of value: Measured, unless obstacles: [String]) -> IndexComparison {
    guard obstacles.isEmpty else { return .none(reason: obstacles.joined(separator: "; ")) }
    guard let language else {
      let known = IndexLanguage.allCases.filter { !index.cutOffs(in: $0).isEmpty }
      let languages = known.map(name(of:)).joined(separator: ", ")
      return .none(reason: texts("index.no_language", ["languages": languages]))
    }
    let cutOffs = index.cutOffs(in: language)
    guard !cutOffs.isEmpty else {
      return .none(
        reason: texts("index.no_cut_off", ["index": index.name, "language": name(of: language)]))
    }
    guard value.number != nil else { return .none(reason: texts("index.not_measured")) }
    return .against(cutOffs)
  }

  private func name(of language: IndexLanguage) -> String {
    texts("index.language.\(language.rawValue)")
  }

  private var provenance: Provenance {
    Provenance(of: index, language: language, vowelEnds: ends, channel: channel)
  }
}

/// Recording of a pair.
struct IndexInput {
  /// Role of the recording.
  let role: IndexRole

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
    _ ingested: IngestOutcome, as role: IndexRole, checkedBy checker: VoicePipeline,
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
      quality: RecordingQualityReport(
        checks: quality.checks.filter { role.task.requires($0.check) }))
  }

  /// Refusal; nil for an accepted recording.
  var refusal: IndexRefusal? {
    guard case .failure(let refusal) = signal else { return nil }
    return IndexRefusal(role: role, refusal: refusal)
  }
}

extension IndexRole {
  /// Task of the recording.
  fileprivate var task: RecordingTask { self == .vowel ? .sustainedVowel : .reading }
}

extension Refusal {
  fileprivate func advised(for role: IndexRole) -> Refusal {
    role == .speech ? ofSpeech : self
  }

  fileprivate static func ratesDiffer(vowel: Signal, speech: Signal) -> Refusal {
    Refusal(
      RefusalText.sampleRatesDiffer,
      [.rate: "\(speech.sampleRate)", .needed: "\(vowel.sampleRate)"])
  }
}
