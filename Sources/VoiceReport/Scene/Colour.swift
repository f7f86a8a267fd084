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
    let code = [red, green, blue].reduce(1) { $0 << 8 | Int($1) }
    return "#" + String(code, radix: 16).dropFirst()
  }

  /// Interpolates linearly towards another colour. `share` is 0 for this colour and 1 for the
  /// other.
  package func mixed(with other: Colour, share: Double) -> Colour {
    Colour(zip(parts, other.parts).map { $0 + share * ($1 - $0) })
  }
}
