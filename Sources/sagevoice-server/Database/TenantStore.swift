// Opening of tenant stores, with retries for long-running programs.

import ArgumentParser
import CommandSupport
import Glibc
import Logging
import PostgresStore
import RecordStore

/// The reaction of a command to an unavailable database.
enum DatabaseRetry {
  /// Retry until the database is available.
  case waiting
  /// Fail immediately.
  case none

  /// Maximum retry interval, in seconds [E].
  private static let longestPause: UInt32 = 30

  /// Runs `body`, and with `waiting` repeats it after each transient fault.
  func run<Value, Fault: Error & CustomStringConvertible>(
    whileTransient isTransient: (Fault) -> Bool, _ body: () throws(Fault) -> Value
  ) throws(Fault) -> Value {
    var pause: UInt32 = 1
    while true {
      do throws(Fault) {
        return try body()
      } catch {
        guard self == .waiting, isTransient(error) else { throw error }
        Messages.logger.error("\(error.description)")
      }
      _ = sleep(pause)
      pause = min(2 * pause, Self.longestPause)
    }
  }
}

extension RecordStore {
  /// Opens the store of a tenant.
  /// - Parameter creation: Whether opening for writing creates the store.
  convenience init(
    of tenant: TenantName, in options: ConnectionOptions, keys: StoreKeys?,
    for access: StoreAccess = .writing, creating creation: StoreCreation = .never
  ) throws(StoreError) {
    try self.init(
      PostgresDatabase(ConnectionPool(options)), tenant: tenant.text, keys: keys, access: access,
      creating: creation)
  }
}

/// A tenant name, valid for the database type `sagevoice.tenant_name`.
struct TenantName: ExpressibleByArgument {
  let text: String

  static let help: ArgumentHelp =
    "Tenant in the database: lower-case letters, digits, '.', '_' and '-'."

  private static let longest = 63

  init?(argument: String) {
    let bytes = argument.utf8
    guard let first = bytes.first, Self.mayBegin(first), bytes.count <= Self.longest,
      bytes.allSatisfy({ Self.mayBegin($0) || [".", "_", "-"].contains(UnicodeScalar($0)) })
    else { return nil }
    text = argument
  }

  private static func mayBegin(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
