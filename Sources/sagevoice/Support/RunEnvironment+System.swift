// The real clock and the real source of identifiers.

import FoundationEssentials
import RecordStore
import VoicePipeline

extension RunEnvironment {
  /// Identifiers and times of this machine.
  ///
  /// Times are written by the store's own: Foundation takes 2 ms to have its formatter ready.
  static var system: RunEnvironment {
    let clock = ContinuousClock()
    let start = clock.now
    return RunEnvironment(
      newID: { UUID().uuidString.lowercased() },
      timestamp: { SystemClock().now().textToSeconds },
      elapsed: { start.duration(to: clock.now) })
  }
}
