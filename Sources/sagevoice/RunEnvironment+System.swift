// The real clock and the real source of identifiers.

import FoundationEssentials
import VoicePipeline

extension RunEnvironment {
  /// Identifiers and times of this machine.
  static var system: RunEnvironment {
    let clock = ContinuousClock()
    let start = clock.now
    return RunEnvironment(
      newID: { UUID().uuidString.lowercased() },
      timestamp: { Date().formatted(.iso8601) },
      elapsed: { start.duration(to: clock.now) })
  }
}
