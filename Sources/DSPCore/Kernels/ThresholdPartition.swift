/// Partition of a row by a threshold, without branches and writes.
package struct ThresholdPartition {
  /// The number of values below the threshold.
  package let below: Int

  /// The largest value below the threshold; −∞ without any.
  package let largestBelow: Double

  /// The smallest of the other values; +∞ without any.
  package let smallestAbove: Double

  /// Counts the `values` below `threshold`; cheaper than the whole partition.
  package static func count(of values: [Double], below threshold: Double) -> Int {
    WideRows.count(of: values, below: threshold)
  }

  /// Partitions `values` at `threshold`.
  package init(of values: [Double], at threshold: Double) {
    below = Self.count(of: values, below: threshold)
    (largestBelow, smallestAbove) = WideRows.neighbours(of: threshold, in: values)
  }
}
