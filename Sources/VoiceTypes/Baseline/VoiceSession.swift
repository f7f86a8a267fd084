internal import VoiceMath

/// Temporary influence on the voice, noted by the person for a recording.
public enum ContextFlag: String, CaseIterable, Sendable {
  case illness
  case cold
  case medicine
  case smoking
  case heavyVoiceUse = "heavy_voice_use"

  /// Whether a baseline may contain a recording with this flag.
  public var isOfUsualVoice: Bool { self != .illness && self != .cold }
}

/// Use of a recording. The raw values are part of the contract.
public enum RecordingUse: String, CaseIterable, Sendable {
  case used
  /// Up to 0.21: first of four or more recordings, excluded by rule regardless of its quality.
  case firstOfSession = "first_of_session"
  case unusable
}

/// Fault with the advice to correct it.
public struct BaselineFault: Sendable, Equatable {
  /// Stable name for programs: a refusal, a recording check or a rule of baselines.
  public var code: String

  /// Sentence that states the finding.
  public var message: String

  /// Sentence that states the advice.
  public var advice: String

  /// Template and parameters of both; nil if the code determines them or an earlier version wrote
  /// them.
  public var sentence: Sentence?

  /// Creates a fault.
  public init(_ code: String, _ message: String, advice: String) {
    self.code = code
    self.message = message
    self.advice = advice
  }

  /// Creates a fault from a sentence table.
  package init(_ text: some SentenceTable, _ values: [SentenceParameter: String] = [:]) {
    let wording = text.filled(values)
    self.init(text.code, wording.message, advice: wording.advice)
    sentence = wording.sentence.unless(code: text.code)
  }
}

/// Recording of a session.
public struct SessionRecording: Sendable, Equatable {
  /// File name without folders.
  public var name: String

  /// SHA-256 of the file; nil if unreadable.
  public var sha256: String?

  /// Duration; nil if unreadable.
  public var duration: Seconds?

  /// Recording time; nil if not reported.
  public var recordedAt: RecordedTime?

  /// Context flags in the order of `ContextFlag`.
  public var flags: [ContextFlag] = []

  /// Use of the recording.
  public var use: RecordingUse

  /// Worst verdict of the recording checks.
  public var quality: Verdict = .unknown

  /// F0 confidence in percent; nil if not measured.
  public var confidencePercent: Double?

  /// Ratio of voiced frames to all frames of the segment; nil if not measured.
  public var voicedFraction: Double?

  /// Signal type 1 … 4; nil if not determined.
  public var signalType: Int?

  /// Level re full scale; nil without one.
  public var level: Decibels?

  /// Faults that make the recording unusable, with advice; empty if usable.
  public var faults: [BaselineFault] = []

  /// Findings that reduce the quality without making the recording unusable.
  public var cautions: [BaselineFault] = []

  /// Creates a recording that has not been analysed.
  public init(name: String, use: RecordingUse) {
    self.name = name
    self.use = use
  }
}

/// Recordings of one sitting.
public struct VoiceSession: Sendable, Equatable {
  /// Identifier, unique among the sessions of a person.
  public var id: String

  /// Recordings in chronological order, or in given order if times are unknown.
  public var recordings: [SessionRecording]

  /// Means over the used recordings on the scales of their measures.
  public var values: [Measure: SessionValue]

  /// Creates a session.
  public init(id: String, recordings: [SessionRecording], values: [Measure: SessionValue]) {
    self.id = id
    self.recordings = recordings
    self.values = values
  }

  /// Time of the first recording; nil if any recording lacks a time.
  public var recordedAt: RecordedTime? {
    let times = recordings.compactMap(\.recordedAt)
    guard times.count == recordings.count else { return nil }
    return times.min { $0.seconds < $1.seconds }
  }

  /// Recordings with use `used`.
  public var used: [SessionRecording] { recordings.filter { $0.use == .used } }

  /// Mean level of the used recordings re full scale; nil without one.
  public var level: Decibels? {
    Statistics.mean(used.compactMap { $0.level?.value }).map { Decibels($0) }
  }
}
