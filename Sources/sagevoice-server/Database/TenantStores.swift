// The stores of all tenants of a database, opened when they have due jobs.

import ArgumentParser
import CommandSupport
import JobRunner
import Logging
import PostgresStore
import RecordStore
import Synchronization

/// Key files of encrypted stores, one per key ring.
struct KeyFiles: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Key file of an encrypted store. May be repeated. Default: SAGEVOICE_KEY_FILE.",
      valueName: "file"), completion: .file())
  var keyFile: [String] = []

  func validate() throws {
    for file in keyFile.isEmpty ? [nil] : keyFile.map(Optional.some) {
      try OptionFile.refuseStandardInput(file, for: "--key-file", or: .keyFile)
    }
  }

  /// Reads the files. A fault ends the command.
  func all() throws -> [StoreKeys] {
    do throws(StoreError) {
      let paths = keyFile.isEmpty ? [EnvironmentVariable.keyFile.value].compactMap(\.self) : keyFile
      return try paths.map { path throws(StoreError) in try StoreKeys(fileAt: path) }
    } catch {
      throw Messages.end(ExitStatus(of: error), error.description)
    }
  }
}

final class TenantStores: Sendable {
  /// The pause before a store without a fitting key is tried again [E].
  private static let pause: Duration = .seconds(60)

  private struct State {
    var stores: [String: RecordStore] = [:]
    var closed: [String: ContinuousClock.Instant] = [:]
  }

  private let queue: TenantQueue
  private let database: PostgresDatabase
  private let keys: [StoreKeys]
  private let state = Mutex(State())

  init(_ choice: DatabaseChoice, _ keys: [StoreKeys]) {
    queue = TenantQueue(choice.options(for: "work", as: .worker))
    database = PostgresDatabase(ConnectionPool(choice.options(for: "work", as: .clinic)))
    self.keys = keys
  }

  var source: JobSource {
    JobSource(
      stores: { () throws(StoreError) in try self.dueStores() },
      wait: { timeout throws(StoreError) in try self.queue.awaitJobs(timeout) })
  }

  private func dueStores() throws(StoreError) -> [RecordStore] {
    var stores: [RecordStore] = []
    for tenant in try queue.tenantsWithDueJobs(engine: JobEngine.current) {
      if let store = try store(of: tenant) { stores.append(store) }
    }
    return stores
  }

  /// The store of a tenant. Nil if no key opens it.
  private func store(of tenant: String) throws(StoreError) -> RecordStore? {
    let (known, retry) = state.withLock { ($0.stores[tenant], $0.closed[tenant]) }
    if let known { return known }
    if let retry, retry > .now { return nil }
    do throws(StoreError) {
      let store = try Self.open(database, tenant, keys, creating: .never)
      state.withLock { $0.stores[tenant] = store }
      return store
    } catch {
      guard error.outlook != .transient else { throw error }
      Messages.logger.warning(
        "the store of \(tenant) does not open; its jobs wait for another worker: \(error.description)"
      )
      state.withLock { $0.closed[tenant] = .now + Self.pause }
      return nil
    }
  }

  /// Opens a store in plain, or with the first fitting keys.
  /// - Parameter first: The keys of a store that is created. A plain store is refused with them. Nil: in plain.
  static func open(
    _ database: PostgresDatabase, _ tenant: String, _ keys: [StoreKeys],
    creating creation: StoreCreation, under first: StoreKeys? = nil
  ) throws(StoreError) -> RecordStore {
    var fault = StoreError.keyNeeded
    for keys in [first] + keys.map(Optional.some) {
      do throws(StoreError) {
        return try RecordStore(database, tenant: tenant, keys: keys, creating: creation)
      } catch {
        switch error {
        case .keyNeeded, .wrongKey, .notEncrypted: fault = error
        default: throw error
        }
      }
    }
    throw fault
  }
}
