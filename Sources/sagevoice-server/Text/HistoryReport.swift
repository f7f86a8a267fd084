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

  /// Returns the report of a history.
  static func text(of history: VoiceHistory) -> String {
    let sessions = Array(history.sessions.enumerated())
    guard !sessions.isEmpty else {
      return ["No stored sessions of \(history.userID)."].report
    }
    let blocks = ChangeMeasure.primaryEndpoints.flatMap { block(of: $0, in: history.sessions) }
    return
      (WrappedText.item("Sessions of \(history.userID)", indent: "")
      + sessions.flatMap { line(on: $1, number: $0 + 1) }
      + (history.nextDue.map { ["The next recording is due on \($0)."] } ?? []) + blocks + ending)
      .report
  }

  // MARK: - Sessions

  private static func line(on session: HistorySession, number: Int) -> [String] {
    let facts = [
      session.recordedAt.map { LocalTime.text(of: $0.text) ?? $0.text } ?? "date unknown",
      session.vowels.counted("usable vowel"), session.deviceModel ?? "device unknown",
      session.isInBaseline ? "part of the baseline" : nil,
      session.flags.isEmpty
        ? nil : session.flags.map { $0.rawValue.replacing("_", with: " ") }.joined(separator: ", "),
    ].compactMap { $0 }
    return WrappedText.item("\(number)  \(session.id): \(facts.joined(separator: "; "))")
      + session.alerts.flatMap { alert in
        WrappedText.item(
          "Alert (\(words(alert.rule))): \(alert.families.map(\.words).joined(separator: ", "))",
          indent: "     ")
      }
      + session.differences.flatMap { difference in
        WrappedText.item("Not compared: \(difference.message)", indent: "     ")
      }
  }

  private static func words(_ rule: ChangeRule) -> String {
    switch rule {
    case .sequential: "sessions since the baseline together"
    case .twoSessions: "confirmed on another day"
    case .twoFamilies: "two groups of measures in one session"
    }
  }

  // MARK: - Measures

  private static func block(
    of followed: ChangeMeasure, in sessions: [HistorySession]
  ) -> [String] {
    let unit = followed.measure.unit.isEmpty ? "" : " in \(followed.measure.unit)"
    let rows = sessions.enumerated().compactMap { index, session in
      session.values.first { $0.measure == followed.measure }.map { value in
        row(index + 1, session, value)
      }
    }
    let head = table.line(["", "Recorded", "", "Value", "", "Personal range", "Comparison"])
    return ["", followed.name + unit, head] + rows
  }

  private static func row(
    _ number: Int, _ session: HistorySession, _ value: HistoryValue
  ) -> String {
    let day = session.recordedAt.map { String($0.text.prefix(dayLength)) } ?? ""
    return table.line([
      String(number), day, session.isInBaseline ? "*" : "",
      value.number.map { format(of: value).text($0) } ?? "none", "",
      value.usual?.range.map { format(of: value).text($0) } ?? "",
      value.changeClass.map(ComparisonReport.words) ?? "",
    ])
  }

  private static func format(of value: HistoryValue) -> MeasureFormat {
    MeasureFormat(of: value.number ?? 0, value.measure, interval: value.usual?.range)
  }

  private static var ending: [String] {
    [""]
      + WrappedText.item(
        "* Part of the baseline. Personal range: the range of the baseline at that time. A session "
          + "within it shows day-to-day variation only.", indent: "")
      + WrappedText.lines(ComparisonDocument.notice)
  }
}
