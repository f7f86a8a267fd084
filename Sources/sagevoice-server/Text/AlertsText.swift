import BaselineService
import CommandSupport
import RecordStore
import VoiceTypes

/// An alert with its person.
struct AlertOfPerson {
  let user: UserHash

  /// The id of the person; nil if the store does not know it.
  let userID: String?

  let alert: PersonAlert
}

/// The text of `records alerts`.
enum AlertsText {
  /// Returns a block per alert.
  static func text(of alerts: [AlertOfPerson], open: Bool) -> String {
    guard !alerts.isEmpty else { return open ? "No open alerts.\n" : "No alerts.\n" }
    let blocks = alerts.flatMap { lines(of: $0) + [""] }
    let notice = "The values differ from the baseline of the person. This is not a diagnosis."
    return (blocks + [notice]).report
  }

  private static func lines(of row: AlertOfPerson) -> [String] {
    let alert = row.alert
    let families = alert.families.map(\.words).joined(separator: ", ")
    return ["Alert \(alert.id)"]
      + LabelledText.lines(
        [
          ("Person", row.userID ?? row.user.text), ("Change", "\(families) (\(words(alert.rule)))"),
          ("Session", alert.sessionID), ("Recording", alert.raisedBy.text),
          ("First seen", LocalTime.text(of: alert.firstSeen)),
          ("Acknowledged", acknowledgement(of: alert)),
        ], indent: "  ")
  }

  private static func words(_ rule: ChangeRule) -> String {
    switch rule {
    case .sequential: "sessions since the baseline together"
    case .twoSessions: "in two sessions on different days"
    case .twoFamilies: "two groups of measures in one session"
    }
  }

  private static func acknowledgement(of alert: PersonAlert) -> String {
    guard let found = alert.acknowledged else { return "no" }
    let note = found.note.map { ": \($0)" } ?? ""
    return "\(found.by), \(LocalTime.text(of: found.at))\(note)"
  }
}
