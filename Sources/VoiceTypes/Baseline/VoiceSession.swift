// The recordings of one sitting, and which of them were used.

internal import VoiceMath

/// What a person noted beside a recording, because it changes a voice for a while.
public enum ContextFlag: String, CaseIterable, Sendable {
  case illness
  case cold
  case medicine
  case smoking
  case heavyVoiceUse = "heavy_voice_use"

  /// Whether a recording with this flag may be part of a baseline.
  public var isOfUsualVoice: Bool { self != .illness && self != .cold }
}

/// Whether the values of a recording count; the raw values are part of the contract.
public enum RecordingUse: String, CaseIterable, Sendable {
  case used
  /// The first of four or more: left out by rule, whatever it is like.
  case firstOfSession = "first_of_session"
  case unusable
}

/// What is wrong, and what to do about it.
public struct BaselineFault: Sendable, Equatable {
  /// A stable name for programs: a refusal, a check of the recording, or a rule of baselines.
  public var code: String

  /// One sentence that names what was found.
  public var message: String

  /// One sentence that says what to do.
  public var advice: String

  /// What both are made of; nil where the code says all of it, or an earlier version wrote it.
  public var sentence: Sentence?

  /// States a fault.
  public init(_ code: String, _ message: String, advice: String) {
    self.code = code
    self.message = message
    self.advice = advice
  }

  /// States a fault with one of the sentences of a table.
  package init(_ text: some SentenceTable, _ values: [SentenceParameter: String] = [:]) {
    let wording = text.filled(values)
    self.init(text.code, wording.message, advice: wording.advice)
    sentence = wording.sentence.unless(code: text.code)
  }
}

/// One recording of a session.
public struct SessionRecording: Sendable, Equatable {
  /// The file's name without its folders.
  public var name: String

  /// SHA-256 of its bytes; nil for one that could not be read.
  public var sha256: String?

  /// How long it is; nil for one that could not be read.
  public var duration: Seconds?

  /// When it was recorded; nil when that was not told.
  public var recordedAt: RecordedTime?

  /// What the person noted beside it, in the order of `ContextFlag`.
  public var flags: [ContextFlag] = []

  /// Whether its values count.
  public var use: RecordingUse

  /// The worst verdict of the checks of the recording.
  public var quality: Verdict = .unknown

  /// F0 confidence in percent; nil where it was not measured.
  public var confidencePercent: Double?

  /// Voiced frames over all frames of the segment; nil where it was not measured.
  public var voicedFraction: Double?

  /// 1 … 4; nil where it was not determined.
  public var signalType: Int?

  /// The level re full scale, in decibels; nil where there is none.
  public var level: Decibels?

  /// Why it cannot be used, each with what to do; none for one that can.
  public var faults: [BaselineFault] = []

  /// What is less than good, without making it useless.
  public var cautions: [BaselineFault] = []

  /// A recording of which nothing but the name is known yet.
  public init(name: String, use: RecordingUse) {
    self.name = name
    self.use = use
  }
}

/// One sitting.
public struct VoiceSession: Sendable, Equatable {
  /// Its name, unique among the sessions of a person.
  public var id: String

  /// Its recordings, in the order of their times, or as they were given where those are not known.
  public var recordings: [SessionRecording]

  /// The means over the recordings that are used, on the scales of their measures.
  public var values: [Measure: SessionValue]

  /// A session from its recordings and their means.
  public init(id: String, recordings: [SessionRecording], values: [Measure: SessionValue]) {
    self.id = id
    self.recordings = recordings
    self.values = values
  }

  /// When the first of its recordings was made; nil when one of them has no time.
  public var recordedAt: RecordedTime? {
    let times = recordings.compactMap(\.recordedAt)
    guard times.count == recordings.count else { return nil }
    return times.min { $0.seconds < $1.seconds }
  }

  /// The recordings whose values count.
  public var used: [SessionRecording] { recordings.filter { $0.use == .used } }

  /// The mean level of the recordings that are used, re full scale; nil without one.
  public var level: Decibels? {
    Statistics.mean(used.compactMap { $0.level?.value }).map { Decibels($0) }
  }
}
