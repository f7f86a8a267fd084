// Two recordings in, one AVQI document out. Whatever the inputs are, there is a document.

public import DSPCore
public import VoiceTypes
public import WAVIngest

/// Reads, checks, joins, measures and reports a held vowel and speech.
public struct AVQIPipeline: Sendable {
  private let language: AVQILanguage?
  private let ends: VowelEnds
  private let environment: RunEnvironment

  /// The channel of both files that is measured, counted from 1.
  public var channel = 1

  /// What checks each recording, as `analyze` checks it.
  private var checker: VoicePipeline {
    var settings = VoicingPattern.settings
    settings.channel = channel
    return VoicePipeline(settings: settings, environment: environment)
  }

  /// A pipeline that compares with the cut-off of `language`, or with none.
  public init(
    language: AVQILanguage?, vowelEnds ends: VowelEnds = .ofSound, environment: RunEnvironment
  ) {
    self.language = language
    self.ends = ends
    self.environment = environment
  }

  /// The document of a pair; a refusal is a document too.
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

  /// The document of a pair of which the sound of one recording is gone: what is known of both, and which it
  /// is.
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

  /// The document of a row of a manifest that cannot be used.
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
        unless: AVQIObstacles.sentences(vowel: vowel, speech: speech)))
    findings.notes = measured.notes
    return .complete(findings)
  }

  /// An index with what it was measured on.
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

/// One recording of a pair.
struct AVQIInput {
  /// What it is wanted for.
  let role: AVQIRole

  /// What is known of it, and its checks.
  let checked: CheckedRecording

  /// Its sound, or why it is not measured.
  let signal: Result<Signal, Refusal>

  /// How it is voiced; nil without a voice.
  let voicing: VoicingPattern?

  /// Judges what was read, by the checks of any other recording.
  init(
    _ ingested: IngestOutcome, as role: AVQIRole, checkedBy checker: VoicePipeline,
    workspace: inout AnalysisWorkspace
  ) {
    let (quality, outcome) = checker.judge(ingested, workspace: &workspace)
    switch (ingested.result, outcome) {
    case (.failure(let error), _):
      signal = .failure(error.refusal)
      voicing = nil
    case (.success, .refused(let refusal)):
      signal = .failure(refusal.advised(for: role))
      voicing = nil
    case (.success(let recording), .complete(let findings)):
      signal = .success(recording.signal)
      voicing = VoicingPattern(findings)
    }
    self.role = role
    checked = CheckedRecording(
      facts: ingested.facts,
      quality: RecordingQualityReport(checks: quality.checks.filter { role.isAsked($0.check) }))
  }

  /// Why it is not measured; nil for one that is.
  var refusal: AVQIRefusal? {
    guard case .failure(let refusal) = signal else { return nil }
    return AVQIRefusal(role: role, refusal: refusal)
  }
}

extension AVQIRole {
  /// Checks of how a vowel is held. They say nothing of speech, which pauses and moves.
  private static let ofHeldVowels: Set<CheckID?> = [
    .duration, .silenceShare, .heldVowel, .levelRange, .dropouts, .noiseGate, .gap,
  ]

  /// Whether a check of recordings has a say on one of this role.
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
  /// Holds an index against the published cut-off of a version and language, if nothing stands in the
  /// way of that.
  init(
    of index: Measured, version: AVQIVersion, language: AVQILanguage?, unless obstacles: [String]
  ) {
    guard obstacles.isEmpty else {
      self = .none(reason: obstacles.joined(separator: "; "))
      return
    }
    guard let language else {
      self = .none(
        reason: "no language was given; cut-offs hold for a version and a language, and are known "
          + "for " + AVQILanguage.allCases.map(\.name).joined(separator: ", "))
      return
    }
    guard let cutOff = AVQICutOff.of(version, in: language) else {
      self = .none(reason: "no cut-off is known for AVQI \(version.rawValue) in \(language.name)")
      return
    }
    guard let number = index.number else {
      self = .none(reason: "the index could not be measured")
      return
    }
    self = .against(cutOff, AVQIRelation(of: number, to: cutOff))
  }
}
