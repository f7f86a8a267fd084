/// Parabola through three equidistant values, which locates a peak between samples. The unit of x
/// is one step.
package struct Parabola {
  /// Half the difference of the outer values: the slope at the middle point.
  @usableFromInline let slope: Double

  /// Difference of the middle value from both neighbours together: minus the second derivative.
  package let curvature: Double

  @usableFromInline let middle: Double

  @inlinable
  package init(_ before: Double, _ middle: Double, _ after: Double) {
    slope = 0.5 * (after - before)
    curvature = (middle - before) + (middle - after)
    self.middle = middle
  }

  /// The vertex position in steps from the middle point; not finite for collinear values.
  @inlinable
  package var offset: Double { slope / curvature }

  /// The value at the vertex.
  @inlinable
  package var height: Double { middle + 0.5 * slope * slope / curvature }
}
