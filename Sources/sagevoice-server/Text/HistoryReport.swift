import BaselineService
import CommandSupport
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
      return ["No session of \(history.userID) is stored."].report
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
      session.recordedAt?.text ?? "time not told",
      session.vowels.counted("usable vowel"), session.deviceModel ?? "device not told",
      session.isInBaseline ? "part of the baseline" : nil,
      session.flags.isEmpty ? nil : session.flags.map(\.rawValue).joined(separator: ", "),
    ].compactMap { $0 }
    return WrappedText.item("\(number)  \(session.id): \(facts.joined(separator: "; "))")
      + session.alerts.flatMap { alert in
        WrappedText.item(
          "told: \(alert.families.map(\.rawValue).joined(separator: ", ")), larger than usual "
            + "variation (\(words(alert.rule)))", indent: "     ")
      }
      + session.differences.flatMap { difference in
        WrappedText.item("not compared: \(difference.message)", indent: "     ")
      }
  }

  private static func words(_ rule: ChangeRule) -> String {
    switch rule {
    case .twoSessions: "in sessions a day or more apart"
    case .twoFamilies: "in one session"
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
    let head = table.line(["", "recorded", "", "value", "", "usual range", "compared"])
    return ["", followed.name + unit, head] + rows
  }

  private static func row(
    _ number: Int, _ session: HistorySession, _ value: HistoryValue
  ) -> String {
    let day = session.recordedAt.map { String($0.text.prefix(dayLength)) } ?? ""
    return table.line([
      String(number), day, session.isInBaseline ? "*" : "",
      value.number.map { NumberText.fixed($0, 3) } ?? "none", "", range(value.usual?.range),
      value.changeClass?.words ?? "",
    ])
  }

  private static func range(_ range: ConfidenceInterval?) -> String {
    range.map { "\(NumberText.fixed($0.low, 3)) to \(NumberText.fixed($0.high, 3))" } ?? ""
  }

  private static var ending: [String] {
    [""]
      + WrappedText.item(
        "* part of the baseline. Usual range: that of the baseline the session was held against; a "
          + "session within it shows no more than day-to-day variation.", indent: "")
      + WrappedText.lines(ComparisonDocument.notice)
  }
}
