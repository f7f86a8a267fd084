// Values of options that name parts of a store.

import ArgumentParser
import CommandSupport
import RecordStore

extension OptionValue {
  /// A day in UTC, or a point in time.
  @Sendable static func date(_ text: String) throws -> RecordsDate {
    guard let date = RecordsDate(text) else {
      throw ValidationError(
        "it takes a day or a time in UTC, such as 2026-01-31 or 2026-01-31T09:30:00Z.")
    }
    return date
  }

  /// The name of a session.
  @Sendable static func session(_ text: String) throws -> SessionID {
    guard let id = SessionID(text) else {
      throw ValidationError("it takes the id of a session, as `sagevoice records list` prints it.")
    }
    return id
  }

  /// A place in the list of sessions.
  @Sendable static func cursor(_ text: String) throws -> SessionCursor {
    guard let cursor = SessionCursor(text) else {
      throw ValidationError("it takes a cursor, as `sagevoice records list` prints it.")
    }
    return cursor
  }

  /// Who stands in audit logs.
  @Sendable static func actor(_ text: String) throws -> AuditActor {
    guard let actor = AuditActor(text) else { throw ValidationError(actorForm) }
    return actor
  }

  /// What a name in audit logs is made of.
  static let actorForm =
    "it takes a name of 1 to \(AuditActor.mostBytes) bytes without control characters."

  /// A head of the store's log.
  @Sendable static func auditHead(_ text: String) throws -> AuditHead {
    guard let head = AuditHead(noted: text) else {
      throw ValidationError("it takes NUMBER:HASH, as `sagevoice records verify` prints it.")
    }
    return head
  }
}
