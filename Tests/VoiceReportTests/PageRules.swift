// Legibility of a page: contrast of its colours, distance of its boxes.

import Foundation
import VoiceReport

extension Scene {
  /// The texts of the page.
  var labels: [Label] { marks.compactMap { if case .text(let label) = $0 { label } else { nil } } }
}

extension Box {
  /// Whether two rectangles overlap by more than an edge.
  func overlaps(_ other: Box) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }

  /// Whether this rectangle contains another one.
  func holds(_ other: Box) -> Bool {
    left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom
  }
}

extension Colour {
  /// Relative luminance, 0 … 1 (WCAG 2.2, "relative luminance").
  var luminance: Double {
    let linear = [red, green, blue].map { part -> Double in
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  /// Contrast ratio of two colours, 1 … 21 (WCAG 2.2, "contrast ratio").
  func contrast(to other: Colour) -> Double {
    let (low, high) = (min(luminance, other.luminance), max(luminance, other.luminance))
    return (high + 0.05) / (low + 0.05)
  }
}
