// Why a watcher does not start.

package import RecordStore

/// A watcher that cannot do its work.
package enum WatchError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The inbox is not there, or not a folder, or may not be written to.
  case inbox(FileSystemError)
  /// Another watcher has it.
  case inboxInUse(path: String)
  /// Another watcher fills the store.
  case storeInUse(path: String)
  /// The store cannot be used.
  case store(StoreError)
  /// What is to be the watcher's own folder may be changed by somebody else.
  case notOurs(path: String, problem: String)

  /// What is wrong and what to do.
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

  /// The same for logs and status.
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

/// How a watcher ended.
package struct WatchResult: Sendable, Equatable {
  /// Recordings and sidecars that cannot be used.
  package var refused = 0

  /// Recordings that could not be finished now; they are in the work folder and go on next time.
  package var unfinished = 0

  /// How a watch ends that has nothing to complain of, or so many recordings.
  package init(refused: Int = 0, unfinished: Int = 0) {
    self.refused = refused
    self.unfinished = unfinished
  }
}
