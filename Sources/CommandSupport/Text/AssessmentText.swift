// The comparison part of the text report; the full sentences are in the document.

import VoiceReport
import VoiceTypes

enum AssessmentText {
  /// The columns measure, value and reference status.
  private static let table = TextTable([.left(35), .left(16)], indent: "  ")

  static func lines(of assessment: Assessment, _ naming: MeasureNaming) -> [String] {
    var lines = WrappedText.item(reference(of: assessment.reference), indent: "")
    let compared = assessment.measures.filter { $0.standing != .noReference }
    if compared.isEmpty {
      lines += WrappedText.lines(Language.ofText.text(.noComparison(in: assessment)))
    } else {
      lines += ["", header] + compared.flatMap { row($0, naming) }
    }
    return lines
  }

  static func remarks(on assessment: Assessment, _ naming: MeasureNaming) -> [String] {
    let lines =
      labels(of: assessment, naming)
      + assessment.cautions.map {
        commandText("note.sentence", ["text": Language.ofText.text(written: $0)])
      }
      + [context(of: assessment.context)].compactMap { $0 }
    return lines.flatMap { WrappedText.item($0, indent: "") }
  }

  private static func reference(of reference: AssessedReference) -> String {
    let demographic = reference.demographic
    let group = demographic.category?.rawValue ?? "none"
    let age = demographic.band.map {
      commandText("assessment.age", ["band": $0.rawValue.replacing("-", with: "–")])
    }
    let sets = [reference.version, reference.measured?.version].compactMap { $0 }
    return commandText(
      "assessment.reference",
      [
        "age": age ?? commandText("assessment.age_unknown"),
        "group": commandText("assessment.group.\(group)"),
        "reason": Language.ofText.text(written: demographic.reason),
        "limits": sets.joined(separator: ", "),
      ])
  }

  private static var header: String {
    table.line(["measure", "value", "comparison"].map { commandText("column.\($0)") })
  }

  private static func row(_ measure: MeasureAssessment, _ naming: MeasureNaming) -> [String] {
    let format = MeasureFormat(
      of: measure.value, measure.measure, interval: measure.interval, naming.scale, in: .ofText)
    let line = table.line([
      naming.text(measure.measure),
      format.text(measure.value) + format.unit,
      Language.ofText.result(of: measure),
    ])
    let limits: [(Phrase, AppliedLimit?)] = [
      (.chartTypical, measure.decidingRange), (.chartPublished, measure.published),
    ]
    let ranges = limits.compactMap { name, limit in
      limit.map { "\(Language.ofText.text(name))\(kind(of: $0)) \(range(of: $0, format))" }
    }
    return [line] + WrappedText.lines(ranges.joined(separator: ", "), indent: "      ")
  }

  /// Returns the algorithm or the origin of a limit that differs from the usual one.
  private static func kind(of limit: AppliedLimit) -> String {
    if limit.kind == .derived { return " (\(commandText("assessment.derived")))" }
    return limit.algorithm == "mdvp" ? " (MDVP)" : ""
  }

  /// Formats a limit with the digits of its source.
  private static func range(of limit: AppliedLimit, _ format: MeasureFormat) -> String {
    let language = Language.ofText
    return switch (limit.low, limit.high) {
    case (let low?, let high?):
      language.text(.limitBetween, format.limit(low), format.limit(high) + format.unit)
    case (let low?, nil): language.text(.limitAtLeast, format.limit(low) + format.unit)
    case (nil, 0?): commandText("assessment.none")
    case (nil, let high?): language.text(.limitAtMost, format.limit(high) + format.unit)
    case (nil, nil): commandText("unknown")
    }
  }

  /// Returns the labels and cautions of reference ranges and of published limits.
  private static func labels(of assessment: Assessment, _ naming: MeasureNaming) -> [String] {
    let compared = assessment.measures.filter { $0.standing != .noReference }
    let hasFarEnd = compared.contains { $0.decidingRange?.isFarEnd == true }
    return lines(
      of: compared.map { measure in
        let limit = measure.decidingRange
        return (measure.measure, limit?.basis == .measured || limit?.caution != nil ? limit : nil)
      }, "assessment.reference_limit", naming)
      + (hasFarEnd ? WrappedText.item(Language.ofText.text(.edgesFarEnd), indent: "") : [])
      + lines(of: compared.map { ($0.measure, $0.published) }, "assessment.published_limit", naming)
  }

  private static func lines(
    of limits: [(Measure, AppliedLimit?)], _ key: String, _ naming: MeasureNaming
  ) -> [String] {
    let remarks = limits.compactMap { measure, limit in
      limit.map { limit in
        let language = Language.ofText
        let caution = limit.caution.map {
          language.text(written: language.caution($0, of: measure))
        }
        let remark = [language.text(written: limit.label)] + [caution].compactMap(\.self)
        return (measure, remark.joined(separator: ". "))
      }
    }
    return MeasuresByRemark(remarks, naming).lines { remark, measures in
      commandText(
        key, ["measures": measures, "remark": remark.last == "." ? remark : remark + "."])
    }
  }

  /// Returns the self-reported conditions with control characters replaced; nil without conditions.
  private static func context(of conditions: ReportedConditions) -> String? {
    let lists = [
      ("voice", conditions.voice), ("diagnosed", conditions.diagnosed),
      ("suspected", conditions.suspected ?? []),
    ]
    let parts = lists.filter { !$0.1.isEmpty }.map { key, reported in
      let names =
        reported == UserProfile.noConditions
        ? commandText("assessment.none") : reported.map(\.excerpt).joined(separator: ", ")
      return commandText("assessment.reported.\(key)", ["conditions": names])
    }
    guard !parts.isEmpty else { return nil }
    return commandText("assessment.reported", ["conditions": parts.joined(separator: " ")])
  }
}
