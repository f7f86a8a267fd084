// The real clock and the real source of identifiers.

internal import RecordStore
package import VoicePipeline

extension RunEnvironment {
  /// Identifiers and times of this machine.
  ///
  /// Times are written by the store's own: Foundation takes 2 ms to have its formatter ready.
  package static var ofThisMachine: RunEnvironment {
    let clock = ContinuousClock()
    let start = clock.now
    return RunEnvironment(
      newID: { SessionID.fresh().text },
      timestamp: { SystemClock().now().textToSeconds },
      elapsed: { start.duration(to: clock.now) })
  }
}
