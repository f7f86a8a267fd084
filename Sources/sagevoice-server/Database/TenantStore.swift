// A tenant's sessions in a database, opened by programs that go on while it is away.

import CommandSupport
import Glibc
import Logging
import PostgresStore
import RecordStore

/// Sessions and people of one tenant.
enum TenantStore {
  /// What becomes of a database that is away.
  enum Patience {
    /// It is waited for, as it would be waited for later.
    case waiting
    /// It is a fault.
    case none
  }

  /// Seconds [E].
  private static let longestPause: UInt32 = 30

  /// Opens the store of a tenant, as a login that is a member of `sagevoice_clinic`.
  /// - Parameter access: For writing it is made where there is none.
  static func open(
    _ options: ConnectionOptions, tenant: String, keys: StoreKeys?, _ patience: Patience,
    for access: StoreAccess = .writing
  ) throws(StoreError) -> PostgresSessionStore {
    var pause: UInt32 = 1
    while true {
      do throws(StoreError) {
        return try PostgresSessionStore(
          ConnectionPool(options), tenant: tenant, keys: keys, access: access)
      } catch {
        guard error.outlook == .passes, patience == .waiting else { throw error }
        Messages.logger.error("\(error.description)")
      }
      _ = sleep(pause)
      pause = min(2 * pause, longestPause)
    }
  }
}
