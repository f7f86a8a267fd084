// Hues of Okabe & Ito (2008), "Color Universal Design", darkened for readable texts.

/// A light or a dark page.
package enum Theme: String, CaseIterable, Sendable {
  case light
  case dark
}

/// The semantic colour of a mark, mapped to a colour by a theme. No meaning depends on hue alone.
package enum Ink: CaseIterable, Sendable {
  /// Backgrounds of the page and of panels.
  case page, panel
  /// Primary and secondary text.
  case text, quiet
  /// Axes with their ticks, and grid lines.
  case axis, grid
  /// Background of the measured segment.
  case segment
  /// First curve of a panel, highlighted curve or mark, third and fourth curve.
  case blue, orange, green, purple
  /// Excluded intervals by reason, in greys of different lightness.
  case leftOutPale, leftOutLight, leftOutMiddle, leftOutDark, leftOutDeep
}

extension Theme {
  /// Returns the colour of an ink.
  package func colour(of ink: Ink) -> Colour {
    Colour(self == .light ? ink.codes.light : ink.codes.dark)
  }

  /// Returns a palette from the panel background to the text colour, for images.
  package func ramp(count: Int) -> [Colour] {
    let (low, high) = (colour(of: .panel), colour(of: .text))
    return (0..<count).map {
      low.mixed(with: high, share: Double($0) / Double(max(1, count - 1)))
    }
  }
}

extension Ink {
  /// The colour codes on light and dark pages.
  fileprivate var codes: (light: UInt32, dark: UInt32) {
    switch self {
    case .page: (0xffffff, 0x14171c)
    case .panel: (0xf8f9fa, 0x1a1e24)
    case .text: (0x1b1f24, 0xe8eaed)
    case .quiet: (0x545d68, 0xa9b2bc)
    case .axis: (0x59636e, 0xa3acb6)
    case .grid: (0xdde1e6, 0x323943)
    case .segment: (0xdcebf6, 0x1f3346)
    case .blue: (0x0068a8, 0x56b4e9)
    case .orange: (0xb24600, 0xf09a4b)
    case .green: (0x00735a, 0x3cc79d)
    case .purple: (0x9a3c78, 0xe08cc0)
    case .leftOutPale: (0xe4e7ea, 0x2b323a)
    case .leftOutLight: (0xc3c9d0, 0x454e58)
    case .leftOutMiddle: (0x9aa3ad, 0x66707b)
    case .leftOutDark: (0x6d7782, 0x8e98a3)
    case .leftOutDeep: (0x3d4650, 0xbcc4cc)
    }
  }
}
