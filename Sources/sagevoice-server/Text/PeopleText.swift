import CommandSupport
import VoiceTypes

/// The text of `records person list`.
enum PeopleText {
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
