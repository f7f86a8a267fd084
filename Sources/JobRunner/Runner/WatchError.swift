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
      "another watcher is at work on \(path); end it first, or name another inbox"
    case .storeInUse(let path):
      "another watcher fills the store \(path), from another inbox perhaps; end it first, or name "
        + "another store"
    case .store(let fault): "the store cannot be used: \(fault.description)"
    case .notOurs(let path, let problem):
      "\(path) \(problem); only what the watcher made itself is trusted: see what is in it, move it "
        + "away, and start again as the user that made it"
    }
  }

  /// The same for logs and status.
  var reason: PlainReason {
    switch self {
    case .inbox(let fault): PlainReason(fault)
    case .inboxInUse: PlainReason("another watcher is at work on the inbox")
    case .storeInUse: PlainReason("another watcher fills the store")
    case .store(let fault): PlainReason(fault)
    case .notOurs: PlainReason("the watcher's own folder in the inbox may be changed by others")
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
