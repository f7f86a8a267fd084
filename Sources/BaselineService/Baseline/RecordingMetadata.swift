public import VoiceTypes

/// Metadata of one recording, from a sidecar file or a session table.
public struct RecordingMetadata: Sendable, Equatable, Shaped {
  /// Identifier of the session; nil if unknown.
  public var sessionID: String?

  /// Recording time; nil if unknown.
  public var recordedAt: RecordedTime?

  /// Recording device; nil if unknown.
  public var deviceModel: String?

  /// Context flags of the person, in the order of `ContextFlag`.
  public var flags: [ContextFlag] = []

  /// Stated recording task; nil if unknown.
  public var task: RecordingTask?

  /// Vowel, such as `a`; nil if unknown.
  public var vowel: String?

  /// Language of speech, such as `en`; nil if unknown.
  public var language: String?

  /// Sound pressure level of 0 dB full scale; nil for an uncalibrated recording.
  package var calibration: Decibels?

  /// Entries of the report head; nil without any.
  package var reportHeader: ReportHeader?

  /// Unknown keys of the sidecar.
  public var unknownKeys: [String] = []

  /// Creates empty metadata.
  public init() {}

  /// Keys of a sidecar.
  public static var keys: [String] { shape.keys }

  /// JSON Schema of the members of a sidecar.
  package static var schemaMembers: [JSONValue.Member] {
    guard case .object(let members)? = shape.codec.describe()["properties"] else { return [] }
    return members
  }

  package static let shape = Shape<RecordingMetadata>(others: .allowed) {
    Field("session_id", \.sessionID, ifTold: .text)
    Field("recorded_at", \.recordedAt, ifTold: .recordedTime)
    Field("device_model", \.deviceModel, ifTold: .text)
    Field("flags", \.flags, ifTold: .list(of: .choice))
    Field("task", \.task, ifTold: .choice)
    Field("vowel", \.vowel, ifTold: .text)
    Field("language", \.language, ifTold: .text)
    Field(
      "calibration_db", \.calibration,
      ifTold: .unit(.number(in: AnalysisSettings.calibrations).short))
    Field("report_header", \.reportHeader, ifTold: ReportHeader.coder)
  } make: { session, time, device, flags, task, vowel, language, calibration, header in
    var notes = RecordingMetadata()
    (notes.sessionID, notes.recordedAt, notes.deviceModel) = (session, time, device)
    notes.flags = ContextFlag.allCases.filter { flags?.contains($0) ?? false }
    (notes.task, notes.vowel, notes.language) = (task, vowel, language)
    (notes.calibration, notes.reportHeader) = (calibration, header)
    return notes
  }.checking { notes, reading in
    if !notes.effectiveTask.isVowel, notes.vowel != nil {
      reading.note("vowel", found: "a vowel for a reading", allowed: "null for a reading")
    }
    if !notes.effectiveTask.isSpeech, notes.language != nil {
      reading.note(
        "language", found: "a language for a vowel", allowed: "null for a vowel")
    }
  }

  /// Recording task; a sustained vowel by default.
  public var effectiveTask: RecordingTask { task ?? .sustainedVowel }

  /// Whether the recording is a reading, the speech of AVQI and ABI.
  public var isReading: Bool { task == .reading }

  /// Returns the session identifier: the stated one, else the recording date in its own time zone,
  /// else `own`.
  public func session(else own: String) -> String {
    sessionID ?? recordedAt.map { String($0.text.prefix(10)) } ?? own
  }

  /// Reads the sidecar `name`.
  public init(json: JSONValue, from name: String) throws(FileFault) {
    do {
      self = try Self.shape.read(json, as: name, mode: .firstFault)
    } catch {
      throw error.first
    }
    guard case .object(let members) = json else { return }
    unknownKeys = members.map(\.key).filter { !Self.keys.contains($0) }
  }
}
