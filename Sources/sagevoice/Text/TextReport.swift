// A short table for a person: values with units, and a reason wherever there is no value.

package import VoiceTypes

/// The report behind `--format text`.
package enum TextReport {
  /// What stands below every report that says no more of it.
  static let notice = "This is a measurement, not a diagnosis."

  private static let table = TextTable([.left(40), .right(12)], indent: "  ")

  /// The report of one document, with an empty line after it.
  package static func text(of document: ResultsDocument) -> String {
    var lines = [heading(of: document)]
    lines += concerns(of: document)
    switch document.outcome {
    case .refused(let refusal):
      lines.append("Not measured: \(refusal.message).")
      lines.append("What to do: \(refusal.advice).")
    case .complete(let findings):
      lines.append(scope(of: findings))
      lines += leftOut(of: findings.segment)
      lines += comparison(of: findings)
      lines.append("")
      lines += values(of: findings)
      lines += reasons(of: findings.biomarkers)
      lines += findings.notes.map { "Note: \($0)." }
      lines += findings.assessment.map(AssessmentText.remarks) ?? []
    }
    lines.append(
      document.findings?.assessment == nil
        ? notice : Assessment.notice)
    return lines.report + "\n"
  }

  private static func heading(of document: ResultsDocument) -> String {
    let recording = document.recording
    var parts = [recording.name, "\(document.tier.rawValue) tier"]
    if let duration = recording.duration {
      parts.append("\(NumberText.fixed(duration.value, 2)) s")
    }
    if let rate = recording.sampleRate { parts.append("\(NumberText.fixed(rate.value, 0)) Hz") }
    if let encoding = recording.encoding { parts.append(encoding.rawValue) }
    parts.append("recording: \(document.quality.verdict.rawValue)")
    return parts.joined(separator: "  ")
  }

  private static func concerns(of document: ResultsDocument) -> [String] {
    document.quality.checks.compactMap { check in
      guard check.verdict != .pass, let message = check.message else { return nil }
      return "  \(check.verdict.rawValue): \(check.id): \(message)"
    }
  }

  private static func scope(of findings: Findings) -> String {
    let range = findings.pitchRange
    let segment = findings.segment
    return
      "Pitch range \(NumberText.fixed(range.floor.value, 1))–\(NumberText.fixed(range.ceiling.value, 1)) Hz "
      + "(\(findings.pitchRangeRule.rawValue)), "
      + "seconds \(NumberText.fixed(segment.start.value, 2))–\(NumberText.fixed(segment.end.value, 2)) "
      + "(\(segment.rule.rawValue))"
  }

  /// The numbers beside their limits, before all numbers.
  private static func comparison(of findings: Findings) -> [String] {
    guard let assessment = findings.assessment else { return [] }
    return [""] + AssessmentText.lines(of: assessment) + ["", "All numbers:"]
  }

  /// The seconds that were not measured, each with its reason in words.
  private static func leftOut(of segment: Segment) -> [String] {
    guard !segment.excluded.isEmpty else { return [] }
    let pieces = segment.excluded.map { piece in
      let ends = [piece.start, piece.end].map { NumberText.fixed($0.value, 2) }
      return "\(ends.joined(separator: "–")) \(words(piece.reason))"
    }
    return ["Left out, in seconds: \(pieces.joined(separator: ", "))"]
  }

  private static func words(_ reason: ExclusionReason) -> String {
    switch reason {
    case .unvoiced: "no voice"
    case .shorterSound: "a shorter sound"
    case .onset: "onset"
    case .offset: "offset"
    case .lessSteady: "less steady"
    }
  }

  private static func values(of findings: Findings) -> [String] {
    Measure.allCases.compactMap { measure in
      findings.biomarkers[measure].number.map { number in
        table.line([
          measure.rawValue, NumberText.fixed(number, measure.isCount ? 0 : 4),
          NumberText.unit(of: measure) + (findings.uncertainty[measure].map(interval) ?? ""),
        ])
      }
    }
  }

  private static func interval(_ interval: ConfidenceInterval) -> String {
    "  (95 %: \(NumberText.fixed(interval.low, 4)) to \(NumberText.fixed(interval.high, 4)))"
  }

  /// One line per reason, with the measures it holds for, in the order of the document.
  private static func reasons(of biomarkers: Biomarkers) -> [String] {
    MeasuresByRemark(biomarkers.unavailable.map { ($0.measure, $0.reason.message) })
      .lines { message, measures in "Not measured, as \(message): \(measures)." }
  }
}
