// The part of the text report that compares: one line for each number that has a limit, so that
// the table is read in seconds. What the sentences of the document say at length stays there.

import VoiceTypes

/// The lines of an assessment.
enum AssessmentText {
  /// The measure, its value, how many of 100 people measured lie below, its typical and its published
  /// range, and how it stands to these.
  private static let table = TextTable(
    [.left(33), .left(16), .left(6), .left(16), .left(21)], indent: "  ")

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
    if let joint = assessment.joint { lines += ["", joint.sentence] }
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
    table.line(["measure", "value", "pct", "typical", "published", "standing"])
  }

  private static func row(_ measure: MeasureAssessment) -> String {
    let unit = measure.measure.unit
    let places = unit == "Hz" || unit == "µs" ? 1 : 3
    let value = measure.measure.isCount ? 0 : places
    return table.line([
      measure.measure.rawValue,
      NumberText.fixed(measure.value, value) + NumberText.unit(of: measure.measure),
      measure.percentile.map { NumberText.short($0, 0) } ?? "-",
      range(of: measure.typical, places),
      range(of: measure.published, places) + kind(of: measure.published),
      words(measure.standing),
    ])
  }

  /// What a limit of the column is that is not one published for this algorithm.
  private static func kind(of limit: AppliedLimit?) -> String {
    guard let limit else { return "" }
    if limit.kind == .derived { return " (derived)" }
    return limit.algorithm == "mdvp" ? " (MDVP)" : ""
  }

  private static func range(of limit: AppliedLimit?, _ places: Int) -> String {
    switch (limit?.low, limit?.high) {
    case (let low?, let high?):
      "\(NumberText.short(low, places)) to \(NumberText.short(high, places))"
    case (let low?, nil): "at least \(NumberText.short(low, places))"
    case (nil, let high?): high == 0 ? "none" : "at most \(NumberText.short(high, places))"
    case (nil, nil): "-"
    }
  }

  private static func words(_ standing: Standing) -> String {
    switch standing {
    case .within: "within"
    case .atEdge: "at the edge"
    case .outside: "outside"
    case .outsidePublished: "outside published"
    case .unusualForReference: "unusual for reference"
    case .noReference: "no reference"
    }
  }

  /// What the limits are, with what their sources say against them: those of the last column, and
  /// typical ones where they are measured.
  private static func labels(of assessment: Assessment) -> [String] {
    let typical = assessment.measures.map { measure in
      // How sure each of them is stands in the document.
      (measure.measure, measure.typical.flatMap { $0.basis == .measured ? $0 : nil }.map(named))
    }
    return lines(of: typical, "Typical limit")
      + lines(of: assessment.measures.map { ($0.measure, $0.published) }, "Limit")
  }

  private static func named(_ limit: AppliedLimit) -> AppliedLimit {
    var limit = limit
    limit.caution = nil
    return limit
  }

  private static func lines(of limits: [(Measure, AppliedLimit?)], _ name: String) -> [String] {
    let remarks = limits.compactMap { measure, limit in
      limit.map { limit in
        (measure, ([limit.label] + [limit.caution].compactMap { $0 }).joined(separator: ". "))
      }
    }
    return MeasuresByRemark(remarks).lines { remark, measures in
      "\(name) of \(measures): " + (remark.last == "." ? remark : remark + ".")
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
