// What differs from run to run comes from outside, so that nothing else can.

/// The clock and the source of identifiers of a run.
public struct RunEnvironment: Sendable {
  /// A fresh identifier for a document.
  public var newID: @Sendable () -> String

  /// The present time, ISO 8601 in UTC.
  public var timestamp: @Sendable () -> String

  /// The time since some fixed moment; never goes back.
  public var elapsed: @Sendable () -> Duration

  /// All that differs from run to run, so that a test can hold it still.
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
  /// The duration in milliseconds.
  var milliseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
  }
}
