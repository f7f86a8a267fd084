// The part of the text report that compares: one line for each number that has a limit, so that
// the table is read in seconds. What the sentences of the document say at length stays there.

import VoiceTypes

/// The lines of an assessment.
enum AssessmentText {
  private static let nameWidth = 34
  private static let valueWidth = 17
  private static let limitWidth = 17
  private static let outerWidth = 22

  /// The grade of the recording, the reference, and the table.
  static func lines(of assessment: Assessment) -> [String] {
    var lines = ["Recording: \(assessment.recording.grade.rawValue)"]
    lines += assessment.recording.reasons.map { "  \($0)" }
    lines.append(reference(of: assessment.reference))
    let compared = assessment.measures.filter { $0.standing != .noReference }
    if compared.isEmpty {
      lines.append("No number of this recording has a reference.")
    } else {
      lines += ["", header] + compared.map(row)
    }
    return lines
  }

  /// What stands below all numbers.
  static func remarks(on assessment: Assessment) -> [String] {
    var lines = labels(of: assessment)
    lines += assessment.reference.cautions.map { "Bear in mind: \($0)" }
    if let told = context(of: assessment.context) { lines.append(told) }
    return lines
  }

  private static func reference(of reference: AssessedReference) -> String {
    let demographic = reference.demographic
    let group = demographic.category.map { $0 == .combined ? "F and M together" : $0.rawValue }
    let age = demographic.band.map { "\($0.rawValue) years" } ?? "age not told"
    let sets = [reference.version, reference.measured?.version].compactMap { $0 }
    return "Reference: \(age); F0: \(group ?? "not compared") (\(demographic.reason)); "
      + "limits \(sets.joined(separator: ", "))"
  }

  private static var header: String {
    row(["measure", "value", "typical", "published", "standing"])
  }

  private static func row(_ measure: MeasureAssessment) -> String {
    let unit = measure.measure.unit
    let places = unit == "Hz" || unit == "µs" ? 1 : 3
    let value = measure.measure.isCount ? 0 : places
    return row([
      measure.measure.rawValue,
      TextReport.rounded(measure.value, value) + (unit.isEmpty ? "" : " \(unit)"),
      range(of: measure.typical, places),
      range(of: measure.published, places)
        + (measure.published?.kind == .derived ? " (derived)" : ""),
      words(measure.standing),
    ])
  }

  private static func row(_ cells: [String]) -> String {
    let widths = [nameWidth, valueWidth, limitWidth, outerWidth]
    let padded = zip(cells, widths).map { TextReport.padded($0, $1) }
    return "  " + padded.joined() + (cells.last ?? "")
  }

  private static func range(of limit: AppliedLimit?, _ places: Int) -> String {
    switch (limit?.low, limit?.high) {
    case (let low?, let high?): "\(short(low, places)) to \(short(high, places))"
    case (let low?, nil): "at least \(short(low, places))"
    case (nil, let high?): high == 0 ? "none" : "at most \(short(high, places))"
    case (nil, nil): "-"
    }
  }

  /// Without zeros behind the point that say nothing.
  private static func short(_ number: Double, _ places: Int) -> String {
    let text = TextReport.rounded(number, places)
    guard text.contains(".") else { return text }
    let kept = text.reversed().drop { $0 == "0" }.reversed()
    return String(kept.last == "." ? Array(kept.dropLast()) : Array(kept))
  }

  private static func words(_ standing: Standing) -> String {
    switch standing {
    case .within: "within"
    case .atEdge: "at the edge"
    case .outsidePublished: "outside published"
    case .unusualForReference: "unusual for reference"
    case .noReference: "no reference"
    }
  }

  /// What the limits are, with what their sources say against them: those of the last column, and
  /// typical ones where they are measured.
  private static func labels(of assessment: Assessment) -> [String] {
    let typical = assessment.measures.map { measure in
      (measure.measure, measure.typical.flatMap { $0.basis == .measured ? $0 : nil })
    }
    return lines(of: typical, "Typical limit")
      + lines(of: assessment.measures.map { ($0.measure, $0.published) }, "Limit")
  }

  private static func lines(of limits: [(Measure, AppliedLimit?)], _ name: String) -> [String] {
    var order: [String] = []
    var measures: [String: [String]] = [:]
    for (measure, limit) in limits {
      guard let limit else { continue }
      let remark = ([limit.label] + [limit.caution].compactMap { $0 }).joined(separator: ". ")
      if measures[remark] == nil { order.append(remark) }
      measures[remark, default: []].append(measure.rawValue)
    }
    return order.map { remark in
      "\(name) of \(measures[remark, default: []].joined(separator: ", ")): "
        + (remark.last == "." ? remark : remark + ".")
    }
  }

  /// What was told is shown as messages show text: on one line, without what a terminal obeys. Nil
  /// of somebody who told nothing.
  private static func context(of conditions: ReportedConditions) -> String? {
    let lists = [
      ("voice", conditions.voice), ("known", conditions.diagnosed),
      ("suspected", conditions.suspected ?? []),
    ]
    let parts = lists.filter { !$0.1.isEmpty }.map { name, told in
      "\(name): \(told.map(\.excerpt).joined(separator: ", "))"
    }
    guard !parts.isEmpty else { return nil }
    return "Told by the person, changes no limit: \(parts.joined(separator: "; "))."
  }
}
