// The words in which a recording is held against a person's own earlier ones.

/// Measures that tell the same thing of a voice; each family has one primary measure.
public enum MeasureFamily: String, CaseIterable, Sendable {
  case f0
  case jitter
  case shimmer
  case hnr
}

/// The scale on which the values of a measure are averaged and compared.
public enum ValueScale: String, CaseIterable, Sendable {
  /// The natural logarithm: variation grows with the value, so ratios are compared.
  case logarithmic = "log"
  /// Decibels, which are logarithms already.
  case decibels = "db"
}

/// What one measure says of a new session; the raw values are part of the contract.
public enum ChangeClass: String, CaseIterable, Sendable {
  case noChangeDetected = "no_change_detected"
  case possible = "possible"
  case larger = "larger_than_usual_variation"

  /// How it is said to a person.
  public var words: String {
    switch self {
    case .noChangeDetected: "no change detected"
    case .possible: "possible"
    case .larger: "larger than usual variation"
    }
  }
}

/// Which way a measure went.
public enum ChangeDirection: String, CaseIterable, Sendable {
  case lower
  case higher
}

/// How far a baseline can be relied on.
public enum BaselineStatus: String, CaseIterable, Sendable {
  /// One or two sessions.
  case onboarding
  /// From three sessions on three days.
  case provisional
  /// From six sessions.
  case established
}

/// Why a change is told to a person; the raw values are part of the contract.
public enum ChangeRule: String, CaseIterable, Sendable {
  /// One family, the same direction, in consecutive sessions at least a day apart.
  case twoSessions = "two_sessions"
  /// Two families or more in one session.
  case twoFamilies = "two_families"
}
