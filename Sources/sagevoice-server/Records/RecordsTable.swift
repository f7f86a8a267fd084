import CommandSupport
import RecordStore
import VoiceTypes

/// A row of the session list.
struct RecordsRow {
  let summary: SessionSummary

  /// Renders the row, with its final newline.
  func rendered(_ format: OutputFormat, _ cells: CSV.Cells = .guarded) -> String {
    switch format {
    case .json: json.lineText
    case .csv: CSV.line(fields, cells)
    case .text: RecordsTable.line(textFields)
    }
  }

  private var json: JSONValue {
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

  private var fields: [String] {
    [
      summary.id.text, summary.name ?? "", summary.durationSeconds.map { $0.description } ?? "",
      summary.state?.rawValue ?? "", summary.tier?.rawValue ?? "", summary.createdAt?.text ?? "",
      summary.recordedAt ?? "", summary.context ?? "", summary.user?.text ?? "",
      summary.parent?.text ?? "", summary.person?.rawValue ?? "", summary.reference ?? "",
      summary.verdict?.rawValue ?? "", summary.cursor.text,
    ]
  }

  private var textFields: [String] {
    [
      summary.id.text, String((summary.createdAt?.text ?? "-").prefix(19)),
      summary.state?.rawValue ?? "-", summary.tier?.rawValue ?? "-",
      String((summary.user?.text ?? summary.person?.rawValue ?? "-").prefix(8)),
      summary.context ?? "-", summary.reference ?? "-",
      summary.name ?? "-",
    ]
  }
}

/// The header and the columns of the session list.
enum RecordsTable {
  private static let table = TextTable(
    [36, 19, 18, 13, 8, 12, 12].map { .left($0 + gap) }, gap: gap)

  private static let gap = 2

  private static let columns = [
    "session_id", "name", "duration_s", "state", "tier", "created_at", "recorded_at", "context",
    "user", "parent", "person", "reference", "verdict", "cursor",
  ]

  /// Returns the text before the first row.
  static func header(_ format: OutputFormat) -> String {
    switch format {
    case .json: ""
    case .csv: CSV.line(columns)
    case .text:
      line(["session", "made", "state", "tier", "person", "context", "reference", "recording"])
    }
  }

  /// Returns a row of the text table.
  static func line(_ fields: [String]) -> String { table.line(fields) + "\n" }
}
