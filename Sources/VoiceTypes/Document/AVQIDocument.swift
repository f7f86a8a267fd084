// What sagevoice says of a pair of recordings, one of speech and one of a held vowel. Names and
// meanings are a contract with other programs, as those of the results document are.

/// The Acoustic Voice Quality Index of two recordings.
public struct AVQIDocument: Sendable {
  /// The name and number of the format.
  public static let schema = "sagevoice/avqi/1"

  /// Identifies this document; unique per analysis, not derived from the recordings.
  public var analysisID: String

  /// The held vowel.
  public var vowel: CheckedRecording

  /// The speech.
  public var speech: CheckedRecording

  /// The index, or the refusals.
  public var outcome: Outcome

  /// What made the numbers.
  public var provenance: Provenance

  /// When, and how long it took.
  public var run: RunFacts

  /// The index, or at least one refusal.
  public enum Outcome: Sendable {
    case complete(AVQIFindings)
    case refused([AVQIRefusal])
  }

  /// Puts a document together.
  public init(
    analysisID: String, vowel: CheckedRecording, speech: CheckedRecording, outcome: Outcome,
    provenance: Provenance, run: RunFacts
  ) {
    self.analysisID = analysisID
    self.vowel = vowel
    self.speech = speech
    self.outcome = outcome
    self.provenance = provenance
    self.run = run
  }

  /// The refusals, if a recording was refused.
  public var refusals: [AVQIRefusal] {
    if case .refused(let refusals) = outcome { refusals } else { [] }
  }

  /// The findings, if both recordings were analysed.
  public var findings: AVQIFindings? {
    if case .complete(let findings) = outcome { findings } else { nil }
  }
}

/// A recording with its checks.
public struct CheckedRecording: Sendable {
  /// What is known of the input.
  public var facts: RecordingFacts

  /// The checks; none for an input that could not be read.
  public var quality: RecordingQualityReport

  /// Joins facts and checks.
  public init(facts: RecordingFacts, quality: RecordingQualityReport) {
    self.facts = facts
    self.quality = quality
  }
}

/// What a recording is wanted for.
public enum AVQIRole: String, CaseIterable, Sendable {
  case vowel
  case speech
}

/// Why one of the recordings, or the pair, was refused.
public struct AVQIRefusal: Sendable, Equatable {
  /// The recording that is at fault.
  public var role: AVQIRole

  /// The reason.
  public var refusal: Refusal

  /// A refusal of one recording.
  public init(role: AVQIRole, refusal: Refusal) {
    self.role = role
    self.refusal = refusal
  }
}

/// The index and what it was made of.
public struct AVQIFindings: Sendable {
  /// The version of the index.
  public var version: AVQIVersion

  /// How much of the recordings was used; nil where nothing was.
  public var used: AVQIDurations?

  /// The six parts.
  public var parts: [AVQIPart: Measured]

  /// The index.
  public var index: Measured

  /// The published cut-off, and on which side of it the index lies.
  public var classification: AVQIClassification

  /// What a reader of the numbers should know of this analysis.
  public var notes: [String] = []

  /// Findings without notes.
  public init(
    version: AVQIVersion, used: AVQIDurations?, parts: [AVQIPart: Measured], index: Measured,
    classification: AVQIClassification
  ) {
    self.version = version
    self.used = used
    self.parts = parts
    self.index = index
    self.classification = classification
  }
}

/// How much of the recordings was used.
public struct AVQIDurations: Sendable, Equatable {
  /// The speech that is not silence.
  public var soundingSpeech: Seconds

  /// The voiced windows of it, which were used.
  public var voicedSpeech: Seconds

  /// What was used of the vowel.
  public var vowel: Seconds

  /// Where in its recording the vowel begins and ends, silence before and behind it left out; nil in
  /// documents of versions up to 0.7.0, which left none out.
  public var vowelSpan: ClosedRange<Double>?

  /// States the durations.
  public init(soundingSpeech: Seconds, voicedSpeech: Seconds, vowel: Seconds) {
    self.soundingSpeech = soundingSpeech
    self.voicedSpeech = voicedSpeech
    self.vowel = vowel
  }
}

/// An index held against a published cut-off, or why it was not.
public enum AVQIClassification: Sendable, Equatable {
  case against(AVQICutOff, AVQIRelation)
  case none(reason: String)

  /// The comparison in one sentence, without a full stop; nil where there is none.
  public var sentence: String? {
    guard case .against(let cutOff, let relation) = self else { return nil }
    return "\(relation.words) the published cut-off \(cutOff.value) "
      + "(\(cutOff.language.name), AVQI \(cutOff.version.rawValue); \(cutOff.citation))"
  }
}
