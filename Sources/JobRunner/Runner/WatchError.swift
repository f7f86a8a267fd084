package import RecordStore

/// Why a watcher does not start.
package enum WatchError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The inbox is missing, not a folder, or not writable.
  case inbox(FileSystemError)
  case inboxInUse(path: String)
  case storeInUse(path: String)
  /// The store is unavailable.
  case store(StoreError)
  /// Other users can change the folder of the watcher.
  case notOurs(path: String, problem: String)

  package var description: String {
    switch self {
    case .inbox(let fault): "the inbox cannot be watched: \(fault.description)"
    case .inboxInUse(let path):
      "another watcher uses \(path); end it first, or name another inbox"
    case .storeInUse(let path):
      "another watcher writes to the store \(path), possibly from another inbox; end it first, or "
        + "name another store"
    case .store(let fault): "the store cannot be used: \(fault.description)"
    case .notOurs(let path, let problem):
      "\(path) \(problem); the watcher trusts only its own folder: inspect the content, move the folder "
        + "away, and start the watcher again as the same user"
    }
  }

  /// Whether another watcher uses the inbox or the store.
  var isInUse: Bool {
    switch self {
    case .inboxInUse, .storeInUse: true
    case .inbox, .store, .notOurs: false
    }
  }

  /// The same without paths, for logs and status.
  var reason: PlainReason {
    switch self {
    case .inbox(let fault): PlainReason(fault)
    case .inboxInUse: PlainReason("another watcher uses the inbox")
    case .storeInUse: PlainReason("another watcher writes to the store")
    case .store(let fault): PlainReason(fault)
    case .notOurs: PlainReason("other users can change the folder of the watcher in the inbox")
    }
  }
}

package struct WatchResult: Sendable, Equatable {
  /// Invalid recordings and sidecars.
  package var refused = 0

  /// Unfinished recordings, which stay in the work folder for the next run.
  package var unfinished = 0

  package init(refused: Int = 0, unfinished: Int = 0) {
    self.refused = refused
    self.unfinished = unfinished
  }
}
