package import DSPCore
package import VoiceTypes
package import WAVIngest

/// Analysis pipeline of an index: reads, checks, concatenates and measures a sustained vowel and
/// speech. Each pair gives one document, also invalid input.
package struct IndexPipeline: Sendable {
  let index: ConcatenatedIndex
  private let language: IndexLanguage?
  let ends: VowelEnds
  private let environment: RunEnvironment

  /// Analysed channel of both files, counted from 1.
  package var channel = 1
  /// Language of notes and reasons; documents are English.
  package var texts = Language.english

  /// Recording of a pair after the checks; the signal is nil for an unreadable one.
  private typealias Examined = (document: ResultsDocument, signal: Signal?)

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
    vowel: AudioSource, speech: AudioSource, workspace: inout AnalysisWorkspace
  ) -> IndexDocument {
    var settings = VoicingPattern.settings
    settings.channel = channel
    let checker = VoicePipeline(settings: settings, environment: environment)
    let start = environment.elapsed()
    func examined(_ source: AudioSource) -> Examined {
      let result = checker.examine(source, workspace: &workspace)
      return (result.document, result.signal)
    }
    let (vowel, speech) = (examined(vowel), examined(speech))
    let decoding = [vowel, speech].reduce(0) { $0 + $1.document.run.decodeMilliseconds }
    return document(
      vowel.document, speech.document, outcome(of: vowel, speech, workspace: &workspace),
      environment.run(from: start, decoded: start + .milliseconds(decoding)))
  }

  /// Creates the refusal of a pair if the audio of the recording `missing` is no longer stored.
  package func document(
    ofVowel vowel: ResultsDocument, speech: ResultsDocument, without missing: IndexRole
  ) -> IndexDocument {
    document(vowel, speech, .refused([(missing, Refusal(RefusalText.soundNotKept))]))
  }

  /// Creates the refusal of an invalid manifest row.
  package func document(of pair: IndexManifest.Pair, refusedFor fault: FileFault) -> IndexDocument {
    func unread(_ path: String) -> ResultsDocument {
      VoicePipeline(settings: VoicingPattern.settings, environment: environment).document(
        refusing: RecordingFacts(name: AudioSource.path(path).name), for: Refusal(fault))
    }
    let role = IndexRole.allCases.first { fault.place.hasSuffix(", \($0.rawValue)") } ?? .vowel
    return document(
      unread(pair.vowel), unread(pair.speech), .refused([(role, Refusal(fault))]))
  }

  private func document(
    _ vowel: ResultsDocument, _ speech: ResultsDocument, _ outcome: IndexDocument.Outcome,
    _ run: RunFacts? = nil
  ) -> IndexDocument {
    IndexDocument(
      analysisID: environment.newID(), index: index,
      recordings: ((vowel.recording, vowel.quality), (speech.recording, speech.qualityAsSpeech)),
      outcome: outcome,
      provenance: Provenance(of: index, language: language, vowelEnds: ends, channel: channel),
      run: run ?? RunFacts(analyzedAt: environment.timestamp()))
  }

  private func outcome(
    of vowel: Examined, _ speech: Examined, workspace: inout AnalysisWorkspace
  ) -> IndexDocument.Outcome {
    let refusals = [
      vowel.document.refusal.map { (IndexRole.vowel, $0) },
      speech.document.refusal.map { (.speech, $0.ofSpeech) },
    ].compactMap { $0 }
    guard refusals.isEmpty, let held = vowel.signal, let spoken = speech.signal else {
      return .refused(refusals)
    }
    guard index.rate != nil || held.sampleRate == spoken.sampleRate else {
      let refusal = Refusal(
        RefusalText.sampleRatesDiffer,
        [.rate: "\(spoken.sampleRate)", .needed: "\(held.sampleRate)"])
      return .refused([(.speech, refusal)])
    }
    var findings = findings(vowel: held, speech: spoken, workspace: &workspace)
    findings.notCompared = obstacle(to: findings, vowel.document, speech.document)
    if let language, findings.notCompared == nil {
      findings.cutOffs = index.cutOffs(in: language)
    }
    return .complete(findings)
  }

  private func findings(
    vowel: Signal, speech: Signal, workspace: inout AnalysisWorkspace
  ) -> IndexFindings {
    do throws(Unavailability) {
      guard VoiceAnalyzer.canMeasure(vowel), VoiceAnalyzer.canMeasure(speech) else {
        throw .numericOverflow
      }
      let trimmed = try TrimmedVowel(vowel, ends, workspace: &workspace)
      let chain = try ConcatenatedVoice(
        speech: speech, vowel: trimmed.signal, for: index, workspace: &workspace)
      var findings = IndexFindings(
        of: index, index.parts(of: chain.signal, workspace: &workspace))
      findings.used = chain.used
      findings.used?.vowelSpan = trimmed.span
      findings.notes = notes(on: chain, trimmed, rate: min(vowel.sampleRate, speech.sampleRate))
      return findings
    } catch {
      return IndexFindings(of: index, index.weights.mapValues { _ in .unavailable(error) })
    }
  }

  /// Reason against a comparison with the cut-offs of the language; nil for a comparable pair.
  private func obstacle(
    to findings: IndexFindings, _ vowel: ResultsDocument, _ speech: ResultsDocument
  ) -> String? {
    let name = { (language: IndexLanguage) in texts.text("index.language.\(language.rawValue)") }
    let obstacles = obstacles(vowel, span: findings.used?.vowelSpan, speech)
    guard obstacles.isEmpty else { return obstacles.joined(separator: "; ") }
    guard let language else {
      let known = IndexLanguage.allCases.filter { !index.cutOffs(in: $0).isEmpty }
      let names = known.map(name).joined(separator: ", ")
      return texts.text("index.no_language", ["languages": names])
    }
    guard !index.cutOffs(in: language).isEmpty else {
      let values = ["index": index.name, "language": name(language)]
      return texts.text("index.no_cut_off", values)
    }
    return findings.value.number == nil ? texts.text("index.not_measured") : nil
  }
}

extension ResultsDocument {
  /// The checks that apply to a reading.
  var qualityAsSpeech: RecordingQualityReport {
    RecordingQualityReport(
      checks: quality.checks.filter { RecordingTask.reading.requires($0.check) })
  }
}
