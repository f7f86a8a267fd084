// The comparison part of the text report; the full sentences are in the document.

import CommandSupport
import VoiceReport
import VoiceTypes

/// The text of an assessment.
enum AssessmentText {
  /// The columns measure, value and reference status.
  private static let table = TextTable([.left(35), .left(16)], indent: "  ")

  /// Returns the reference and the table.
  static func lines(of assessment: Assessment, _ naming: MeasureNaming) -> [String] {
    var lines = WrappedText.item(reference(of: assessment.reference), indent: "")
    let compared = assessment.measures.filter { $0.standing != .noReference }
    if compared.isEmpty {
      lines.append("Not compared: no measure of this recording has a reference.")
    } else {
      lines += ["", header] + compared.flatMap { row($0, naming) }
    }
    if let verdict = assessment.verdict, verdict.isReported {
      lines += [""] + WrappedText.item(verdict.sentence, indent: "")
    }
    return lines
  }

  /// Returns the remarks below all values.
  static func remarks(on assessment: Assessment, _ naming: MeasureNaming) -> [String] {
    let lines =
      labels(of: assessment, naming) + assessment.reference.cautions.map { "Note: \($0)" }
      + [context(of: assessment.context)].compactMap { $0 }
    return lines.flatMap { WrappedText.item($0, indent: "") }
  }

  private static func reference(of reference: AssessedReference) -> String {
    let demographic = reference.demographic
    let group = demographic.category.map(words)
    let age =
      demographic.band.map { "\($0.rawValue.replacing("-", with: "–")) years" } ?? "age unknown"
    let sets = [reference.version, reference.measured?.version].compactMap { $0 }
    return "Reference group: \(age). F0 group: \(group ?? "none") (\(demographic.reason)). "
      + "Limits: \(sets.joined(separator: ", "))"
  }

  private static func words(_ category: ReferenceCategory) -> String {
    switch category {
    case .feminine: "feminine voices"
    case .masculine: "masculine voices"
    case .combined: "feminine and masculine voices"
    }
  }

  private static var header: String {
    table.line(["Measure", "Value", "Comparison"])
  }

  private static func row(_ measure: MeasureAssessment, _ naming: MeasureNaming) -> [String] {
    let format = MeasureFormat(
      of: measure.value, measure.measure, interval: measure.interval, naming.scale)
    let line = table.line([
      naming.text(measure.measure),
      format.text(measure.value) + format.unit,
      words(measure.standing),
    ])
    let ranges = [("reference range", measure.typical), ("published limit", measure.published)]
      .compactMap {
        name, limit in
        limit.map { "\(name)\(kind(of: $0)) \(range(of: $0, format))" }
      }
    return [line] + WrappedText.lines(ranges.joined(separator: ", "), indent: "      ")
  }

  /// Returns the algorithm or the origin of a limit that differs from the usual one.
  private static func kind(of limit: AppliedLimit) -> String {
    if limit.kind == .derived { return " (derived)" }
    return limit.algorithm == "mdvp" ? " (MDVP)" : ""
  }

  /// Formats a limit with the digits of its source.
  private static func range(of limit: AppliedLimit, _ format: MeasureFormat) -> String {
    switch (limit.low, limit.high) {
    case (let low?, let high?): "\(format.limit(low)) to \(format.limit(high))\(format.unit)"
    case (let low?, nil): "at least \(format.limit(low))\(format.unit)"
    case (nil, let high?): high == 0 ? "none" : "at most \(format.limit(high))\(format.unit)"
    case (nil, nil): "unknown"
    }
  }

  private static func words(_ standing: Standing) -> String {
    switch standing {
    case .within: "within reference"
    case .atEdge: "borderline"
    case .outside: "outside reference"
    case .outsidePublished: "outside published limit"
    case .unusualForReference: "F0 unusual for group"
    case .noReference: "no reference"
    }
  }

  /// Returns the labels and cautions of published and of measured limits.
  private static func labels(
    of assessment: Assessment, _ naming: MeasureNaming
  ) -> [String] {
    let compared = assessment.measures.filter { $0.standing != .noReference }
    return lines(
      of: compared.map { ($0.measure, $0.typical.flatMap { $0.basis == .measured ? $0 : nil }) },
      "Reference limit", naming)
      + lines(of: assessment.measures.map { ($0.measure, $0.published) }, "Limit", naming)
  }

  private static func lines(
    of limits: [(Measure, AppliedLimit?)], _ name: String, _ naming: MeasureNaming
  ) -> [String] {
    let remarks = limits.compactMap { measure, limit in
      limit.map { limit in
        let caution = limit.caution.map { Language.english.caution($0, of: measure) }
        return (measure, ([limit.label] + [caution].compactMap { $0 }).joined(separator: ". "))
      }
    }
    return MeasuresByRemark(remarks, naming).lines { remark, measures in
      "\(name) of \(measures): " + (remark.last == "." ? remark : remark + ".")
    }
  }

  /// Returns the self-reported conditions with control characters replaced; nil without conditions.
  private static func context(of conditions: ReportedConditions) -> String? {
    let lists = [
      ("voice complaints", conditions.voice), ("diagnoses", conditions.diagnosed),
      ("suspected", conditions.suspected ?? []),
    ]
    let parts = lists.filter { !$0.1.isEmpty }.map { name, reported in
      reported == UserProfile.noConditions
        ? "\(name) none" : "\(name) \(reported.map(\.excerpt).joined(separator: ", "))"
    }
    guard !parts.isEmpty else { return nil }
    return "Self-reported (not used for the comparison): \(parts.joined(separator: "; "))."
  }
}
