// Report texts of the session history.

internal import BaselineService
internal import VoiceTypes

extension ReportTexts {
  /// Returns the span of the sessions, a gap in F0, and the next date.
  func sentences(on history: VoiceHistory) -> [String] {
    let times = history.sessions.compactMap { $0.recordedAt.map { language.day($0.text) } }
    let count = "\(history.sessions.count)"
    let sentences = [
      times.last.map { language.text(.historySpan, count, times[0], $0) },
      content.historyTimes == .ofAnalysis ? language.text(.historyByAnalysis) : nil,
      mismatch(in: history),
      history.nextDue.map { language.text(.historyNextDue, language.day($0)) },
    ]
    return sentences.compactMap(\.self)
  }

  /// Returns the F0 gap that two speakers can cause; nil without one.
  private func mismatch(in history: VoiceHistory) -> String? {
    let voices = history.sessions.flatMap { session in
      session.values.filter { $0.measure == .f0Mean }.compactMap(\.number)
        .map { SpeakerMismatch.Voice(name: session.id, f0: Hertz($0)) }
    }
    return SpeakerMismatch(among: voices).map { language.message(of: $0.fault).asSentence }
  }

  /// Returns the row of a session: id, time, number of vowels and remarks.
  func row(of session: HistorySession) -> [String] {
    let isLarger = session.values.contains { $0.changeClass == .larger }
    let remarks: [(Phrase, Bool)] = [
      (.historyUnusable, session.vowels == 0), (.historyInBaseline, session.isInBaseline),
      (.historyLarger, isLarger), (.historyAlert, !session.alerts.isEmpty),
    ]
    let flags = session.flags.map {
      language.text(written: $0.rawValue.replacing("_", with: " "))
    }
    return [
      session.id, session.recordedAt.map { language.time($0.text) } ?? language.text(.notTold),
      "\(session.vowels)",
      (remarks.filter(\.1).map { language.text($0.0) } + [session.deviceModel] + flags)
        .joined(by: ", "),
    ]
  }
}
