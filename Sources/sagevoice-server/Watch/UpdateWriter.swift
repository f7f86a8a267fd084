// A slow reader does not delay recordings: an overflow of the queue drops the oldest updates.

import CommandSupport
import Dispatch
import JobRunner
import Synchronization

/// A queue of update lines with its own writer thread.
final class UpdateWriter: Sendable {
  private struct State {
    var waiting: [[UInt8]] = []
    var isWriting = false
    var fault: StreamError?
  }

  /// Maximum queue length, above the number of updates of all concurrent recordings [E].
  private static let mostWaiting = 8192

  private let state = Mutex(State())

  /// The environment of the command, because the queue does not inherit the task-local value.
  private let environment = CommandEnvironment.current

  private let queue = DispatchQueue(label: "sagevoice.updates")
  private let whenLost: @Sendable () -> Void
  private let whenBroken: @Sendable () -> Void

  /// - Parameters:
  ///   - whenLost: Called when an overflow drops lines.
  ///   - whenBroken: Called when standard output fails.
  init(whenLost: @escaping @Sendable () -> Void, whenBroken: @escaping @Sendable () -> Void) {
    (self.whenLost, self.whenBroken) = (whenLost, whenBroken)
  }

  /// Polls every second for a closed reader pipe, independently of writes.
  func pollReader() {
    guard StandardStreams.isReaderGone(of: environment) else {
      queue.asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in self?.pollReader() }
      return
    }
    state.withLock { $0.fault = $0.fault ?? .readerGone }
    whenBroken()
  }

  func enqueue(_ update: JobUpdate) {
    guard let line = UpdateLine(update)?.lineBytes else { return }
    let (starts, loses) = state.withLock { state -> (Bool, Bool) in
      guard state.fault == nil else { return (false, false) }
      let loses = state.waiting.count >= Self.mostWaiting
      // Drop half at once: removing single lines would move all others each time.
      if loses { state.waiting.removeFirst(Self.mostWaiting / 2) }
      state.waiting.append(line)
      defer { state.isWriting = true }
      return (!state.isWriting, loses)
    }
    if loses { whenLost() }
    if starts { queue.async { self.writeAll() } }
  }

  /// Waits until all enqueued lines are written.
  /// - Returns: The write error; nil without one.
  func finish() -> StreamError? {
    queue.sync {}
    return state.withLock { $0.fault }
  }

  private func writeAll() {
    while let lines = next() {
      do throws(StreamError) {
        try StandardStreams.write(lines, of: environment)
      } catch {
        state.withLock { state in
          state.fault = error
          state.waiting = []
        }
        return whenBroken()
      }
    }
  }

  /// Removes and returns all waiting lines; nil without any.
  private func next() -> [UInt8]? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isWriting = false
        return nil
      }
      defer { state.waiting = [] }
      return Array(state.waiting.joined())
    }
  }
}
