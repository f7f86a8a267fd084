/// Feature group of redundant measures. Each has one primary endpoint.
public enum FeatureGroup: String, CaseIterable, Sendable {
  case f0
  case jitter
  case shimmer
  case hnr
  case cpps
}

/// Scale of averages and comparisons of a measure.
public enum ValueScale: String, CaseIterable, Sendable {
  /// Natural logarithm: variation grows with the value, so comparisons use ratios.
  case logarithmic = "log"
  /// Decibels, which are logarithmic already.
  case decibels = "db"
}

/// Classification of a change in one measure. The raw values are part of the contract.
public enum ChangeClass: String, CaseIterable, Sendable {
  case noChangeDetected = "no_change_detected"
  case possible = "possible"
  case larger = "larger_than_usual_variation"
}

/// Direction of a change.
public enum ChangeDirection: String, CaseIterable, Sendable {
  case lower
  case higher
}

/// Reliability of a baseline.
public enum BaselineStatus: String, CaseIterable, Sendable {
  /// One or two sessions.
  case onboarding
  /// At least three sessions on three days.
  case provisional
  /// At least six sessions.
  case established
}

/// Rule that triggered an alert. The raw values are part of the contract.
public enum ChangeRule: String, CaseIterable, Sendable {
  /// The sequential statistic of the sessions since the baseline exceeds its limit.
  case sequential
  /// Up to 0.21: one feature group in consecutive sessions at least a day apart.
  case twoSessions = "two_sessions"
  /// Up to 0.21: at least two feature groups in one session.
  case twoFamilies = "two_families"
}
