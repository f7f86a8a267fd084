// Deviations that tests print.

/// The largest deviation and its place.
package struct WorstDeviation: Sendable {
  /// The largest deviation so far.
  package private(set) var value = 0.0

  /// The place of the deviation.
  package private(set) var place = "nowhere"

  /// No deviation yet.
  package init() {}

  /// Adds the difference of two numbers, relative to the reference unless it is zero.
  package mutating func noteRelative(_ found: Double, to reference: Double, at place: String) {
    let distance = (found - reference).magnitude
    note(reference == 0 ? distance : distance / reference.magnitude, at: place)
  }

  /// Adds a deviation. NaN counts as infinite.
  package mutating func note(_ deviation: Double, at place: String) {
    let deviation = deviation.isNaN ? .infinity : deviation
    guard deviation > value else { return }
    value = deviation
    self.place = place
  }
}
