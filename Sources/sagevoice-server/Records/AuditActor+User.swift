// The user that the program runs as, for logs that nobody gave a name to.

import CommandSupport
import Glibc
import RecordStore

extension AuditActor {
  /// The effective user.
  static var user: AuditActor {
    let userID = geteuid()
    // The record stays until the next call, which nobody makes meanwhile: commands ask once, before
    // they start a thread. Its name ends with a zero and is copied at once.
    let login = unsafe getpwuid(userID).map { unsafe String(cString: $0.pointee.pw_name) }
    return AuditActor(login: login, userID: userID)
  }
}
