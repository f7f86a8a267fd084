package import VoiceTypes

/// The format of the values of a measure for people: unit and decimals. All reports use it.
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
  private let language: Language

  /// Significant digits of half an interval (ISO/IEC Guide 98-3, 7.2.6).
  private static let intervalDigits = 2

  /// Creates the format of a value, with the digits that its interval supports.
  package init(
    of number: Double, _ measure: Measure, interval: ConfidenceInterval? = nil,
    _ scale: Scale = .readable, in language: Language = .english
  ) {
    let (factor, unit) =
      scale == .readable ? Self.readable(measure, language) : (1, measure.unit)
    self.factor = factor
    self.unit = unit.isEmpty ? "" : " \(unit)"
    self.language = language
    let half = interval.map { factor * ($0.high - $0.low) / 2 } ?? 0
    let found =
      half > 0
      ? NumberFormat.places(of: half, digits: Self.intervalDigits)
      : NumberFormat.places(of: (number * factor).magnitude, digits: NumberFormat.digits)
    places = measure.isCount ? 0 : min(found, Self.mostPlaces(of: measure, factor, scale))
  }

  /// Formats a value without its unit.
  package func text(_ number: Double) -> String {
    language.localized(NumberFormat.fixed(number * factor, places))
  }

  /// Formats both ends of an interval without unit; empty without one.
  func ends(of interval: ConfidenceInterval?) -> [String] {
    interval.map { [text($0.low), text($0.high)] } ?? []
  }

  /// Formats a range without its unit.
  package func text(_ range: ConfidenceInterval) -> String {
    language.text(.limitBetween, text(range.low), text(range.high))
  }

  /// Formats a limit with the digits of its source.
  package func limit(_ number: Double) -> String {
    language.localized(NumberFormat.short(number * factor, 3))
  }

  /// Returns the factor and the unit for people.
  private static func readable(
    _ measure: Measure, _ language: Language
  ) -> (factor: Double, unit: String) {
    switch measure {
    case .meanPeriod: (1000, "ms")
    case .f0VoicedFraction, .unvoicedFraction, .phonationUnvoicedFraction: (100, "%")
    default: (1, language.unit(of: measure))
    }
  }

  /// Maximum decimals of a unit. More are below the repeatability of the measures.
  private static func mostPlaces(of measure: Measure, _ factor: Double, _ scale: Scale) -> Int {
    guard scale == .readable else { return 8 }
    if factor == 100 { return 1 }
    return switch measure.unit {
    case "Hz", "dB", "s", "µs": 2
    default: 3
    }
  }
}
