// What programs beside the watcher may follow: one line per event, on this machine only, and only
// when somebody asked for it. People appear as a keyed hash.

package import RecordStore
internal import Synchronization
internal import VoiceTypes

/// Something that other programs may want to act on; the raw values are never reused.
package enum WatchEvent: String, CaseIterable, Sendable {
  case started
  case analysed
  case refused
  case profileInvalid = "profile_invalid"
  /// The recording was held against what is usual for the person.
  case baselineAccepted = "baseline_accepted"
  /// It could not be held against that.
  case baselineRejected = "baseline_rejected"
  case rerecordRequested = "rerecord_requested"
}

/// `events.ndjson`.
package final class EventLog: Sendable {
  private static let schema = "sagevoice/event/1"

  private let path: String
  private let files: any FileSystem
  private let timestamp: @Sendable () -> String
  private let turn = Mutex(())

  /// Events at the end of a file.
  package init(
    at path: String, files: any FileSystem, timestamp: @escaping @Sendable () -> String
  ) {
    self.path = path
    self.files = files
    self.timestamp = timestamp
  }

  /// Writes a line; events are told as well as can be, and never hold up a recording.
  package func note(
    _ event: WatchEvent, _ session: SessionID, _ user: UserHash? = nil, code: String? = nil
  ) {
    let line: JSONValue = [
      "schema": .string(Self.schema), "ts": .string(timestamp()),
      "event": .string(event.rawValue), "session_id": .string(session.text),
      "user": .optional(user?.text), "code": .optional(code),
    ]
    let bytes = line.lineBytes
    turn.withLock { _ in try? files.append(bytes, to: path) }
  }
}
