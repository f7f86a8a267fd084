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
  } make: { session, time, device, flags in
    var notes = RecordingNotes()
    (notes.sessionID, notes.recordedAt, notes.deviceModel) = (session, time, device)
    notes.flags = ContextFlag.allCases.filter { flags?.contains($0) ?? false }
    return notes
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
