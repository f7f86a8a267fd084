import BaselineService
import CommandSupport
import RecordStore
import VoiceTypes

struct AlertOfPerson {
  let user: UserHash

  /// The id of the person; nil if the store does not know it.
  let userID: String?

  let alert: PersonAlert
}

/// The text of `records alerts`.
enum AlertsText {
  static func text(of alerts: [AlertOfPerson], open: Bool) -> String {
    guard !alerts.isEmpty else {
      return [commandText(open ? "alerts.no_open" : "alerts.none")].report
    }
    return (alerts.flatMap { lines(of: $0) + [""] } + [commandText("alerts.notice")]).report
  }

  private static func lines(of row: AlertOfPerson) -> [String] {
    let alert = row.alert
    let families = alert.families.map(\.words).joined(separator: ", ")
    let change = commandText(
      "alerts.change", ["measures": families, "rule": commandText("rule.\(alert.rule.rawValue)")])
    let rows = [
      ("person", row.userID ?? row.user.text), ("change_label", change),
      ("session", alert.sessionID),
      ("recording", alert.raisedBy.text), ("first_seen", LocalTime.text(of: alert.firstSeen)),
      ("acknowledged", acknowledgement(of: alert)),
    ]
    return [commandText("alerts.heading", ["id": alert.id])]
      + LabelledText.lines(
        rows.map { (label: commandText("alerts.\($0)"), value: $1) }, indent: "  ")
  }

  private static func acknowledgement(of alert: PersonAlert) -> String {
    guard let found = alert.acknowledged else { return commandText("no") }
    let note = found.note.map { ": \($0)" } ?? ""
    return "\(found.by), \(LocalTime.text(of: found.at))\(note)"
  }
}
