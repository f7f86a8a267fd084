// The floor of a task: its transforms alone. Same sizes, same numbers, same
// planner flags, buffers from FFTW's allocator, one buffer of samples for both directions as in the
// DSP core, so that the same memory is warm.

/// Executes transforms without any of the work around them.
public struct TransformFloor {
  private let groups: [TransformGroup]

  /// Plans the transforms of `tallies`.
  public init(of tallies: [TransformTally]) {
    var groups: [TransformGroup] = []
    for tally in tallies
    where !groups.contains(where: { $0.size == tally.size && $0.flags == tally.flags }) {
      let alike = tallies.filter { $0.size == tally.size && $0.flags == tally.flags }
      groups.append(
        TransformGroup(
          size: tally.size, flags: tally.flags,
          forward: alike.first { $0.direction == .forward }?.count ?? 0,
          inverse: alike.first { $0.direction == .inverse }?.count ?? 0))
    }
    self.groups = groups
  }

  /// Executes all transforms once.
  public func run() {
    for group in groups { group.run() }
  }
}
