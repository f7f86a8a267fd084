// sRGB colours and their contrast.

internal import RealModule

/// An sRGB colour.
package struct Colour: Sendable, Equatable {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8

  /// Creates a colour from a code such as 0x0072b2.
  package init(_ code: UInt32) {
    red = UInt8(truncatingIfNeeded: code >> 16)
    green = UInt8(truncatingIfNeeded: code >> 8)
    blue = UInt8(truncatingIfNeeded: code)
  }

  private init(_ parts: [Double]) {
    let bytes = parts.map { UInt8(min(max($0, 0), 255).rounded()) }
    (red, green, blue) = (bytes[0], bytes[1], bytes[2])
  }

  private var parts: [Double] { [Double(red), Double(green), Double(blue)] }

  /// The SVG and CSS notation, such as `#0072b2`.
  package var text: String {
    "#"
      + [red, green, blue].map { part in
        let digits = String(part, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
  }

  /// Interpolates linearly towards another colour. `share` is 0 for this colour and 1 for the
  /// other.
  package func mixed(with other: Colour, share: Double) -> Colour {
    Colour(zip(parts, other.parts).map { $0 + share * ($1 - $0) })
  }

  /// Relative luminance, 0 … 1 (WCAG 2.2, "relative luminance").
  package var luminance: Double {
    let linear = parts.map { part -> Double in
      let value = part / 255
      return value <= 0.04045 ? value / 12.92 : Double.pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  /// Returns the contrast ratio of two colours, 1 … 21 (WCAG 2.2, "contrast ratio").
  package func contrast(to other: Colour) -> Double {
    let (low, high) = (min(luminance, other.luminance), max(luminance, other.luminance))
    return (high + 0.05) / (low + 0.05)
  }
}
