// Reliable change index of Jacobson & Truax (1991), J Consult Clin Psychol 59:12, for one new
// value. The limits come from Student's t because the standard deviation is an estimate. With 1.96
// instead, 8 of 100 unchanged measures would be classified as changed.

internal import VoiceMath
public import VoiceTypes

/// Standardized difference between one new session and the baseline mean of one measure.
public struct ReliableChange: Sendable, Equatable {
  /// False-positive rate of the class `possible` or above, two-sided.
  static let possibleLevel = 0.1

  /// False-positive rate of the class `larger`, two-sided.
  static let largerLevel = 0.05

  /// New session minus baseline mean, on the scale of the measure.
  public let difference: Double

  /// Reliable change index (RCI): the difference divided by its standard error.
  public let index: Double

  /// Minimum absolute index of a possible change.
  public let possibleFrom: Double

  /// Minimum absolute index of a change larger than day-to-day variation.
  public let largerFrom: Double

  /// Minimal detectable change at 95 % (MDC95), two-sided, on the scale of the measure.
  public let mdc95: Double

  /// Compares a session with the baseline mean and the within-person variation of a measure.
  public init(of session: SessionValue, from usual: ShrunkenVariation) {
    let t = StudentT(degreesOfFreedom: usual.degreesOfFreedom)
    let standardError = usual.standardErrorOfDifference(toMeanOf: session.vowels)
    difference = session.mean - usual.mean
    index = difference / standardError
    possibleFrom = t.quantile(1 - Self.possibleLevel / 2)
    largerFrom = t.quantile(1 - Self.largerLevel / 2)
    mdc95 = largerFrom * standardError
  }

  /// Class of the change.
  public var changeClass: ChangeClass {
    if index.magnitude >= largerFrom { return .larger }
    return index.magnitude >= possibleFrom ? .possible : .noChangeDetected
  }

  /// Sign of the difference; nil if it is zero.
  public var direction: ChangeDirection? {
    difference == 0 ? nil : difference > 0 ? .higher : .lower
  }
}
