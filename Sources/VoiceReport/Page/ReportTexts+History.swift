// Report texts of the session history.

internal import BaselineService
internal import VoiceTypes

extension ReportTexts {
  /// The sessions as sentences and table rows.
  struct SessionHistory {
    let sentences: [String]
    let rows: [[String]]
  }

  func sessions(of history: VoiceHistory) -> SessionHistory {
    let times = history.sessions.compactMap { $0.recordedAt.map { language.day($0.text) } }
    var sentences: [String] = []
    if let first = times.first, let last = times.last {
      sentences.append(
        language.text(.historySpan, "\(history.sessions.count)", first, last))
    }
    if content.historyTimes == .ofAnalysis {
      sentences.append(language.text(.historyByAnalysis))
    }
    if let mismatch = mismatch(in: history) { sentences.append(mismatch) }
    if let due = history.nextDue {
      sentences.append(language.text(.historyNextDue, language.day(due)))
    }
    return SessionHistory(sentences: sentences, rows: history.sessions.map(row))
  }

  /// Returns the F0 gap that two speakers can cause; nil without one.
  private func mismatch(in history: VoiceHistory) -> String? {
    var voices: [SpeakerMismatch.Voice] = []
    for session in history.sessions {
      for value in session.values where value.measure == .f0Mean {
        guard let f0 = value.number else { continue }
        voices.append(SpeakerMismatch.Voice(name: session.id, f0: Hertz(f0)))
      }
    }
    return SpeakerMismatch(among: voices).map { language.message(of: $0.fault).asSentence }
  }

  private func row(of session: HistorySession) -> [String] {
    var remarks = session.vowels == 0 ? [language.text(.historyUnusable)] : []
    if session.isInBaseline { remarks.append(language.text(.historyInBaseline)) }
    if session.values.contains(where: { $0.changeClass == .larger }) {
      remarks.append(language.text(.historyLarger))
    }
    if !session.alerts.isEmpty { remarks.append(language.text(.historyAlert)) }
    if let device = session.deviceModel { remarks.append(device) }
    remarks += session.flags.map { language.text(written: $0.rawValue.replacing("_", with: " ")) }
    return [
      session.id, session.recordedAt.map { language.time($0.text) } ?? language.text(.notTold),
      "\(session.vowels)",
      remarks.joined(separator: ", "),
    ]
  }
}
