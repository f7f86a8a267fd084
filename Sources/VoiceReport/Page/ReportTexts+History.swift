// Report texts of the session history.

internal import VoiceTypes

extension ReportTexts {
  /// The sessions as sentences and table rows.
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
    remarks += session.flags.map { language.text(written: $0.rawValue.replacing("_", with: " ")) }
    return [
      session.id, session.recordedAt?.text ?? language.text(.notTold), "\(session.vowels)",
      remarks.joined(separator: ", "),
    ]
  }
}

/// Session times for readers.
enum VisitTime {
  private static let lettersOfDay = 10

  /// Returns the day in the time zone of the recording, `YYYY-MM-DD`.
  static func day(_ time: RecordedTime) -> String { String(time.text.prefix(lettersOfDay)) }
}
