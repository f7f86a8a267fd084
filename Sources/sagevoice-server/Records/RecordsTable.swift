import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsRow {
  let summary: SessionSummary

  var json: JSONValue {
    [
      "session_id": .string(summary.id.text),
      "recording": [
        "name": .optional(summary.name), "duration_s": .optional(summary.durationSeconds),
      ],
      "state": .optional(summary.state?.rawValue),
      "tier": .optional(summary.tier?.rawValue),
      "created_at": .optional(summary.createdAt?.text),
      "recorded_at": .optional(summary.recordedAt),
      "context": .optional(summary.context),
      "user": .optional(summary.user?.text),
      "parent": .optional(summary.parent?.text),
      "person": .optional(summary.person?.rawValue),
      "reference": .optional(summary.reference),
      "verdict": .optional(summary.verdict?.rawValue),
      "cursor": .string(summary.cursor.text),
    ]
  }

  var fields: [String] {
    [
      summary.id.text, summary.name ?? "", summary.durationSeconds.map { $0.description } ?? "",
      summary.state?.rawValue ?? "", summary.tier?.rawValue ?? "", summary.createdAt?.text ?? "",
      summary.recordedAt ?? "", summary.context ?? "", summary.user?.text ?? "",
      summary.parent?.text ?? "", summary.person?.rawValue ?? "", summary.reference ?? "",
      summary.verdict?.rawValue ?? "", summary.cursor.text,
    ]
  }
}

/// The session list in all formats.
enum RecordsTable {
  private static let columns = [
    "session_id", "name", "duration_s", "state", "tier", "created_at", "recorded_at", "context",
    "user", "parent", "person", "reference", "verdict", "cursor",
  ]

  static func text(of rows: [RecordsRow], _ format: OutputFormat, _ cells: CSV.Cells) -> String {
    switch format {
    case .json: rows.map(\.json.lineText).joined()
    case .csv: CSV.line(columns) + rows.map { CSV.line($0.fields, cells) }.joined()
    case .text: SessionListText.text(of: rows.map(\.summary))
    }
  }
}

/// The session list for people, at most 100 columns wide.
private enum SessionListText {
  /// The widths of session, time, state and person.
  private static let widths = [36, 16, 9, 8]

  /// The width of recording and reference with the gap between them.
  private static let rest = LabelledText.columns - widths.reduce(0) { $0 + $1 + 1 }

  private static let longestReference = 15
  private static let shortHash = 8

  static func text(of sessions: [SessionSummary]) -> String {
    let longest = sessions.compactMap { $0.reference?.count }.max()
    let reference = longest.map {
      min(longestReference, max($0, commandText("column.reference").count))
    }
    let recording = rest - (reference.map { $0 + 1 } ?? 0)
    let table = TextTable((widths + [recording]).map { .left($0 + 1) })
    let head = ["session", "created", "state", "person", "recording"]
    let rows = sessions.map { session in
      fields(of: session, recording) + (reference.map { [cut(session.reference ?? "", $0)] } ?? [])
    }
    let columns = (head + (reference == nil ? [] : ["reference"])).map {
      commandText("column.\($0)")
    }
    return ([columns] + rows).map(table.line).report
  }

  private static func fields(of session: SessionSummary, _ width: Int) -> [String] {
    [
      session.id.text, session.createdAt.map { LocalTime.text(of: $0) } ?? "-",
      session.state.map { commandText("state.\($0.rawValue)") } ?? "-",
      String((session.user?.text ?? session.person?.rawValue ?? "-").prefix(shortHash)),
      cut(session.name ?? "-", width),
    ]
  }

  private static func cut(_ text: String, _ width: Int) -> String {
    text.count > width ? text.prefix(width - 1) + "…" : text
  }
}
