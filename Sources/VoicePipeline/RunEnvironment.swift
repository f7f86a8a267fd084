// Run-dependent values are injected, so that tests control them.

internal import Platform
internal import VoiceTypes

/// Clock and identifier source of a run.
public struct RunEnvironment: Sendable {
  /// Returns a new document identifier.
  public var newID: @Sendable () -> String

  /// Returns the current time, ISO 8601 in UTC.
  public var timestamp: @Sendable () -> String

  /// Returns the monotonic time since a fixed moment.
  public var elapsed: @Sendable () -> Duration

  /// Creates an environment.
  public init(
    newID: @escaping @Sendable () -> String, timestamp: @escaping @Sendable () -> String,
    elapsed: @escaping @Sendable () -> Duration
  ) {
    self.newID = newID
    self.timestamp = timestamp
    self.elapsed = elapsed
  }
}

extension RunEnvironment {
  /// Times of a run that ends now.
  func run(from start: Duration, decoded: Duration) -> RunFacts {
    let end = elapsed()
    return RunFacts(
      analyzedAt: timestamp(), decodeMilliseconds: (decoded - start).milliseconds,
      analysisMilliseconds: (end - decoded).milliseconds,
      totalMilliseconds: (end - start).milliseconds)
  }
}

extension Duration {
  /// Duration in milliseconds.
  fileprivate var milliseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
  }
}

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
