// Sheets of paper in page units, of which 96 are an inch: what a renderer takes for a pixel.

/// A size of paper.
package enum Paper: String, CaseIterable, Sendable {
  case a4
  case letter

  private static let unitsPerInch = 96.0
  private static let millimetresPerInch = 25.4

  /// A printer leaves less than this free, in page units: 11 mm.
  static let margin = 41.6

  /// Across, in page units.
  package var width: Double {
    switch self {
    case .a4: 210 / Self.millimetresPerInch * Self.unitsPerInch
    case .letter: 8.5 * Self.unitsPerInch
    }
  }

  /// Down, in page units.
  package var height: Double {
    switch self {
    case .a4: 297 / Self.millimetresPerInch * Self.unitsPerInch
    case .letter: 11 * Self.unitsPerInch
    }
  }
}

/// How closely a page is set: a usual document is to fit on one sheet.
struct PaperDensity: Sendable {
  /// Of texts, and of figures, in shares of their full size.
  let text: Double
  let figure: Double

  /// From the loosest to the closest; 6 points is the smallest text of the last.
  static let all = [
    PaperDensity(text: 1, figure: 0.98), PaperDensity(text: 1, figure: 0.86),
    PaperDensity(text: 0.96, figure: 0.78), PaperDensity(text: 0.93, figure: 0.7),
  ]

  var title: Font { Font(size: 16 * text, weight: .bold) }
  var heading: Font { Font(size: 11.5 * text, weight: .bold) }
  var body: Font { Font(size: 10 * text) }
  var strong: Font { Font(size: 10 * text, weight: .bold) }
  var small: Font { Font(size: 8.6 * text) }
}
