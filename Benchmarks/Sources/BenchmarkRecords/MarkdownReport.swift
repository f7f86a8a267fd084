// A record as Markdown: description, ratios, measurements.

extension BenchmarkRecord {
  /// The record as a Markdown page.
  public var markdown: String {
    let list = versions.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    var lines = [
      "# Benchmarks of \(date)", "",
      "- Machine: \(machine)",
      "- Versions: \(list.joined(separator: "; "))",
      "- Command: `\(command)`",
      "- Times are milliseconds of CPU on one core unless it says wall; floor: the same transforms",
      "  by FFTW and nothing else, in turn with the stage; memory that is given back is kept for the next",
    ]
    lines += ["", "## Ratios", "", "| ratio | value | goal |", "| --- | --- | --- |"]
    lines += ratios.map(\.row)
    for part in sections { lines += ["", "## \(part.title)", ""] + part.table }
    if !notes.isEmpty { lines += ["", "## Notes", ""] + notes.map { "- \($0)" } }
    return lines.joined(separator: "\n") + "\n"
  }

  private var sections: [(title: String, table: [String])] {
    let ours = measurements.filter { $0.tool == Measurement.ours }
    let groups: [(String, [Measurement], ([Measurement]) -> [String])] = [
      ("Stages and tiers", ours.filter { $0.quantity == .processorTime }, Self.stageTable),
      ("Command line", ours.filter { $0.quantity == .wallTime }, Self.timeTable),
      ("Peak memory", ours.filter { $0.quantity == .peakMemory }, Self.memoryTable),
      ("Peers", measurements.filter { $0.tool != Measurement.ours }, Self.timeTable),
    ]
    return groups.filter { !$0.1.isEmpty }.map { ($0.0, $0.2($0.1)) }
  }

  private static func stageTable(_ rows: [Measurement]) -> [String] {
    let counted = rows.contains { $0.instructions != nil }
    let titles =
      ["task", "input", "runs", "min", "median", "× real time", "floor", "× floor"]
      + (counted ? ["instructions"] : []) + ["transforms"]
    return head(titles)
      + rows.map { row in
        line(
          [
            row.task, row.input, "\(row.repetitions)", number(row.minimum), number(row.median),
            number(row.timesRealTime), number(row.floor), number(row.multipleOfFloor),
          ] + (counted ? [row.instructions.map { number(Double($0) / 1e6) + " M" } ?? ""] : [])
            + [row.transforms ?? ""])
      }
  }

  private static func timeTable(_ rows: [Measurement]) -> [String] {
    head(["tool", "task", "input", "runs", "clock", "min", "median", "× real time"])
      + rows.map { row in
        line([
          row.tool, row.task, row.files.map { "\($0) × \(row.input)" } ?? row.input,
          "\(row.repetitions)", row.quantity == .wallTime ? "wall" : "CPU",
          number(row.minimum), number(row.median), number(row.timesRealTime),
        ])
      }
  }

  private static func memoryTable(_ rows: [Measurement]) -> [String] {
    head(["task", "input", "MiB", "bytes per sample more than the shorter file"])
      + rows.map { row in
        let shorter = rows.last { $0.task == row.task && $0.audioSeconds < row.audioSeconds }
        let growth = shorter.map {
          (row.minimum - $0.minimum) / (row.audioSeconds - $0.audioSeconds) / samplesPerSecond
        }
        return line([row.task, row.input, number(row.minimum / mebibyte), number(growth)])
      }
  }

  private static let samplesPerSecond = 44_100.0
  private static let mebibyte = 1_048_576.0

  private static func head(_ titles: [String]) -> [String] {
    [line(titles), line(titles.map { _ in "---" })]
  }

  private static func line(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }

  /// Three significant digits, or an empty text.
  static func number(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "" }
    let digits = value.magnitude >= 100 ? 0 : value.magnitude >= 10 ? 1 : 2
    let scale = [1.0, 10, 100][digits]
    let rounded = (value * scale).rounded() / scale
    return digits == 0 ? "\(Int(rounded))" : "\(rounded)"
  }
}

extension Ratio {
  fileprivate var row: String {
    guard let value else { return "| \(name) | not measured | \(goalText) |" }
    let verdict = goal.map { $0.isMet(by: value) ? "" : ", **missed**" } ?? ""
    return "| \(name) | \(BenchmarkRecord.number(value)) | \(goalText)\(verdict) |"
  }

  private var goalText: String {
    switch goal {
    case .atLeast(let limit): "≥ \(BenchmarkRecord.number(limit))"
    case .atMost(let limit): "≤ \(BenchmarkRecord.number(limit))"
    case nil: "–"
    }
  }
}
