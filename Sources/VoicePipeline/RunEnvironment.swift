// Run-dependent values are injected, so that tests control them.

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

extension Duration {
  /// Duration in milliseconds.
  var milliseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
  }
}
