// The text report of a comparison, primary endpoints first.

import BaselineService
import VoiceReport
package import VoiceTypes

/// The text report of `baseline compare --format text`.
package enum ComparisonReport {
  private static let table = TextTable([.left(32), .right(11), .right(15), .right(11), .right(8)])

  /// Returns the report of a document; the time in its heading is that of the last session of
  /// `stored`.
  package static func text(of document: ComparisonDocument, with stored: VocalBaseline?) -> String {
    let baseline = document.baseline
    let time = BaselineSpan(of: stored, baseline).time
    var lines = WrappedText.item(
      commandText(
        document.refusal == nil ? "compare.heading" : "compare.baseline",
        [
          "status": commandText(
            document.refusal == nil
              ? "status.\(baseline.status.rawValue)" : "compare.status.\(baseline.status.rawValue)"),
          "sessions": "\(baseline.sessions)",
          "time": Language.english.day(time),
        ]), indent: "")
    switch document.outcome {
    case .complete(let findings):
      // A difference of conditions precedes the changes that it may explain.
      if !document.differences.isEmpty {
        let problems = document.differences.map {
          BaselineReport.sentences($0.fault(.fromBaseline).message, "")
        }
        lines += WrappedText.lines(
          commandText("compare.differences", ["problems": problems.joined(separator: " ")]))
      }
      lines += WrappedText.lines(findings.summary) + findings.sessions.flatMap(comparison)
      lines += [""] + WrappedText.lines(commandText("compare.explanation"))
    case .refused(let refusal):
      lines.append(commandText("compare.refused"))
      lines += refusal.reasons.flatMap {
        WrappedText.item(BaselineReport.sentences(on: $0))
      }
      lines += BaselineReport.sessions(refusal.sessions)
    }
    lines += BaselineReport.notes(document.notes)
    // The summary of alerts ends with the rest of the notice.
    let hasAlerts = document.findings?.alerts.isEmpty == false
    lines += WrappedText.lines(hasAlerts ? Notice.measurement : ComparisonDocument.notice)
    return lines.report
  }

  private static func comparison(of session: SessionComparison) -> [String] {
    let columns = ["measure", "now", "baseline_mean", "change", "rci"]
      .map { commandText("column.\($0)") }
    let head = table.line(["  \(columns[0])"] + columns.dropFirst())
    let primaryEndpoints = session.measures.filter(\.isPrimary).flatMap(rows)
    let others = session.measures.filter { !$0.isPrimary }.flatMap(rows)
    let heading = others.isEmpty ? [] : ["  " + commandText("compare.others")]
    return BaselineReport.sessions([session.session])
      + (session.measures.isEmpty
        ? ["  " + commandText("compare.nothing")]
        : [head] + primaryEndpoints + heading + others)
  }

  /// Returns the values and, below them, the classification of the change.
  private static func rows(of measure: MeasureComparison) -> [String] {
    let name = ChangeMeasure.of(measure.measure)?.name ?? measure.measure.rawValue
    let range = measure.reliability.map { ConfidenceInterval(low: $0.low, high: $0.high) }
    let format = MeasureFormat(of: measure.usual, measure.measure, interval: range)
    let numbers = table.line([
      "  \(name)", format.text(measure.value) + format.unit,
      format.text(measure.usual) + format.unit, change(of: measure),
      measure.reliability.map { NumberFormat.signed($0.index, 2) } ?? "",
    ])
    let meaning = measure.reliability.map { words($0.changeClass) }
    let limits = range.map { format.text($0) + format.unit } ?? commandText("unknown")
    return [numbers]
      + WrappedText.lines(
        commandText(
          "compare.range",
          ["range": limits, "class": meaning ?? commandText("class.no_limit")]), indent: "      ")
  }

  package static func words(_ change: ChangeClass) -> String {
    commandText("class.\(change.rawValue)")
  }

  private static func change(of measure: MeasureComparison) -> String {
    if let decibels = measure.changeDecibels { return NumberFormat.signed(decibels, 1) + " dB" }
    return measure.changePercent.map { NumberFormat.signed($0, 0) + " %" } ?? ""
  }
}

extension ComparisonReport {
  /// Writes a comparison to standard output and messages about unused recordings to standard error.
  package static func deliver(
    _ document: ComparisonDocument, with baseline: VocalBaseline?, as format: DocumentFormat,
    _ verbosity: Verbosity
  ) throws(CommandFault) -> ExitStatus {
    if verbosity == .usual {
      let sessions =
        document.refusal?.sessions ?? document.findings?.sessions.map(\.session) ?? []
      BaselineMessages.unusable(in: sessions).forEach(StandardStreams.note)
      BaselineMessages.faults(document.refusal?.reasons ?? []).forEach(StandardStreams.note)
    }
    switch format {
    case .json: try CommandOutput.write(document.json.fileText)
    case .text: try CommandOutput.write(text(of: document, with: baseline))
    }
    return document.refusal == nil ? .success : .refused
  }
}
