import VoiceTypes

/// Measures grouped by common remarks, in order of first occurrence.
struct MeasuresByRemark {
  private var order: [String] = []
  private var measures: [String: [Measure]] = [:]
  private let naming: MeasureNaming

  init(_ remarks: [(measure: Measure, remark: String)], _ naming: MeasureNaming) {
    self.naming = naming
    for (measure, remark) in remarks {
      if measures[remark] == nil { order.append(remark) }
      measures[remark, default: []].append(measure)
    }
  }

  /// Returns one line per remark, built from the remark and its measures.
  func lines(_ line: (_ remark: String, _ measures: String) -> String) -> [String] {
    order.map { line($0, names(of: measures[$0, default: []])) }
  }

  /// Returns measure names in document order. A complete group of several measures gives its group
  /// name.
  private func names(of measures: [Measure]) -> String {
    let whole = MeasureGroup.allCases.filter { group in
      group.measures.count > 1 && group.measures.allSatisfy(measures.contains)
    }
    var named: Set<MeasureGroup> = []
    return measures.compactMap { measure -> String? in
      guard whole.contains(measure.group) else { return naming.text(measure) }
      guard named.insert(measure.group).inserted else { return nil }
      return commandText(
        "group.all",
        ["group": naming.text(measure.group), "count": "\(measure.group.measures.count)"])
    }.joined(separator: ", ")
  }
}
