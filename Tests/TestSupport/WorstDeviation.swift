// Tests print how close they came, not only that they passed.

/// The largest deviation seen, and where.
package struct WorstDeviation: Sendable {
  /// The largest deviation so far.
  package private(set) var value = 0.0

  /// The place of the deviation.
  package private(set) var place = "nowhere"

  /// Nothing seen yet.
  package init() {}

  /// Takes the distance of two numbers, relative to the reference unless that is zero.
  package mutating func noteRelative(_ found: Double, to reference: Double, at place: String) {
    let distance = (found - reference).magnitude
    note(reference == 0 ? distance : distance / reference.magnitude, at: place)
  }

  /// Takes a deviation; one that is not a number counts as infinite.
  package mutating func note(_ deviation: Double, at place: String) {
    let deviation = deviation.isNaN ? .infinity : deviation
    guard deviation > value else { return }
    value = deviation
    self.place = place
  }
}
