// Comparison of two records: faster and slower tasks.

/// The measurements that two records share.
public struct RecordComparison: Sendable {
  /// Changes below this ratio are noise: the difference between repeated runs of one build on an idle machine.
  public static let noise = 0.05

  private let old: BenchmarkRecord
  private let new: BenchmarkRecord

  /// Compares `new` with `old`.
  public init(_ old: BenchmarkRecord, _ new: BenchmarkRecord) {
    self.old = old
    self.new = new
  }

  /// Each shared measurement with the new value as a share of the old one.
  public var changes: [(measurement: Measurement, old: Measurement, share: Double)] {
    new.measurements.compactMap { measurement in
      old.measurements.first {
        $0.tool == measurement.tool && $0.task == measurement.task
          && $0.input == measurement.input && $0.quantity == measurement.quantity
      }.map { (measurement, $0, measurement.minimum / $0.minimum) }
    }
  }

  /// The comparison as a Markdown table.
  public var markdown: String {
    let titles =
      "| tool | task | input | \(old.date) | \(new.date) | new / old | × floor then | now | |"
    let rows = changes.map { change in
      let number = BenchmarkRecord.number
      let (now, then) = (change.measurement, change.old)
      let verdict =
        change.share < 1 - Self.noise ? "less" : change.share > 1 + Self.noise ? "more" : ""
      return "| \(now.tool) | \(now.task) | \(now.input) | \(number(then.minimum)) "
        + "| \(number(now.minimum)) | \(number(change.share)) | \(number(then.multipleOfFloor)) "
        + "| \(number(now.multipleOfFloor)) | \(verdict) |"
    }
    let machines =
      old.machine == new.machine
      ? [] : ["The machines differ: \(old.machine); \(new.machine).", ""]
    return
      (machines + [titles, "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"] + rows)
      .joined(separator: "\n") + "\n"
  }
}
