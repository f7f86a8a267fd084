// Two recordings in, one AVQI document out. Whatever the inputs are, there is a document.

public import DSPCore
public import VoiceTypes
public import WAVIngest

/// Reads, checks, joins, measures and reports a held vowel and speech.
public struct AVQIPipeline: Sendable {
  private let language: AVQILanguage?
  private let environment: RunEnvironment

  /// A pipeline that compares with the cut-off of `language`, or with none.
  public init(language: AVQILanguage?, environment: RunEnvironment) {
    self.language = language
    self.environment = environment
  }

  /// The document of a pair; a refusal is a document too.
  public func analyze(
    vowel vowelSource: AudioSource, speech speechSource: AudioSource,
    workspace: inout AnalysisWorkspace
  ) -> AVQIDocument {
    let start = environment.elapsed()
    let vowel = AVQIInput(reading: vowelSource, as: .vowel)
    let speech = AVQIInput(reading: speechSource, as: .speech)
    let decoded = environment.elapsed()
    let outcome = outcome(vowel, speech, workspace: &workspace)
    let end = environment.elapsed()
    return AVQIDocument(
      analysisID: environment.newID(), vowel: vowel.checked, speech: speech.checked,
      outcome: outcome, provenance: Provenance(ofAVQI: language),
      run: RunFacts(
        analyzedAt: environment.timestamp(),
        decodeMilliseconds: (decoded - start).milliseconds,
        analysisMilliseconds: (end - decoded).milliseconds,
        totalMilliseconds: (end - start).milliseconds))
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
    return .complete(findings(vowel: held, speech: spoken, workspace: &workspace))
  }

  private func findings(
    vowel: Signal, speech: Signal, workspace: inout AnalysisWorkspace
  ) -> AVQIFindings {
    guard VoiceAnalyzer.canMeasure(vowel), VoiceAnalyzer.canMeasure(speech) else {
      return findings(.init(unavailableBecause: .numericOverflow), of: nil)
    }
    do {
      let chain = try ConcatenatedVoice(speech: speech, vowel: vowel, workspace: &workspace)
      return findings(
        AcousticVoiceQualityIndex(of: chain.signal, workspace: &workspace), of: chain)
    } catch {
      return findings(.init(unavailableBecause: error), of: nil)
    }
  }

  private func findings(
    _ index: AcousticVoiceQualityIndex, of chain: ConcatenatedVoice?
  ) -> AVQIFindings {
    let version = AVQIFormula.v03_01.version
    var findings = AVQIFindings(
      version: version,
      used: chain.map {
        AVQIDurations(
          soundingSpeech: $0.soundingSpeech, voicedSpeech: $0.voicedSpeech, vowel: $0.vowel)
      },
      parts: index.parts, index: index.value,
      classification: AVQIClassification(of: index.value, version: version, language: language))
    findings.notes = chain.map(AVQINotes.notes) ?? []
    return findings
  }
}

/// One recording of a pair.
private struct AVQIInput {
  let role: AVQIRole
  let checked: CheckedRecording
  let signal: Result<Signal, Refusal>

  init(reading source: AudioSource, as role: AVQIRole) {
    let ingested = WAVReader.read(source)
    var checks: [QualityCheck] = []
    switch ingested.result {
    case .failure(let error): signal = .failure(error.refusal)
    case .success(let recording):
      checks = RecordingQuality.firstChecks(of: recording)
      // How long a vowel should be says nothing of speech.
      if role == .speech { checks.removeAll { $0.id == "duration" } }
      let refusal = Requirements(settings: AnalysisSettings()).refusal(of: recording.signal)
      signal = refusal.map { .failure($0.advised(for: role)) } ?? .success(recording.signal)
    }
    self.role = role
    checked = CheckedRecording(
      facts: ingested.facts, quality: RecordingQualityReport(checks: checks))
  }

  var refusal: AVQIRefusal? {
    guard case .failure(let refusal) = signal else { return nil }
    return AVQIRefusal(role: role, refusal: refusal)
  }
}

extension Refusal {
  fileprivate func advised(for role: AVQIRole) -> Refusal {
    guard role == .speech, code == .tooShort else { return self }
    return Refusal(
      code, message: message, advice: "record two or more read sentences, 5 s or longer")
  }

  fileprivate static func ratesDiffer(vowel: Signal, speech: Signal) -> Refusal {
    Refusal(
      .sampleRatesDiffer,
      message: "the speech has \(speech.sampleRate), the vowel \(vowel.sampleRate); the index is "
        + "measured on one sound made of both",
      advice: "record both in one session with one setting; resampling moves the index")
  }
}

extension AVQIClassification {
  /// Holds an index against the published cut-off of a version and language.
  init(of index: Measured, version: AVQIVersion, language: AVQILanguage?) {
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
