internal import BaselineService
package import VoiceTypes

/// Comparison of a recording with the baseline of its speaker.
package enum BaselineChange: Sendable {
  /// No baseline is known.
  case noBaseline
  /// The baseline contains the recording.
  case inBaseline(sessions: Int)
  /// No comparison is known.
  case notCompared
  case compared(ComparisonDocument.Outcome, BaselineSpan)

  /// Whether a baseline is known.
  package var hasBaseline: Bool {
    if case .noBaseline = self { false } else { true }
  }

  /// Whether the comparison is refused.
  package var isRefused: Bool {
    if case .compared(.refused, _) = self { true } else { false }
  }

  /// Selects the case of a document.
  /// - Parameter comparison: The stored comparison of its session; nil without one.
  package init(
    of document: ResultsDocument, _ comparison: ComparisonDocument?,
    with baseline: VocalBaseline?
  ) {
    if let comparison {
      self = .compared(
        comparison.outcome, BaselineSpan(of: baseline, comparison.baseline))
    } else if let baseline {
      self =
        baseline.contains(document)
        ? .inBaseline(sessions: baseline.sessions.count) : .notCompared
    } else {
      self = .noBaseline
    }
  }
}

/// Sessions of a baseline and the day of the last one.
package struct BaselineSpan: Sendable {
  let sessions: Int

  /// Time of the last session (ISO 8601); of the creation if unknown.
  package let time: String

  /// Reads a baseline; `baseline` is nil, or can be a later version.
  package init(of baseline: VocalBaseline?, _ reference: BaselineReference) {
    sessions = reference.sessions
    let times = baseline.map { $0.sessions.compactMap { $0.recordedAt?.text } } ?? []
    let isSame = baseline?.sessions.count == reference.sessions
    time = (isSame ? times.max() : nil) ?? reference.establishedAt
  }
}

extension VocalBaseline {
  /// Whether a recording of a session is that of the document.
  package func contains(_ document: ResultsDocument) -> Bool {
    guard let hash = document.recording.sha256 else { return false }
    return sessions.contains { $0.recordings.contains { $0.sha256 == hash } }
  }
}

/// Change of one lead measure in the newest session, with its repetition in the session before.
struct LeadChange {
  let measure: MeasureComparison
  let isConfirmed: Bool

  /// Returns the changes of a class in the newest session. A change is confirmed if the session
  /// before it, at least a day earlier, has a larger change in the same direction.
  static func all(_ changeClass: ChangeClass, in findings: ComparisonFindings) -> [LeadChange] {
    guard let newest = findings.sessions.last else { return [] }
    let before = findings.sessions.dropLast().last
    return newest.measures.filter { $0.isPrimary && $0.reliability?.changeClass == changeClass }
      .map { change in
        let former = before?.measures.first { $0.measure == change.measure }?.reliability
        let isRepeated =
          former?.changeClass == .larger && former?.direction == change.reliability?.direction
        return LeadChange(
          measure: change,
          isConfirmed: isRepeated && newest.session.isDayAfter(before?.session))
      }
  }
}

extension VoiceSession {
  /// Whether the session is at least a day later than another one.
  fileprivate func isDayAfter(_ other: VoiceSession?) -> Bool {
    guard let later = recordedAt, let earlier = other?.recordedAt else { return false }
    return later.seconds - earlier.seconds >= ChangeAlert.leastSeconds
  }
}
