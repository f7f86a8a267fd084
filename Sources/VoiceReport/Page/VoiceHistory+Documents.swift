// Documents contain neither recording times nor earlier baselines.

internal import BaselineService
package import VoiceTypes

extension VoiceHistory {
  /// Creates a session per document, in order of analysis; nil for fewer than two documents.
  package init?(of documents: [ResultsDocument], baseline: VocalBaseline?) {
    guard documents.count > 1 else { return nil }
    let sorted = Self.sorted(documents)
    self.init(
      userID: baseline?.person.userID ?? "",
      sessions: sorted.map { Self.session(of: $0, baseline) })
  }

  /// Returns the documents in order of analysis time, stable for equal times.
  package static func sorted(_ documents: [ResultsDocument]) -> [ResultsDocument] {
    documents.enumerated().sorted { first, second in
      let times = [first, second].map { RecordedTime($0.element.run.analyzedAt)?.seconds ?? .min }
      return (times[0], first.offset) < (times[1], second.offset)
    }.map(\.element)
  }

  private static func session(
    of document: ResultsDocument, _ baseline: VocalBaseline?
  ) -> HistorySession {
    let measures = measures(of: document)
    var session = HistorySession(
      id: document.recording.name, recordedAt: RecordedTime(document.run.analyzedAt),
      vowels: measures.isEmpty ? 0 : 1)
    guard let findings = document.findings else { return session }
    session.values = measures.map { measure in
      let value: HistoryValue.Value =
        switch findings.biomarkers[measure] {
        case .value(let number): .known(number, vowels: 1)
        case .unavailable(let reason): .missing(MissingValue(reason))
        }
      var known = HistoryValue(measure, value)
      known.usual = baseline?.measures.first { $0.measure == measure }.map { usual in
        HistoryValue.Usual(
          mean: usual.usual, range: baseline?.personalRange(of: measure, vowels: 1))
      }
      return known
    }
    return session
  }

  /// The measures with a place in a history: those of a usable vowel, or the time of one breath.
  private static func measures(of document: ResultsDocument) -> [Measure] {
    guard !document.isUsable else { return Measure.allCases.filter { $0.facts.followed != nil } }
    let breath = Measure.maximumPhonationTime
    return document.findings?.biomarkers[breath].number == nil ? [] : [breath]
  }
}
