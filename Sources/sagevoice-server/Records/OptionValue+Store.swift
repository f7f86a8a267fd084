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

  @Sendable static func session(_ text: String) throws -> SessionID {
    guard let id = SessionID(text) else {
      throw ValidationError("expected the ID of a session, as `sagevoice records list` prints it.")
    }
    return id
  }

  @Sendable static func cursor(_ text: String) throws -> SessionCursor {
    guard let cursor = SessionCursor(text) else {
      throw ValidationError("expected a cursor, as `sagevoice records list` prints it.")
    }
    return cursor
  }

  @Sendable static func actor(_ text: String) throws -> AuditActor {
    guard let actor = AuditActor(text) else { throw ValidationError(actorForm) }
    return actor
  }

  static let actorForm =
    "expected a name of 1 to \(AuditActor.mostBytes) bytes without control characters."

  @Sendable static func auditHead(_ text: String) throws -> AuditHead {
    guard let head = AuditHead(noted: text) else {
      throw ValidationError("expected NUMBER:HASH, as `sagevoice records verify` prints it.")
    }
    return head
  }
}

/// A day in UTC, or a point in time.
struct RecordsDate {
  /// The first millisecond.
  let start: StoreTime

  /// The first millisecond after the end.
  let end: StoreTime

  /// Parses `2026-01-31` or `2026-01-31T09:30:00Z`; nil for another form.
  init?(_ argument: String) {
    if let day = StoreTime(argument + "T00:00:00Z") {
      start = day
      end = day.adding(days: 1)
    } else if let time = StoreTime(argument) {
      start = time
      end = StoreTime(milliseconds: time.milliseconds + 1)
    } else {
      return nil
    }
  }
}
