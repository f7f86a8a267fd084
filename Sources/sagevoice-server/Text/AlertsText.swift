import BaselineService
import CommandSupport
import RecordStore
import VoiceTypes

struct AlertOfPerson {
  let user: UserHash

  /// The id of the person; nil if the store does not know it.
  let userID: String?

  let alert: PersonAlert

  /// The recording time of the session of the store; nil if unknown.
  var recordedAt: String?

  /// The compared visit, from the comparison of the session of the store; nil without it.
  var visit: SessionComparison?
}

/// The text of `records alerts`.
enum AlertsText {
  static func text(of alerts: [AlertOfPerson], open: Bool) -> String {
    guard !alerts.isEmpty else {
      return [commandText(open ? "alerts.no_open" : "alerts.none")].report
    }
    return
      (alerts.flatMap { lines(of: $0) + [""] } + WrappedText.lines(commandText("alerts.notice")))
      .report
  }

  private static func lines(of row: AlertOfPerson) -> [String] {
    let alert = row.alert
    let rows = [
      ("person", row.userID ?? row.user.text), ("change_label", change(of: row)),
      ("session", alert.sessionID),
      (
        "recorded",
        row.recordedAt.map { LocalTime.text(of: $0) ?? $0 } ?? commandText("date_unknown")
      ),
      ("recording", alert.raisedBy.text), ("first_seen", LocalTime.text(of: alert.firstSeen)),
      ("acknowledged", acknowledgement(of: alert)),
    ]
    return [commandText("alerts.heading", ["id": alert.id])]
      + LabelledText.lines(
        rows.map { (label: commandText("alerts.\($0)"), value: $1) }, indent: "  ")
  }

  /// Returns the changed groups with their direction and the number of sessions; without a stored
  /// comparison the groups and the rule of the alert.
  private static func change(of row: AlertOfPerson) -> String {
    let changed = (row.visit?.changed(in: row.alert.families) ?? []).compactMap(words(on:))
    guard !changed.isEmpty, let number = row.visit?.joint?.number else {
      let families = row.alert.families.map { $0.words(in: .ofText) }.joined(separator: ", ")
      return commandText(
        "alerts.change",
        ["measures": families, "rule": commandText("rule.\(row.alert.rule.rawValue)")])
    }
    return commandText(
      "alerts.change.compared",
      ["measures": changed.joined(separator: ", "), "sessions": "\(number)"])
  }

  private static func words(on measure: MeasureComparison) -> String? {
    guard let family = measure.family, let direction = measure.reliability?.direction else {
      return nil
    }
    return commandText(
      "alerts.change.\(direction.rawValue)", ["measure": family.words(in: .ofText)])
  }

  private static func acknowledgement(of alert: PersonAlert) -> String {
    guard let found = alert.acknowledged else { return commandText("no") }
    let note = found.note.map { ": \($0)" } ?? ""
    return "\(found.by), \(LocalTime.text(of: found.at))\(note)"
  }
}
