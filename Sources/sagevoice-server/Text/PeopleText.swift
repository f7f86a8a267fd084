import CommandSupport
import VoiceTypes

/// The text of `records person list`.
enum PeopleText {
  private static let table = TextTable(
    [.left(28), .left(10), .right(8), .right(13), .left(3)], gap: 2)

  /// Returns a table with a row per person.
  static func text(of people: [JSONValue]) -> String {
    guard !people.isEmpty else { return "No people with a stored profile.\n" }
    let head = table.line(["Person", "Profile", "Sessions", "Open alerts", "", "Profile stored"])
    return ([head] + people.map(row)).report
  }

  private static func row(of person: JSONValue) -> String {
    let stored = word(person["kept_at"])
    return table.line([
      word(person["user_id"]) ?? String((word(person["user"]) ?? "").prefix(8)),
      word(person["stage"]) ?? "partial", word(person["sessions"]) ?? "0",
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
