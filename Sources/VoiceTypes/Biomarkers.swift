/// Value or unavailability reason of every measure in the results document.
public struct Biomarkers: Sendable, Equatable {
  private var values: [Measure: Measured]
  private let reasonForUnset: Unavailability

  /// Components of the stability score by name, 0 … 1. Empty without a score.
  public var stabilityComponents: [String: Double] = [:]

  /// Suppression reasons of reported numbers, in order of detection.
  public var flags: [Measure: [Unavailability]] = [:]

  /// Creates a set in which every measure is unavailable for `reason`.
  public init(unsetBecause reason: Unavailability) {
    values = [:]
    reasonForUnset = reason
  }

  /// Value of a measure, or the reason for its absence.
  public subscript(measure: Measure) -> Measured {
    get { values[measure] ?? .unavailable(reasonForUnset) }
    set { values[measure] = newValue }
  }

  /// Suppression reasons of reported numbers, in document order.
  public var flagged: [(measure: Measure, reason: Unavailability)] {
    Measure.allCases.flatMap { measure in
      (flags[measure] ?? []).map { (measure, $0) }
    }
  }

  /// The values without those of a short segment, for comparisons between recordings.
  public var withoutShortSegment: Biomarkers {
    var values = self
    for (measure, reasons) in flags {
      guard let reason = reasons.first(where: { $0.code == .tooShort }) else { continue }
      values[measure] = .unavailable(reason)
    }
    return values
  }

  /// Unavailable measures with their reasons, in document order.
  public var unavailable: [(measure: Measure, reason: Unavailability)] {
    Measure.allCases.compactMap { measure in
      self[measure].unavailability.map { (measure, $0) }
    }
  }

  /// Unavailable measures for people: without those of another task or of a calibration.
  package var missing: [(measure: Measure, reason: Unavailability)] {
    unavailable.filter { $0.reason.code != .otherTask && $0.reason.code != .notCalibrated }
  }
}
