// What colours are for. A scene names a purpose, a theme gives it a colour: so one scene is drawn in
// either theme. The hues are those of Okabe & Ito (2008), "Color Universal Design", darkened where a
// text of them would be hard to read; no meaning hangs on a hue alone.

/// Whether a page is bright or dark.
package enum Theme: String, CaseIterable, Sendable {
  case light
  case dark
}

/// What something is drawn in.
package enum Ink: CaseIterable, Sendable {
  /// The ground of the page.
  case page
  /// The ground of a panel.
  case panel
  /// What is read first.
  case text
  /// What is read beside it.
  case quiet
  /// Edges and ticks.
  case axis
  /// Lines behind curves.
  case grid
  /// The measured stretch, behind a curve.
  case segment
  /// The first curve of a panel.
  case blue
  /// What stands out of it.
  case orange
  /// A third one.
  case green
  /// A fourth.
  case purple
  /// What was left out, by reason: paler and darker greys, told apart by their lightness.
  case leftOutPale
  case leftOutLight
  case leftOutMiddle
  case leftOutDark
  case leftOutDeep

  /// The inks that texts may have.
  package static let ofText: [Ink] = [.text, .quiet, .blue, .orange, .green, .purple]

  /// The inks that texts may stand on.
  package static let grounds: [Ink] = [.page, .panel]

  /// The inks of curves.
  package static let ofCurves: [Ink] = [.blue, .orange, .green, .purple, .axis]
}

extension Theme {
  /// The colour of an ink.
  package func colour(of ink: Ink) -> Colour {
    switch self {
    case .light: Self.lightColour(of: ink)
    case .dark: Self.darkColour(of: ink)
    }
  }

  /// From the ground of a panel to its opposite, for images.
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
