import JobRunner
import Synchronization

/// Hints that a test writes down, on a clock that goes on when somebody waits.
final class ScriptedEvents: FolderEvents {
  private struct State {
    var turns: [[FolderEvent]] = []
    var now: Duration = .zero
    var watched: [String] = []
    var fault: HintFault?
  }

  private let state = Mutex(State())

  /// The time, which waiting moves.
  var now: Duration { state.withLock { $0.now } }

  /// The folders on which hints were asked for, since they were last asked for anew.
  var watched: [String] { state.withLock { $0.watched } }

  /// What asking for hints gives from now on.
  func failWatching(with fault: HintFault) { state.withLock { $0.fault = fault } }

  /// What the next wait is told.
  func tell(_ events: [FolderEvent]) { state.withLock { $0.turns.append(events) } }

  func watch(_ folder: String) throws(HintFault) {
    let fault = state.withLock { state in
      state.watched.append(folder)
      return state.fault
    }
    if let fault { throw fault }
  }

  func unwatchAll() { state.withLock { $0.watched = [] } }

  func next(within patience: Duration?) -> [FolderEvent] {
    state.withLock { state in
      guard state.turns.isEmpty else { return state.turns.removeFirst() }
      state.now += patience ?? .zero
      return []
    }
  }

  func wake() {}
}
