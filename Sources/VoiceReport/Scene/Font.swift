// Text widths, so that layout and overlap tests need no renderer.

/// A font of a figure.
package struct Font: Sendable, Equatable {
  package enum Weight: Sendable {
    case regular
    case bold
  }

  /// The font families in order of preference. Verdana has similar widths to DejaVu Sans.
  package static let families = "'DejaVu Sans', 'Bitstream Vera Sans', Verdana, sans-serif"

  /// Extents above and below the baseline, in ems, with accents.
  private static let ascent = 0.78
  private static let descent = 0.24

  /// The font size (one em), in page units.
  package var size: Double

  package var weight: Weight = .regular

  /// Line height, in ems.
  private static let leading = 1.35

  package init(size: Double, weight: Weight = .regular) {
    (self.size, self.weight) = (size, weight)
  }

  package var ascent: Double { Self.ascent * size }
  package var descent: Double { Self.descent * size }

  /// Line height, in page units.
  package var lineHeight: Double { Self.leading * size }

  /// Returns the width of a text in one line, in page units.
  package func width(of text: String) -> Double {
    let widths = weight == .bold ? FontWidths.bold : FontWidths.regular
    let units = text.unicodeScalars.reduce(0) { $0 + widths.advance(of: $1) }
    return units / FontWidths.unitsPerEm * size
  }

  /// Returns lines no wider than `width`, broken at spaces. A longer word breaks inside.
  package func lines(of text: String, within width: Double) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ").map(String.init) {
      let longer = line.isEmpty ? word : line + " " + word
      if self.width(of: longer) <= width {
        line = longer
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = word
      while let cut = head(of: line, within: width) {
        lines.append(cut)
        line = String(line.dropFirst(cut.count))
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// Returns the text in one line, truncated with an ellipsis if it exceeds `width`.
  package func shortened(_ text: String, within width: Double) -> String {
    guard self.width(of: text) > width else { return text }
    var kept = text
    while !kept.isEmpty, self.width(of: kept + "…") > width { kept.removeLast() }
    return kept + "…"
  }

  /// Returns the longest prefix of a word within `width`; nil if the whole word fits.
  private func head(of word: String, within width: Double) -> String? {
    guard self.width(of: word) > width else { return nil }
    var kept = word
    while kept.count > 1, self.width(of: kept) > width { kept.removeLast() }
    return kept
  }
}
