// The default actor of audit logs.

import CommandSupport
import Glibc
import RecordStore

extension AuditActor {
  /// The effective user of the process.
  static var user: AuditActor {
    let userID = geteuid()
    // The record is valid until the next call: commands call this once, before they start a thread.
    // The zero-terminated name is copied at once.
    let login = unsafe getpwuid(userID).map { unsafe String(cString: $0.pointee.pw_name) }
    return AuditActor(login: login, userID: userID)
  }
}
