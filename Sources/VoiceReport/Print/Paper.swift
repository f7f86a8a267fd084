/// A paper size, in page units of 1/96 inch.
package enum Paper: String, CaseIterable, Sendable {
  case a4
  case letter

  private static let unitsPerInch = 96.0
  private static let millimetresPerInch = 25.4

  /// The page margin, in page units: 11 mm, more than the unprintable edge of a printer.
  static let margin = 41.6

  /// The width, in page units.
  package var width: Double {
    switch self {
    case .a4: 210 / Self.millimetresPerInch * Self.unitsPerInch
    case .letter: 8.5 * Self.unitsPerInch
    }
  }

  /// The height, in page units.
  package var height: Double {
    switch self {
    case .a4: 297 / Self.millimetresPerInch * Self.unitsPerInch
    case .letter: 11 * Self.unitsPerInch
    }
  }
}

/// Text and spacing scale of a page.
struct PrintDensity: Sendable {
  /// Scale factors of texts and of the history.
  let text: Double
  let figure: Double

  /// Line height, in ems.
  let leading: Double

  /// Space above a heading, in page units.
  let gap: Double

  /// From the loosest to the densest. The smallest text of the last is 6 points high.
  static let all = [
    PrintDensity(text: 1, figure: 0.98, leading: 1.35, gap: 6),
    PrintDensity(text: 1, figure: 0.86, leading: 1.28, gap: 6),
    PrintDensity(text: 0.96, figure: 0.78, leading: 1.25, gap: 5),
    PrintDensity(text: 0.93, figure: 0.7, leading: 1.2, gap: 4),
    PrintDensity(text: 0.93, figure: 0.7, leading: 1.12, gap: 2),
    PrintDensity(text: 0.93, figure: 0.7, leading: 1.06, gap: 1),
  ]

  var title: Font { font(16, .bold) }
  var heading: Font { font(11.5, .bold) }
  var body: Font { font(10) }
  var strong: Font { font(10, .bold) }
  var small: Font { font(8.6) }

  private func font(_ size: Double, _ weight: Font.Weight = .regular) -> Font {
    var font = Font(size: size * text, weight: weight)
    font.leading = leading
    return font
  }
}
