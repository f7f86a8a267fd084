// The real clock and the real source of identifiers.

internal import Platform
internal import VoiceTypes

extension RunEnvironment {
  /// Identifiers and times of this machine.
  ///
  /// Times are not written by Foundation: its formatter takes 2 ms to be ready.
  package static var ofThisMachine: RunEnvironment {
    let clock = ContinuousClock()
    let start = clock.now
    return RunEnvironment(
      newID: { UUIDText.random() },
      timestamp: { SystemClock().now().textToSeconds },
      elapsed: { start.duration(to: clock.now) })
  }
}
