// Hues of Okabe & Ito (2008), "Color Universal Design", darkened for readable texts.

/// A light or a dark page.
package enum Theme: String, CaseIterable, Sendable {
  case light
  case dark
}

/// The semantic colour of a mark, mapped to a colour by a theme. No meaning depends on hue alone.
package enum Ink: CaseIterable, Sendable {
  /// Page background.
  case page
  /// Panel background.
  case panel
  /// Primary text.
  case text
  /// Secondary text.
  case quiet
  /// Axes and ticks.
  case axis
  /// Grid lines.
  case grid
  /// Background of the measured segment.
  case segment
  /// First curve of a panel.
  case blue
  /// Highlighted curve or mark.
  case orange
  /// Third curve.
  case green
  /// Fourth curve.
  case purple
  /// Excluded intervals by reason, in greys of different lightness.
  case leftOutPale
  case leftOutLight
  case leftOutMiddle
  case leftOutDark
  case leftOutDeep
}

extension Theme {
  /// Returns the colour of an ink.
  package func colour(of ink: Ink) -> Colour {
    switch self {
    case .light: Self.lightColour(of: ink)
    case .dark: Self.darkColour(of: ink)
    }
  }

  /// Returns a palette from the panel background to the text colour, for images.
  package func ramp(count: Int) -> [Colour] {
    let (low, high) = (colour(of: .panel), colour(of: .text))
    return (0..<count).map {
      low.mixed(with: high, share: Double($0) / Double(max(1, count - 1)))
    }
  }

  private static func lightColour(of ink: Ink) -> Colour {
    switch ink {
    case .page: Colour(0xffffff)
    case .panel: Colour(0xf8f9fa)
    case .text: Colour(0x1b1f24)
    case .quiet: Colour(0x545d68)
    case .axis: Colour(0x59636e)
    case .grid: Colour(0xdde1e6)
    case .segment: Colour(0xdcebf6)
    case .blue: Colour(0x0068a8)
    case .orange: Colour(0xb24600)
    case .green: Colour(0x00735a)
    case .purple: Colour(0x9a3c78)
    case .leftOutPale: Colour(0xe4e7ea)
    case .leftOutLight: Colour(0xc3c9d0)
    case .leftOutMiddle: Colour(0x9aa3ad)
    case .leftOutDark: Colour(0x6d7782)
    case .leftOutDeep: Colour(0x3d4650)
    }
  }

  private static func darkColour(of ink: Ink) -> Colour {
    switch ink {
    case .page: Colour(0x14171c)
    case .panel: Colour(0x1a1e24)
    case .text: Colour(0xe8eaed)
    case .quiet: Colour(0xa9b2bc)
    case .axis: Colour(0xa3acb6)
    case .grid: Colour(0x323943)
    case .segment: Colour(0x1f3346)
    case .blue: Colour(0x56b4e9)
    case .orange: Colour(0xf09a4b)
    case .green: Colour(0x3cc79d)
    case .purple: Colour(0xe08cc0)
    case .leftOutPale: Colour(0x2b323a)
    case .leftOutLight: Colour(0x454e58)
    case .leftOutMiddle: Colour(0x66707b)
    case .leftOutDark: Colour(0x8e98a3)
    case .leftOutDeep: Colour(0xbcc4cc)
    }
  }
}
