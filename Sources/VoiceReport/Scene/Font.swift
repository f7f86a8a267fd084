// How wide a text is, so that texts can be laid out, and tested not to overlap, without a renderer.

/// The font of all figures.
package struct Font: Sendable, Equatable {
  /// How heavy it is.
  package enum Weight: Sendable {
    case regular
    case bold
  }

  /// The families that are asked for, the measured one first; Verdana has about its widths.
  package static let families = "'DejaVu Sans', 'Bitstream Vera Sans', Verdana, sans-serif"

  /// How far letters reach above and below the line that they stand on, in ems; accents included.
  private static let ascent = 0.78
  private static let descent = 0.24

  /// The size of an em, in page units.
  package var size: Double

  package var weight: Weight = .regular

  /// From one line to the next, in ems.
  var leading = Font.usualLeading

  private static let usualLeading = 1.35

  /// A font of a size.
  package init(size: Double, weight: Weight = .regular) {
    (self.size, self.weight) = (size, weight)
  }

  package var ascent: Double { Self.ascent * size }
  package var descent: Double { Self.descent * size }

  /// From one line to the next.
  package var lineHeight: Double { leading * size }

  /// The width of a text in one line, in page units.
  package func width(of text: String) -> Double {
    let widths = weight == .bold ? FontWidths.bold : FontWidths.regular
    let units = text.unicodeScalars.reduce(0) { $0 + widths.advance(of: $1) }
    return units / FontWidths.unitsPerEm * size
  }

  /// A text in lines no wider than `width`, broken at spaces; a longer word is broken within.
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

  /// The text in one line, with an ellipsis in place of what is too much.
  package func shortened(_ text: String, within width: Double) -> String {
    guard self.width(of: text) > width else { return text }
    var kept = text
    while !kept.isEmpty, self.width(of: kept + "…") > width { kept.removeLast() }
    return kept + "…"
  }

  /// The beginning of a word that is too wide; nil for one that is not.
  private func head(of word: String, within width: Double) -> String? {
    guard self.width(of: word) > width else { return nil }
    var kept = word
    while kept.count > 1, self.width(of: kept) > width { kept.removeLast() }
    return kept
  }
}
