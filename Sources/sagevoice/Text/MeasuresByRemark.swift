// What holds for many measures is said once, with their names.

import CommandSupport
import VoiceTypes

/// Measures of which the same is said, in the order in which it is said first.
struct MeasuresByRemark {
  private var order: [String] = []
  private var measures: [String: [Measure]] = [:]
  private let naming: MeasureNaming

  /// Gathers what is said of each measure.
  init(_ remarks: [(measure: Measure, remark: String)], _ naming: MeasureNaming) {
    self.naming = naming
    for (measure, remark) in remarks {
      if measures[remark] == nil { order.append(remark) }
      measures[remark, default: []].append(measure)
    }
  }

  /// A line for each remark, made of it and of its measures.
  func lines(_ line: (_ remark: String, _ measures: String) -> String) -> [String] {
    order.map { line($0, names(of: measures[$0, default: []])) }
  }

  /// Names in the order of the document; a group of several that is there whole by its own.
  private func names(of measures: [Measure]) -> String {
    let whole = MeasureGroup.allCases.filter { group in
      group.measures.count > 1 && group.measures.allSatisfy(measures.contains)
    }
    var told: Set<MeasureGroup> = []
    return measures.compactMap { measure -> String? in
      guard whole.contains(measure.group) else { return naming.text(measure) }
      guard told.insert(measure.group).inserted else { return nil }
      return "\(naming.text(measure.group)) (all \(measure.group.measures.count))"
    }.joined(separator: ", ")
  }
}
