// Opening of tenant stores, with retries for long-running programs.

import CommandSupport
import Glibc
import Logging
import PostgresStore
import RecordStore

/// The store of one tenant.
enum TenantStore {
  /// The reaction to an unavailable database.
  enum DatabaseRetry {
    /// Retry until the database is available.
    case waiting
    /// Fail immediately.
    case none
  }

  /// Maximum retry interval, in seconds [E].
  static let longestPause: UInt32 = 30

  /// Opens the store of a tenant, as a login that is a member of `sagevoice_clinic`.
  /// - Parameter creation: Whether opening for writing creates the store.
  static func open(
    _ options: ConnectionOptions, tenant: String, keys: StoreKeys?, _ retry: DatabaseRetry,
    for access: StoreAccess = .writing, creating creation: StoreCreation
  ) throws(StoreError) -> RecordStore {
    var pause: UInt32 = 1
    while true {
      do throws(StoreError) {
        return try RecordStore(
          PostgresDatabase(ConnectionPool(options)), tenant: tenant, keys: keys, access: access,
          creating: creation)
      } catch {
        guard error.outlook == .transient, retry == .waiting else { throw error }
        Messages.logger.error("\(error.description)")
      }
      _ = sleep(pause)
      pause = min(2 * pause, longestPause)
    }
  }
}
