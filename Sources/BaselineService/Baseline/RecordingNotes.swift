// What was told of a recording, in a file beside it or in a table of sessions.

public import VoiceTypes

/// What was told of one recording.
public struct RecordingNotes: Sendable, Equatable {
  /// The session it belongs to; nil when that was not told.
  public var sessionID: String?

  /// When it was recorded; nil when that was not told.
  public var recordedAt: RecordedTime?

  /// The device that recorded it; nil when that was not told.
  public var deviceModel: String?

  /// What the person noted, in the order of `ContextFlag`.
  public var flags: [ContextFlag] = []

  /// What was asked for; nil when that was not told, and then it is a held vowel.
  public var task: RecordingTask?

  /// Which vowel it is, such as `a`; nil when that was not told.
  public var vowel: String?

  /// The language of a reading, such as `en`; nil when that was not told.
  public var language: String?

  /// Keys that mean nothing here.
  public var unknownKeys: [String] = []

  /// Notes that say nothing.
  public init() {}

  /// The keys of a file beside a recording.
  public static var keys: [String] { shape.keys }

  /// What those may hold, as JSON Schema.
  package static var schemaMembers: [JSONValue.Member] {
    guard case .object(let members)? = shape.codec.describe()["properties"] else { return [] }
    return members
  }

  private static let shape = Shape<RecordingNotes>(others: .allowed) {
    Field("session_id", \.sessionID, ifTold: .text)
    Field("recorded_at", \.recordedAt, ifTold: .recordedTime)
    Field("device_model", \.deviceModel, ifTold: .text)
    Field("flags", \.flags, ifTold: .list(of: .choice))
    Field("task", \.task, ifTold: .choice)
    Field("vowel", \.vowel, ifTold: .text)
    Field("language", \.language, ifTold: .text)
  } make: { session, time, device, flags, task, vowel, language in
    var notes = RecordingNotes()
    (notes.sessionID, notes.recordedAt, notes.deviceModel) = (session, time, device)
    notes.flags = ContextFlag.allCases.filter { flags?.contains($0) ?? false }
    (notes.task, notes.vowel, notes.language) = (task, vowel, language)
    return notes
  }.checking { notes, reading in
    if notes.isReading, notes.vowel != nil {
      reading.note("vowel", found: "one of a reading", allowed: "a vowel of a held vowel, or null")
    }
    if !notes.isReading, notes.language != nil {
      reading.note(
        "language", found: "one of a held vowel", allowed: "the language of a reading, or null")
    }
  }

  /// Whether it is a text read aloud, which is never measured as a vowel.
  public var isReading: Bool { task == .reading }

  /// The session that recordings of one person are pooled in: the one that was told, else the day in
  /// its own zone, else none but the recording itself.
  public func session(else own: String) -> String {
    sessionID ?? recordedAt.map { String($0.text.prefix(10)) } ?? own
  }

  /// The notes in the file `name` beside a recording.
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
