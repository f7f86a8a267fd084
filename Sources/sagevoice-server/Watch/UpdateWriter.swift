// The updates of a watch on standard output. Whoever reads them slowly, or not at all, holds up no
// recording: lines wait here, and of too many the oldest go.

import CommandSupport
import Dispatch
import JobRunner
import Synchronization

/// Writes updates to standard output, on a thread of its own.
final class UpdateWriter: Sendable {
  private struct State {
    var waiting: [[UInt8]] = []
    var isWriting = false
    var fault: StreamError?
  }

  /// Lines that wait at most: more than all recordings in work at once have, in some megabytes [E].
  private static let mostWaiting = 8192

  private let state = Mutex(State())

  /// Of the command, whose task-local value the queue does not have.
  private let environment = CommandEnvironment.current

  private let queue = DispatchQueue(label: "sagevoice.updates")
  private let whenLost: @Sendable () -> Void
  private let whenBroken: @Sendable () -> Void

  /// - Parameters:
  ///   - whenLost: Called for the first of some lines that go because nobody reads them.
  ///   - whenBroken: Called when standard output takes no more.
  init(whenLost: @escaping @Sendable () -> Void, whenBroken: @escaping @Sendable () -> Void) {
    self.whenLost = whenLost
    self.whenBroken = whenBroken
  }

  /// Notices within a second that nobody reads any more, also while there is nothing to write.
  func lookForReader() {
    guard StandardStreams.isReaderGone(of: environment) else {
      queue.asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in self?.lookForReader() }
      return
    }
    state.withLock { $0.fault = $0.fault ?? .readerGone }
    whenBroken()
  }

  /// Puts an update behind those that wait.
  func tell(_ update: JobUpdate) {
    guard let line = UpdateLine(update)?.bytes else { return }
    let (starts, loses) = state.withLock { state -> (Bool, Bool) in
      guard state.fault == nil else { return (false, false) }
      let loses = state.waiting.count >= Self.mostWaiting
      // Half of them at once: one by one each would move all others.
      if loses { state.waiting.removeFirst(Self.mostWaiting / 2) }
      state.waiting.append(line)
      defer { state.isWriting = true }
      return (!state.isWriting, loses)
    }
    if loses { whenLost() }
    if starts { queue.async { self.writeAll() } }
  }

  /// Returns when all that was told is written.
  /// - Returns: Why some of it could not be.
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

  /// What waits, of which nothing waits any more.
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
