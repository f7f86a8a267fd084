import CommandSupport
import RecordStore
import VoiceTypes

/// The texts of `records person show` and `records person list`.
enum PeopleText {
  /// Returns the profile of a person and the progress of the baseline.
  static func text(of version: ProfileRecord, progress: JSONValue?) -> String {
    let person = version.content
    let heading = [
      commandText("person.heading", ["person": word(person["user_id"]) ?? ""]),
      commandText(
        "person.profile",
        [
          "number": "\(version.number)", "time": LocalTime.text(of: version.savedAt),
          "reason": version.reason,
        ]),
    ]
    let read = progress.flatMap { try? BaselineProgress.shape.read($0, as: "progress") }
    return (heading + LabelledText.lines(of: person, indent: "  ") + lines(of: read)).report
  }

  private static func lines(of progress: BaselineProgress?) -> [String] {
    guard let progress else { return [commandText("person.no_baseline")] }
    let status = progress.status.map { status in
      commandText(
        "person.baseline",
        [
          "status": commandText("status.\(status.rawValue)"),
          "sessions": "\(progress.completeSessions)", "days": "\(progress.days)",
        ])
    }
    return [status ?? commandText("person.no_baseline")]
      + progress.missing.flatMap { fault in
        WrappedText.item(
          commandText(
            "person.missing", ["text": BaselineReport.sentences(fault.message, fault.advice)]))
      }
      + (progress.nextDue.map { [commandText("next_due", ["day": $0])] } ?? [])
  }

  private static let table = TextTable(
    [.left(28), .left(10), .right(8), .right(13), .left(3)], gap: 2)

  /// Returns a table with a row per person.
  static func text(of people: [JSONValue]) -> String {
    guard !people.isEmpty else { return [commandText("people.none")].report }
    let columns = ["person", "profile", "sessions", "open_alerts", "", "profile_stored"]
    let head = table.line(columns.map { $0.isEmpty ? "" : commandText("column.\($0)") })
    return ([head] + people.map(row)).report
  }

  private static func row(of person: JSONValue) -> String {
    let stored = word(person["kept_at"])
    return table.line([
      word(person["user_id"]) ?? String((word(person["user"]) ?? "").prefix(8)),
      commandText("stage.\(word(person["stage"]) ?? "partial")"), word(person["sessions"]) ?? "0",
      word(person["open_alerts"]) ?? "0", "", stored.flatMap { LocalTime.text(of: $0) } ?? "",
    ])
  }

  private static func word(_ value: JSONValue?) -> String? {
    switch value {
    case .string(let text): text
    case .int(let number): String(number)
    default: nil
    }
  }
}
