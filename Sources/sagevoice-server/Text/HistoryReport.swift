import BaselineService
import CommandSupport
import VoiceReport
import VoiceTypes

/// The text report of a history: sessions, then one block per primary endpoint, at most 80 columns
/// wide.
enum HistoryReport {
  private static let table = TextTable([
    .left(4), .left(11), .left(2), .right(9), .left(2), .left(22),
  ])

  /// The length of the day in a timestamp, in characters.
  private static let dayLength = 10

  /// Returns the report.
  /// - Parameter alerted: The sessions with a stored alert. The history computes the rule for every
  ///   session, also for those that raised no alert.
  static func text(of history: VoiceHistory, alerted: Set<String>) -> String {
    let sessions = Array(history.sessions.enumerated())
    guard !sessions.isEmpty else {
      return [commandText("history.none", ["person": history.userID])].report
    }
    let blocks = ChangeMeasure.primaryEndpoints.flatMap { block(of: $0, in: history.sessions) }
    return
      (WrappedText.item(commandText("history.heading", ["person": history.userID]), indent: "")
      + sessions.flatMap { line(on: $1, number: $0 + 1, isAlerted: alerted.contains($1.id)) }
      + (history.nextDue.map { [commandText("next_due", ["day": "\($0)"])] } ?? []) + blocks
      + ending(of: history))
      .report
  }

  // MARK: - Sessions

  private static func line(
    on session: HistorySession, number: Int, isAlerted: Bool
  ) -> [String] {
    let facts =
      [
        session.recordedAt.map { LocalTime.text(of: $0.text) ?? $0.text }
          ?? commandText("date_unknown"),
        commandText("history.vowels", ["count": "\(session.vowels)"]),
        session.deviceModel ?? commandText("history.device_unknown"),
        session.isInBaseline ? commandText("history.in_baseline") : nil,
      ].compactMap { $0 } + session.flags.map { TextCatalogue.notes.text($0.rawValue) }
    return WrappedText.item("\(number)  \(session.id): \(facts.joined(separator: ", "))")
      + session.alerts.flatMap { alert in
        WrappedText.item(
          commandText(
            isAlerted ? "history.alert" : "history.beyond",
            [
              "measures": alert.families.map(\.words).joined(separator: ", "),
              "rule": commandText("rule.\(alert.rule.rawValue)"),
            ]), indent: "     ")
      }
      + session.differences.flatMap { difference in
        WrappedText.item(
          commandText("history.not_compared", ["problem": difference.message]), indent: "     ")
      }
  }

  // MARK: - Measures

  private static func block(of followed: ChangeMeasure, in sessions: [HistorySession]) -> [String] {
    let unit = followed.measure.unit.isEmpty ? "" : " (\(followed.measure.unit))"
    let rows = sessions.enumerated().compactMap { index, session in
      session.values.first { $0.measure == followed.measure }.map { value in
        row(index + 1, session, value)
      }
    }
    let columns = ["recorded", "value", "range", "comparison"].map { commandText("column.\($0)") }
    let head = table.line(["", columns[0], "", columns[1], "", columns[2], columns[3]])
    return ["", followed.name + unit, head] + rows
  }

  private static func row(
    _ number: Int, _ session: HistorySession, _ value: HistoryValue
  ) -> String {
    let day = session.recordedAt.map { String($0.text.prefix(dayLength)) } ?? ""
    return table.line([
      String(number), day, session.isInBaseline ? "*" : "",
      value.number.map { format(of: value).text($0) } ?? commandText("no_value"), "",
      value.usual?.range.map { format(of: value).text($0) } ?? "",
      value.changeClass.map(ComparisonReport.words) ?? "",
    ])
  }

  private static func format(of value: HistoryValue) -> MeasureFormat {
    MeasureFormat(of: value.number ?? 0, value.measure, interval: value.usual?.range)
  }

  private static func ending(of history: VoiceHistory) -> [String] {
    let hasBaseline = history.sessions.contains { $0.isInBaseline || $0.baselineID != nil }
    return [""]
      + (hasBaseline ? WrappedText.item(commandText("history.explanation"), indent: "") : [])
      + WrappedText.lines(ComparisonDocument.notice)
  }
}

/// The CSV table of a history, with one row per session and measure (RFC 4180, with line feeds).
enum HistoryTable {
  static let columns = [
    "session_id", "recorded_at", "measure", "unit", "value", "vowels", "usual_mean", "usual_low",
    "usual_high", "class", "direction", "in_baseline",
  ]

  /// Returns the header and all rows; missing values give empty fields.
  static func text(of history: VoiceHistory) -> String {
    ([CSV.line(columns)] + history.sessions.flatMap(rows)).joined()
  }

  private static func rows(of session: HistorySession) -> [String] {
    session.values.map { value in
      CSV.line([
        session.id, session.recordedAt?.text ?? "", value.measure.rawValue, value.measure.unit,
        text(value.number), String(value.vowels), text(value.usual?.mean),
        text(value.usual?.range?.low), text(value.usual?.range?.high),
        value.changeClass?.rawValue ?? "", value.direction?.rawValue ?? "",
        session.isInBaseline ? "true" : "false",
      ])
    }
  }

  private static func text(_ number: Double?) -> String { number?.description ?? "" }
}
