import ArgumentParser
import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsDueCommand: ParsableCommand {
  enum Format: String, CaseIterable, ExpressibleByArgument, ReadableFormat {
    case json
    case text
    case ics
  }

  static let configuration = CommandConfiguration(
    "due", "List when people should record again.",
    """
    The earliest date comes first. The option --follow-up of `watch` and `work` sets the interval \
    for people whose baseline needs no further sessions. ics is a calendar with an event per person. The history \
    of an encrypted store records each disclosure.
    """,
    examples: [
      "sagevoice records due --store store --before 2026-12-01 --format text",
      "sagevoice records due --store store --format ics > due.ics",
    ])

  @OptionGroup var selection: AuditedStoreChoice

  @Option(help: ArgumentHelp("Only people who are due before this day.", valueName: "day"))
  var before: String?

  @Option(help: "Output format; json prints a person per line.", otherwise: .json)
  var format: Format

  func validate() throws {
    if let before, StoreTime(before + "T00:00:00Z") == nil {
      throw ValidationError("--before: expected a day such as 2026-12-01.")
    }
  }

  func run() throws {
    try perform {
      let store = try selection.openToDisclose()
      let people = try self.people(of: store)
      try store.disclose(.people(people.map(\.user), document: .progress))
      switch format {
      case .json: try CommandOutput.write(people.map { $0.json.lineText }.joined())
      case .text: try CommandOutput.write(DueText.text(of: people))
      case .ics: try CommandOutput.write(DueText.calendar(of: people))
      }
      return .success
    }
  }

  private func people(of store: RecordStore) throws(StoreError) -> [DuePerson] {
    var people: [DuePerson] = []
    for user in try store.people() {
      guard case .string(let day)? = try store.read(.progress, of: user)?["next_due"],
        before.map({ day < $0 }) ?? true
      else { continue }
      people.append(DuePerson(user: user, userID: try store.userID(of: user), day: day))
    }
    return people.sorted { ($0.day, $0.user.text) < ($1.day, $1.user.text) }
  }
}

struct DuePerson {
  let user: UserHash

  /// The id of the person. Nil if the store does not know it.
  let userID: String?

  /// An ISO 8601 date.
  let day: String

  var json: JSONValue {
    ["user": .string(user.text), "user_id": .optional(userID), "next_due": .string(day)]
  }
}

/// Due dates as a table and as a calendar.
enum DueText {
  private static let table = TextTable([.left(12)])

  /// The bytes of a line in a calendar before its line break (RFC 5545, 3.1).
  private static let bytesPerLine = 75

  static func text(of people: [DuePerson]) -> String {
    guard !people.isEmpty else { return [commandText("due.none")].report }
    let rows = people.map { table.line([$0.day, $0.userID ?? $0.user.text]) }
    return ([table.line([commandText("column.due"), commandText("column.person")])] + rows).report
  }

  /// An iCalendar with an event of one day per person (RFC 5545).
  static func calendar(of people: [DuePerson]) -> String {
    let events = people.flatMap { person in
      let day = person.day.filter { $0 != "-" }
      return [
        "BEGIN:VEVENT", "UID:\(person.user.text)-\(day)@sagevoice", "DTSTAMP:\(day)T000000Z",
        "DTSTART;VALUE=DATE:\(day)",
        "SUMMARY:Voice recording: \(escaped(person.userID ?? person.user.text))", "END:VEVENT",
      ]
    }
    let head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//sagevoice//records due//EN"]
    return (head + events + ["END:VCALENDAR"]).map { folded($0) + "\r\n" }.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.printable.replacing("\\", with: "\\\\").replacing(";", with: "\\;")
      .replacing(",", with: "\\,")
  }

  /// Breaks a long line between characters.
  private static func folded(_ line: String) -> String {
    var (text, bytes) = ("", 0)
    for character in line {
      let size = character.utf8.count
      if bytes + size > bytesPerLine {
        text += "\r\n "
        bytes = 1
      }
      text.append(character)
      bytes += size
    }
    return text
  }
}
