// What holds for many measures is said once, with their names.

import VoiceTypes

/// Measures of which the same is said, in the order in which it is said first.
struct MeasuresByRemark {
  private var order: [String] = []
  private var measures: [String: [String]] = [:]

  /// Gathers what is said of each measure.
  init(_ remarks: [(measure: Measure, remark: String)]) {
    for (measure, remark) in remarks {
      if measures[remark] == nil { order.append(remark) }
      measures[remark, default: []].append(measure.rawValue)
    }
  }

  /// A line for each remark, made of it and of the keys of its measures.
  func lines(_ line: (_ remark: String, _ measures: String) -> String) -> [String] {
    order.map { line($0, measures[$0, default: []].joined(separator: ", ")) }
  }
}
