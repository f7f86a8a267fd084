// A comparison as a short table for a person: the four primary measures first, in words that
// frighten nobody.

import BaselineService
import VoiceTypes

/// The report behind `baseline compare --format text`.
enum ComparisonReport {
  private static let table = TextTable(
    [.left(28), .left(10), .left(10), .left(24), .left(12), .left(8)])

  /// The report of a document.
  static func text(of document: ComparisonDocument) -> String {
    let baseline = document.baseline
    var lines = [
      "Compared with the \(baseline.status.rawValue) baseline of \(baseline.establishedAt), "
        + "sessions: \(baseline.sessions)"
    ]
    switch document.outcome {
    case .complete(let findings):
      lines += [findings.summary] + findings.sessions.flatMap(comparison)
      lines += [
        "",
        "Usual range: a session within it shows no more than day-to-day variation. RCI: the change in "
          + "terms of that variation.",
      ]
    case .refused(let refusal):
      lines.append("Not compared:")
      lines += refusal.reasons.flatMap { ["  \($0.message).", "  What to do: \($0.advice)."] }
      lines += BaselineReport.sessions(refusal.sessions)
    }
    lines += document.notes.map { "Note: \($0)." } + [ComparisonDocument.notice]
    return lines.report
  }

  private static func comparison(of session: SessionComparison) -> [String] {
    let head = table.line(["  measure", "now", "usual", "usual range", "change", "RCI"])
    let primaries = session.measures.filter(\.isPrimary).map(row)
    let others = session.measures.filter { !$0.isPrimary }.map(row)
    return BaselineReport.sessions([session.session])
      + (session.measures.isEmpty
        ? ["  nothing could be compared"] : [head] + primaries + ["  further measures:"] + others)
  }

  private static func row(of measure: MeasureComparison) -> String {
    let name = ChangeMeasure.of(measure.measure)?.name ?? measure.measure.rawValue
    return table.line([
      "  \(name)", NumberText.fixed(measure.value, 3), NumberText.fixed(measure.usual, 3),
      range(of: measure), change(of: measure),
      measure.reliability.map { NumberText.signed($0.index, 2) } ?? "",
      measure.reliability?.changeClass.words ?? "reported only",
    ])
  }

  private static func range(of measure: MeasureComparison) -> String {
    guard let reliability = measure.reliability else { return "not known" }
    return NumberText.range(reliability.low, reliability.high, of: measure.measure)
  }

  private static func change(of measure: MeasureComparison) -> String {
    if let decibels = measure.changeDecibels { return NumberText.signed(decibels, 1) + " dB" }
    return measure.changePercent.map { NumberText.signed($0, 0) + " %" } ?? ""
  }
}
