// A comparison as a short table for a person: the four primary measures first, in words that
// frighten nobody.

import BaselineService
import VoiceTypes

/// The report behind `baseline compare --format text`.
enum ComparisonReport {
  private static let nameWidth = 28
  private static let numberWidth = 10
  private static let rangeWidth = 24
  private static let changeWidth = 12
  private static let indexWidth = 8

  /// The report of a document.
  static func text(of document: ComparisonDocument) -> String {
    let baseline = document.baseline
    var lines = [
      "Compared with the \(baseline.status.rawValue) baseline of \(baseline.establishedAt), "
        + "sessions: \(baseline.sessions)"
    ]
    switch document.outcome {
    case .complete(let findings):
      lines += [findings.summary] + findings.sessions.flatMap(table)
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
    return lines.map(RecordsTable.printable).joined(separator: "\n") + "\n"
  }

  private static func table(of session: SessionComparison) -> [String] {
    let head =
      TextReport.padded("  measure", nameWidth) + TextReport.padded("now", numberWidth)
      + TextReport.padded("usual", numberWidth) + TextReport.padded("usual range", rangeWidth)
      + TextReport.padded("change", changeWidth) + TextReport.padded("RCI", indexWidth)
    let primaries = session.measures.filter(\.isPrimary).map(row)
    let others = session.measures.filter { !$0.isPrimary }.map(row)
    return BaselineReport.sessions([session.session])
      + (session.measures.isEmpty
        ? ["  nothing could be compared"] : [head] + primaries + ["  further measures:"] + others)
  }

  private static func row(of measure: MeasureComparison) -> String {
    let name = ChangeMeasure.of(measure.measure)?.name ?? measure.measure.rawValue
    return TextReport.padded("  \(name)", nameWidth)
      + TextReport.padded(TextReport.rounded(measure.value, 3), numberWidth)
      + TextReport.padded(TextReport.rounded(measure.usual, 3), numberWidth)
      + TextReport.padded(range(of: measure), rangeWidth)
      + TextReport.padded(change(of: measure), changeWidth)
      + TextReport.padded(
        measure.reliability.map { signed($0.index, 2) } ?? "", indexWidth)
      + (measure.reliability?.changeClass.words ?? "reported only")
  }

  private static func range(of measure: MeasureComparison) -> String {
    guard let reliability = measure.reliability else { return "not known" }
    return TextReport.range(reliability.low, reliability.high, of: measure.measure)
  }

  private static func change(of measure: MeasureComparison) -> String {
    if let decibels = measure.changeDecibels { return signed(decibels, 1) + " dB" }
    return measure.changePercent.map { signed($0, 0) + " %" } ?? ""
  }

  private static func signed(_ number: Double, _ places: Int) -> String {
    (number > 0 ? "+" : "") + TextReport.rounded(number, places)
  }
}
