// What a page says of the visits of a person.

internal import VoiceTypes

extension ReportWords {
  /// The visits as sentences and as the rows of a table.
  struct Visits {
    let sentences: [String]
    let rows: [[String]]
  }

  func visits(of history: VoiceHistory) -> Visits {
    let times = history.sessions.compactMap { $0.recordedAt.map { VisitTime.day($0) } }
    var sentences: [String] = []
    if let first = times.first, let last = times.last {
      sentences.append(
        language.text(.historySpan, "\(history.sessions.count)", first, last))
    }
    if content.historyTimes == .ofAnalysis {
      sentences.append(language.text(.historyByAnalysis))
    }
    if let due = history.nextDue { sentences.append(language.text(.historyNextDue, due)) }
    return Visits(sentences: sentences, rows: history.sessions.map(row))
  }

  private func row(of session: HistorySession) -> [String] {
    var remarks: [String] = []
    if session.isInBaseline { remarks.append(language.text(.historyInBaseline)) }
    if !session.alerts.isEmpty { remarks.append(language.text(.historyLarger)) }
    if let device = session.deviceModel { remarks.append(device) }
    remarks += session.flags.map { language.text(written: $0.rawValue) }
    return [
      session.id, session.recordedAt?.text ?? language.text(.notTold), "\(session.vowels)",
      remarks.joined(separator: ", "),
    ]
  }
}

/// Times of visits as people read them.
enum VisitTime {
  private static let lettersOfDay = 10

  /// The day in its own zone, `YYYY-MM-DD`.
  static func day(_ time: RecordedTime) -> String { String(time.text.prefix(lettersOfDay)) }
}
