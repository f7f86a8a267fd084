// A history as a long table: one row per session and measure (RFC 4180, with line feeds), so that
// another program can draw any of them without knowing the others.

import CommandSupport
import VoiceTypes

/// The table behind a history in `csv`.
enum HistoryTable {
  /// The names of the columns.
  static let columns = [
    "session_id", "recorded_at", "measure", "unit", "value", "vowels", "usual_mean", "usual_low",
    "usual_high", "class", "direction", "in_baseline",
  ]

  /// The header and all rows; an empty field where there is nothing to say.
  static func text(of history: VoiceHistory) -> String {
    ([CSV.line(columns)] + history.sessions.flatMap(rows)).joined()
  }

  private static func rows(of session: HistorySession) -> [String] {
    session.values.map { value in
      CSV.line([
        session.id, session.recordedAt?.text ?? "", value.measure.rawValue, value.measure.unit,
        text(value.number), String(value.vowels), text(value.usual?.mean),
        text(value.usual?.range?.low), text(value.usual?.range?.high),
        value.changeClass?.rawValue ?? "", value.direction?.rawValue ?? "",
        session.isInBaseline ? "true" : "false",
      ])
    }
  }

  private static func text(_ number: Double?) -> String { number?.description ?? "" }
}
