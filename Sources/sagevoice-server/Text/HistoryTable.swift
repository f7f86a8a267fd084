import CommandSupport
import VoiceTypes

/// The CSV table of a history, with one row per session and measure (RFC 4180, with line feeds).
enum HistoryTable {
  /// The column names.
  static let columns = [
    "session_id", "recorded_at", "measure", "unit", "value", "vowels", "usual_mean", "usual_low",
    "usual_high", "class", "direction", "in_baseline",
  ]

  /// Returns the header and all rows; missing values give empty fields.
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
