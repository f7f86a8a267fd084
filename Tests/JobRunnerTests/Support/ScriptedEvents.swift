import JobRunner
import Synchronization

/// Scripted change notifications, with a clock that advances with each wait.
final class ScriptedEvents: FolderEvents {
  private struct State {
    var turns: [[FolderEvent]] = []
    var now: Duration = .zero
    var watched: [String] = []
    var fault: HintFault?
  }

  private let state = Mutex(State())

  /// The time, which advances with each wait.
  var now: Duration { state.withLock { $0.now } }

  /// The watched folders since the last reset.
  var watched: [String] { state.withLock { $0.watched } }

  /// The fault of later requests for notifications.
  func failWatching(with fault: HintFault) { state.withLock { $0.fault = fault } }

  /// The notifications of the next wait.
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
