// Two copies of a recording that arrive together: the second waits for what becomes of the first.

internal import RecordStore
internal import Synchronization

/// Recordings that are being analysed, by what makes them the same.
final class Reservations: Sendable {
  private let holders = Mutex<[RecordingIdentity: SessionID]>([:])

  /// Whether nobody else is at work on such a recording; from then on this session is.
  func reserve(_ identity: RecordingIdentity, for session: SessionID) -> Bool {
    holders.withLock { holders in
      let holder = holders[identity] ?? session
      holders[identity] = holder
      return holder == session
    }
  }

  func release(_ identity: RecordingIdentity, of session: SessionID) {
    holders.withLock { holders in
      if holders[identity] == session { holders[identity] = nil }
    }
  }
}
