// Parsers of option values of store commands.

import ArgumentParser
import CommandSupport
import RecordStore

extension OptionValue {
  /// Parses a day in UTC, or a point in time.
  @Sendable static func date(_ text: String) throws -> RecordsDate {
    guard let date = RecordsDate(text) else {
      throw ValidationError(
        "expected a day or a time in UTC, such as 2026-01-31 or 2026-01-31T09:30:00Z.")
    }
    return date
  }

  /// Parses a session id.
  @Sendable static func session(_ text: String) throws -> SessionID {
    guard let id = SessionID(text) else {
      throw ValidationError("expected the id of a session, as `sagevoice records list` prints it.")
    }
    return id
  }

  /// Parses a cursor of the session list.
  @Sendable static func cursor(_ text: String) throws -> SessionCursor {
    guard let cursor = SessionCursor(text) else {
      throw ValidationError("expected a cursor, as `sagevoice records list` prints it.")
    }
    return cursor
  }

  /// Parses the name of an actor.
  @Sendable static func actor(_ text: String) throws -> AuditActor {
    guard let actor = AuditActor(text) else { throw ValidationError(actorForm) }
    return actor
  }

  /// The allowed form of an actor name.
  static let actorForm =
    "expected a name of 1 to \(AuditActor.mostBytes) bytes without control characters."

  /// Parses a head of the store log.
  @Sendable static func auditHead(_ text: String) throws -> AuditHead {
    guard let head = AuditHead(noted: text) else {
      throw ValidationError("expected NUMBER:HASH, as `sagevoice records verify` prints it.")
    }
    return head
  }
}
