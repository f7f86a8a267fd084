// Change feed of a store for any process that can read it: its log names the changed sessions. It
// writes nothing and takes no lock. Without change notifications, as on a network folder, it polls
// once per second.

package import RecordStore
internal import Synchronization

package final class StoreFollower: Sendable {
  /// Recordings of the feed.
  package enum Scope: Sendable {
    /// One session, until it ends.
    case session(SessionID)
    /// The sessions of a person.
    case user(String)
    case all
  }

  /// Reason of the end of a feed.
  package enum End: Sendable, Equatable {
    /// The one session of the scope has ended.
    case over(JobOutcome?)
    case stopped
  }

  /// Polling interval without change notifications [E].
  private static let interval: Duration = .seconds(1)

  private let store: RecordStore
  private let scope: Scope
  private let events: any FolderEvents
  private let stopping = Mutex(false)

  package init(
    of store: RecordStore, _ scope: Scope, events: any FolderEvents = InotifyEvents()
  ) {
    self.store = store
    self.scope = scope
    self.events = events
  }

  /// Ends `run`.
  package func stop() {
    stopping.withLock { $0 = true }
    events.wake()
  }

  /// Delivers the current lines of the scope and then each change, on the calling thread. Of steps
  /// within one polling interval only the latest is delivered.
  /// - Parameters:
  ///   - isWanted: Whether to continue; called at least once per second.
  ///   - receive: Receives a line; returns false to end the feed.
  package func run(
    while isWanted: () -> Bool = { true }, _ receive: (UpdateLine) -> Bool
  ) throws(StoreError) -> End {
    var cursor = try store.lastChange()
    var poll = FeedPoll(store, scope)
    for folder in [store.root, poll.work].compactMap(\.self) { try? events.watch(folder) }
    defer { events.unwatchAll() }
    try poll.begin()
    var isAtEnd = true
    while !stopping.withLock({ $0 }), isWanted() {
      do {
        if !poll.hasBacklog {
          let changed = try store.changes(since: &cursor)
          isAtEnd = changed.isEmpty
          poll.add(changed)
        }
        for line in try poll.next() where !receive(line) { return .stopped }
        if poll.isOver { return .over(poll.outcome) }
        if poll.hasBacklog || !isAtEnd { continue }
      } catch {
        // The feed survives a store that is temporarily unavailable.
        guard error.isTransient else { throw error }
      }
      _ = events.next(within: Self.interval)
    }
    return .stopped
  }
}
