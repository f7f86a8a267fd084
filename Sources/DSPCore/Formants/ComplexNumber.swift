// As much complex arithmetic as finding roots takes.

import RealModule

/// A complex number in Cartesian form.
package struct ComplexNumber: Equatable {
  package var real: Double
  package var imaginary: Double

  /// The square of the magnitude.
  package var norm: Double { real * real + imaginary * imaginary }

  /// The distance from zero.
  package var magnitude: Double { Double.hypot(real, imaginary) }

  /// The angle from the positive real axis, in radians, −π … π.
  package var angle: Double { Double.atan2(y: imaginary, x: real) }

  /// The number at a distance from zero and an angle, in radians.
  package init(length: Double, angle: Double) {
    real = length * Double.cos(angle)
    imaginary = length * Double.sin(angle)
  }

  package init(_ real: Double, _ imaginary: Double = 0) {
    self.real = real
    self.imaginary = imaginary
  }

  package static func + (left: Self, right: Self) -> Self {
    Self(left.real + right.real, left.imaginary + right.imaginary)
  }

  package static func - (left: Self, right: Self) -> Self {
    Self(left.real - right.real, left.imaginary - right.imaginary)
  }

  package static func * (left: Self, right: Self) -> Self {
    Self(
      left.real * right.real - left.imaginary * right.imaginary,
      left.real * right.imaginary + left.imaginary * right.real)
  }

  /// The quotient; `right` is not zero.
  package static func / (left: Self, right: Self) -> Self {
    let scale = 1 / right.norm
    return Self(
      (left.real * right.real + left.imaginary * right.imaginary) * scale,
      (left.imaginary * right.real - left.real * right.imaginary) * scale)
  }
}
