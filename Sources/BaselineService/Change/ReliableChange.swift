// Whether a new session lies further from a person's usual value than sessions of an unchanged
// voice do: the reliable change index of Jacobson & Truax (1991), J Consult Clin Psychol 59:12, for
// one new value, held against Student's t because the standard deviation in it is an estimate. With
// 1.96 in its place 8 of 100 unchanged measures would be called changed.

internal import VoiceMath
public import VoiceTypes

/// The distance of one new session from the usual value of one measure.
public struct ReliableChange: Sendable, Equatable {
  /// Chance of an unchanged measure to be called at least `possible`.
  static let possibleLevel = 0.1

  /// Chance of an unchanged measure to be called `larger`.
  static let largerLevel = 0.05

  /// New session minus usual value, on the scale of the measure.
  public let difference: Double

  /// The difference over its standard error; RCI.
  public let index: Double

  /// The index from which on a change is possible.
  public let possibleFrom: Double

  /// The index from which on a change is larger than usual variation.
  public let largerFrom: Double

  /// The smallest difference, to either side, that is larger than usual variation.
  public let smallestDetectable: Double

  /// Holds a session against the usual variation of a measure.
  public init(of session: SessionValue, from usual: UsualVariation) {
    let t = StudentT(degreesOfFreedom: usual.degreesOfFreedom)
    let standardError = usual.standardErrorOfDifference(toMeanOf: session.vowels)
    difference = session.mean - usual.mean
    index = difference / standardError
    possibleFrom = t.quantile(1 - Self.possibleLevel / 2)
    largerFrom = t.quantile(1 - Self.largerLevel / 2)
    smallestDetectable = largerFrom * standardError
  }

  /// What the index says.
  public var changeClass: ChangeClass {
    if index.magnitude >= largerFrom { return .larger }
    return index.magnitude >= possibleFrom ? .possible : .noChangeDetected
  }

  /// Which way the measure went; nil for no difference at all.
  public var direction: ChangeDirection? {
    difference == 0 ? nil : difference > 0 ? .higher : .lower
  }
}
