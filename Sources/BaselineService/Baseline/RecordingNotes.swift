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
  public static let keys = ["session_id", "recorded_at", "device_model", "flags"]

  /// The notes in the file `name` beside a recording.
  public init(json: JSONValue, from name: String) throws(FileFault) {
    let root = JSONPlace(json, at: name)
    let members = try root.members()
    unknownKeys = members.map(\.key).filter { !Self.keys.contains($0) }
    for (key, place) in members where place.value != .null {
      switch key {
      case "session_id": sessionID = try place.text()
      case "recorded_at": recordedAt = try place.time()
      case "device_model": deviceModel = try place.text()
      case "flags":
        let flags = try place.elements().map { place throws(FileFault) in
          try place.choice(of: ContextFlag.self)
        }
        self.flags = ContextFlag.allCases.filter(flags.contains)
      default: break
      }
    }
  }
}
