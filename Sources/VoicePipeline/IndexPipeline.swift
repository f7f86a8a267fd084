// One index document per pair of recordings, also for invalid input.

package import DSPCore
package import VoiceTypes
package import WAVIngest

/// Analysis pipeline of an index: reads, checks, concatenates and measures a sustained vowel and
/// speech.
package struct IndexPipeline: Sendable {
  private let index: ConcatenatedIndex
  private let language: IndexLanguage?
  private let ends: VowelEnds
  private let environment: RunEnvironment

  /// Analysed channel of both files, counted from 1.
  package var channel = 1
  /// Language of notes and reasons; documents are English.
  package var texts = Language.english

  /// Creates a pipeline. A nil `language` means no cut-off.
  package init(
    _ index: ConcatenatedIndex, language: IndexLanguage?, vowelEnds ends: VowelEnds = .ofFile,
    environment: RunEnvironment
  ) {
    (self.index, self.language, self.ends) = (index, language, ends)
    self.environment = environment
  }

  /// Analyses a pair. A refusal also yields a document.
  package func analyze(
    vowel vowelSource: AudioSource, speech speechSource: AudioSource,
    workspace: inout AnalysisWorkspace
  ) -> IndexDocument {
    let start = environment.elapsed()
    var settings = VoicingPattern.settings
    settings.channel = channel
    let checker = VoicePipeline(settings: settings, environment: environment)
    let sources = [vowelSource, speechSource].map { WAVReader.read($0, by: settings.reading) }
    let decoded = environment.elapsed()
    let vowel = IndexInput(sources[0], as: .vowel, checkedBy: checker, workspace: &workspace)
    let speech = IndexInput(sources[1], as: .speech, checkedBy: checker, workspace: &workspace)
    return document(
      vowel.checked, speech.checked, outcome(vowel, speech, workspace: &workspace),
      environment.run(from: start, decoded: decoded))
  }

  /// Creates the refusal of a pair if the audio of the recording `missing` is no longer stored.
  package func document(
    ofVowel vowel: ResultsDocument, speech: ResultsDocument, without missing: IndexRole
  ) -> IndexDocument {
    refused(
      CheckedRecording(vowel.recording, vowel.quality, as: .vowel),
      CheckedRecording(speech.recording, speech.quality, as: .speech),
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
    document(vowel, speech, .refused([refusal]), RunFacts(analyzedAt: environment.timestamp()))
  }

  private func document(
    _ vowel: CheckedRecording, _ speech: CheckedRecording, _ outcome: IndexDocument.Outcome,
    _ run: RunFacts
  ) -> IndexDocument {
    IndexDocument(
      analysisID: environment.newID(), index: index, vowel: vowel, speech: speech,
      outcome: outcome,
      provenance: Provenance(of: index, language: language, vowelEnds: ends, channel: channel),
      run: run)
  }

  private func outcome(
    _ vowel: IndexInput, _ speech: IndexInput, workspace: inout AnalysisWorkspace
  ) -> IndexDocument.Outcome {
    guard case .success(let held) = vowel.signal, case .success(let spoken) = speech.signal else {
      return .refused([vowel, speech].compactMap(\.refusal))
    }
    guard index.preparation.rate != nil || held.sampleRate == spoken.sampleRate else {
      let refusal = Refusal(
        RefusalText.sampleRatesDiffer,
        [.rate: "\(spoken.sampleRate)", .needed: "\(held.sampleRate)"])
      return .refused([IndexRefusal(role: .speech, refusal: refusal)])
    }
    let (measured, used, notes) = measure(vowel: held, speech: spoken, workspace: &workspace)
    let obstacles = IndexObstacles(
      vowel: vowel, span: used?.vowelSpan, speech: speech, texts: texts
    ).sentences
    return .complete(
      IndexFindings(
        used: used, parts: measured.parts, value: measured.value,
        comparison: comparison(of: measured.value, unless: obstacles), notes: notes))
  }

  private func measure(
    vowel: Signal, speech: Signal, workspace: inout AnalysisWorkspace
  ) -> (MeasuredIndex, IndexDurations?, notes: [String]) {
    do throws(Unavailability) {
      guard VoiceAnalyzer.canMeasure(vowel), VoiceAnalyzer.canMeasure(speech) else {
        throw .numericOverflow
      }
      let trimmed = try TrimmedVowel(vowel, ends, workspace: &workspace)
      let chain = try ConcatenatedVoice(
        speech: speech, vowel: trimmed.signal, by: index.preparation, workspace: &workspace)
      let notes = IndexNotes(
        index: index, chain: chain, vowel: trimmed, ends: ends,
        rate: min(vowel.sampleRate, speech.sampleRate), texts: texts)
      return (
        MeasuredIndex(index, of: chain.signal, workspace: &workspace),
        IndexDurations(
          soundingSpeech: chain.soundingSpeech, voicedSpeech: chain.voicedSpeech,
          vowel: chain.vowel, vowelSpan: trimmed.span), notes.sentences
      )
    } catch {
      return (MeasuredIndex(index, unavailableBecause: error), nil, [])
    }
  }

  /// Compares an index with the published cut-offs of the language, unless `obstacles` exist.
  private func comparison(of value: Measured, unless obstacles: [String]) -> IndexComparison {
    guard obstacles.isEmpty else { return .none(reason: obstacles.joined(separator: "; ")) }
    func name(of language: IndexLanguage) -> String {
      texts.text("index.language.\(language.rawValue)")
    }
    guard let language else {
      let known = IndexLanguage.allCases.filter { !index.cutOffs(in: $0).isEmpty }
      let languages = known.map(name).joined(separator: ", ")
      return .none(reason: texts.text("index.no_language", ["languages": languages]))
    }
    let cutOffs = index.cutOffs(in: language)
    guard !cutOffs.isEmpty else {
      let values = ["index": index.name, "language": name(of: language)]
      return .none(reason: texts.text("index.no_cut_off", values))
    }
    guard value.number != nil else { return .none(reason: texts.text("index.not_measured")) }
    return .against(cutOffs)
  }
}

/// Recording of a pair.
struct IndexInput {
  let role: IndexRole
  let checked: CheckedRecording
  let signal: Result<Signal, Refusal>
  /// Nil for a refused recording.
  let findings: Findings?

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
      (signal, findings) = (.failure(role == .speech ? refusal.ofSpeech : refusal), nil)
    case (.success(let recording), .complete(let findings)):
      (signal, self.findings) = (.success(recording.signal), findings)
    }
    self.role = role
    checked = CheckedRecording(ingested.facts, quality, as: role)
  }

  /// Voicing pattern; nil without voicing.
  var voicing: VoicingPattern? { findings.flatMap { VoicingPattern($0) } }

  var refusal: IndexRefusal? {
    guard case .failure(let refusal) = signal else { return nil }
    return IndexRefusal(role: role, refusal: refusal)
  }
}

extension CheckedRecording {
  /// Creates a recording with the checks of its role.
  fileprivate init(_ facts: RecordingFacts, _ quality: RecordingQualityReport, as role: IndexRole) {
    let task: RecordingTask = role == .vowel ? .sustainedVowel : .reading
    self.init(
      facts: facts,
      quality: RecordingQualityReport(checks: quality.checks.filter { task.requires($0.check) }))
  }
}
