// The measures of one recording. There is no way to leave one out: what was not set is
// unavailable with the reason the set was made with.

/// A value or a reason for every measure of the results document.
public struct Biomarkers: Sendable, Equatable {
  private var values: [Measure: Measured]
  private let reasonForUnset: Unavailability

  /// The parts of the stability score by name, 0 … 1; empty while there is no score.
  public var stabilityComponents: [String: Double] = [:]

  /// Why numbers that are there would be withheld, in the order in which that was found.
  public var flags: [Measure: [Unavailability]] = [:]

  /// A set in which every measure is unavailable for one reason.
  public init(unsetBecause reason: Unavailability) {
    values = [:]
    reasonForUnset = reason
  }

  /// The value of a measure, or why there is none.
  public subscript(measure: Measure) -> Measured {
    get { values[measure] ?? .unavailable(reasonForUnset) }
    set { values[measure] = newValue }
  }

  /// Every reason that stands beside a number, in the order of the document.
  public var flagged: [(measure: Measure, reason: Unavailability)] {
    Measure.allCases.flatMap { measure in
      (flags[measure] ?? []).map { (measure, $0) }
    }
  }

  /// Every measure without a number, with its reason, in the order of the document.
  public var unavailable: [(measure: Measure, reason: Unavailability)] {
    Measure.allCases.compactMap { measure in
      self[measure].unavailability.map { (measure, $0) }
    }
  }
}
