// The parabola through three equidistant points: where a sampled curve has its top between samples.

/// The parabola through the values before, at and after a point; one step is the unit.
package struct Parabola {
  /// Half the difference of the outer values: the slope at the middle point.
  @usableFromInline let slope: Double

  /// By how much the middle lies above both neighbours together: minus the second derivative.
  package let curvature: Double

  @usableFromInline let middle: Double

  /// The parabola through three values.
  @inlinable
  package init(_ before: Double, _ middle: Double, _ after: Double) {
    slope = 0.5 * (after - before)
    curvature = (middle - before) + (middle - after)
    self.middle = middle
  }

  /// Where the vertex is, in steps after the middle point; not finite for three values on a line.
  @inlinable
  package var offset: Double { slope / curvature }

  /// The value at the vertex.
  @inlinable
  package var height: Double { middle + 0.5 * slope * slope / curvature }
}
