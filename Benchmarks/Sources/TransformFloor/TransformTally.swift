// Counts of the transforms of a task.

import CTransformCounter

/// The count of one kind of transform.
public struct TransformTally: Sendable, Equatable {
  /// From samples to a spectrum, or back.
  public enum Direction: Sendable, Equatable {
    case forward
    case inverse
  }

  /// Real samples in one transform.
  public let size: Int

  /// Direction.
  public let direction: Direction

  /// The planner flags of FFTW.
  public let flags: UInt32

  /// Transforms executed.
  public let count: Int

  /// The count of one kind.
  public init(size: Int, direction: Direction, flags: UInt32, count: Int) {
    self.size = size
    self.direction = direction
    self.flags = flags
    self.count = count
  }
}

/// Counts the transforms of a piece of work on the calling thread; nothing else may transform
/// meanwhile.
public enum TransformCounter {
  /// The transforms that `work` executes, in the order of their first use.
  ///
  /// A kind of plan that the counter does not know would make the floor too low, so it ends the
  /// program.
  public static func count(_ work: () -> Void) -> [TransformTally] {
    transform_counter_start()
    work()
    let count = transform_counter_stop()
    precondition(transform_counter_unknown() == 0, "FFTW was used in a way that is not counted")
    return (0..<count).map { index in
      let tally = transform_counter_tally(index)
      return TransformTally(
        size: Int(tally.size), direction: tally.is_forward == 1 ? .forward : .inverse,
        flags: tally.flags, count: Int(tally.count))
    }
  }
}
