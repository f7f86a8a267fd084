internal import Platform
internal import VoiceTypes

extension RunEnvironment {
  /// Clock and identifier source of this machine.
  ///
  /// Avoids the date formatter of Foundation, which needs 2 ms to initialise.
  package static var ofThisMachine: RunEnvironment {
    let clock = ContinuousClock()
    let start = clock.now
    return RunEnvironment(
      newID: { UUIDText.random() },
      timestamp: { SystemClock().now().textToSeconds },
      elapsed: { start.duration(to: clock.now) })
  }
}
