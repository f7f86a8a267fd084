// Following a store from any process that can read it: its log says which sessions changed, and
// each says how far it has come. Nothing is written and no lock is taken. Hints say when to look;
// where none come, as on a network folder, looking once a second finds the same.

package import RecordStore
internal import Synchronization

/// Tells what happens to recordings of a store.
package final class StoreFollower: Sendable {
  /// Whose recordings are followed.
  package enum Scope: Sendable {
    /// One, until it has come to its end.
    case session(SessionID)
    /// Those of a person.
    case user(String)
    case all
  }

  /// How a watch on a store ended.
  package enum End: Sendable, Equatable {
    /// The one recording that was followed has come to its end.
    case over(JobOutcome?)
    /// Somebody stopped it, or wants no more.
    case stopped
  }

  /// How often to look although no hint came [E].
  private static let patience: Duration = .seconds(1)

  /// How soon to look again at a session that is being changed [E].
  private static let moment: Duration = .milliseconds(20)

  private let store: RecordStore
  private let scope: Scope
  private let events: any FolderEvents
  private let stopping = Mutex(false)

  /// A follower of a store that is open, for reading or for writing.
  package init(
    of store: RecordStore, _ scope: Scope, events: any FolderEvents = InotifyEvents()
  ) {
    self.store = store
    self.scope = scope
    self.events = events
  }

  /// Ends following.
  package func stop() {
    stopping.withLock { $0 = true }
    events.wake()
  }

  private var isStopping: Bool { stopping.withLock { $0 } }

  /// Tells what the store says now, then what changes; the calling thread is used for it.
  ///
  /// Of steps that come faster than it looks, the latest is told.
  /// - Parameters:
  ///   - isWanted: Whether anybody wants more; asked at least once a second.
  ///   - tell: Told a line; false where it wants no more.
  package func run(
    while isWanted: () -> Bool = { true }, _ tell: (UpdateLine) -> Bool
  ) throws(StoreError) -> End {
    var place = try store.logEnd()
    var turn = FollowingTurn(store, scope)
    // Without hints it is looked as often as patience says.
    for folder in [store.root, turn.work].compactMap(\.self) { try? events.watch(folder) }
    defer { events.unwatchAll() }
    try turn.begin()
    var isAtEnd = true
    while !isStopping, isWanted() {
      do {
        // No more of the log is read than was looked at.
        if !turn.hasBacklog {
          let changed = try store.changes(since: &place)
          isAtEnd = changed.isEmpty
          turn.take(changed)
        }
        for line in try turn.lines() where !tell(line) { return .stopped }
        if turn.isOver { return .over(turn.outcome) }
        if turn.hasBacklog || !isAtEnd { continue }
      } catch {
        // A store that is away for a while is not the end of it.
        guard error.isTransient else { throw error }
      }
      _ = events.next(within: turn.isUnsettled ? Self.moment : Self.patience)
    }
    return .stopped
  }
}
