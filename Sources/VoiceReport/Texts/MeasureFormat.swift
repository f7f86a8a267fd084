package import VoiceTypes

/// The format of the values of a measure for people: unit and decimals.
package struct MeasureFormat {
  /// The unit of the results document, or a readable one.
  package enum Scale: Sendable {
    case document
    case readable
  }

  /// The unit after a space; empty for a dimensionless measure.
  package let unit: String

  private let factor: Double
  private let places: Int

  /// Creates the format of a value, with the digits that its interval supports.
  package init(
    of number: Double, _ measure: Measure, interval: ConfidenceInterval? = nil,
    _ scale: Scale = .readable
  ) {
    let (factor, unit) = scale == .readable ? Self.readable(measure) : (1, measure.unit)
    self.factor = factor
    self.unit = unit.isEmpty ? "" : " \(unit)"
    let scaled = interval.map {
      ConfidenceInterval(low: $0.low * factor, high: $0.high * factor)
    }
    let found = NumberText.places(of: number * factor, interval: scaled)
    let most = factor == 100 ? 1 : Self.mostPlaces(of: unit, scale)
    places = measure.isCount ? 0 : min(found, most)
  }

  /// Formats a value without its unit.
  package func text(_ number: Double) -> String { NumberText.fixed(number * factor, places) }

  /// Formats a range without its unit.
  package func text(_ range: ConfidenceInterval) -> String {
    "\(text(range.low)) to \(text(range.high))"
  }

  /// Formats a limit with the digits of its source.
  package func limit(_ number: Double) -> String { NumberText.short(number * factor, 3) }

  /// Returns the factor and the unit for people.
  private static func readable(_ measure: Measure) -> (factor: Double, unit: String) {
    switch measure {
    case .meanPeriod: (1000, "ms")
    case .f0VoicedFraction, .unvoicedFraction, .phonationUnvoicedFraction: (100, "%")
    default: (1, measure.unit)
    }
  }

  /// Maximum decimals of a unit. More are below the repeatability of the measures.
  private static func mostPlaces(of unit: String, _ scale: Scale) -> Int {
    guard scale == .readable else { return 8 }
    return switch unit {
    case "Hz", "dB", "s", "ms", "µs": 2
    default: 3
    }
  }
}
