// What a program that waits for results shows its user.

package import RecordStore
public import VoiceTypes

/// How far an analysis has come, for a caller to show; the raw values stand in `state.json`.
public enum JobPhase: String, CaseIterable, Sendable {
  case idle
  case quickAnalysing = "quick_analysing"
  case quickComplete = "quick_complete"
  case comprehensiveAnalysing = "comprehensive_analysing"
  case complete
  case error

  /// Whether this phase comes after another one.
  func follows(_ other: JobPhase) -> Bool {
    let order = Self.allCases
    return (order.firstIndex(of: self) ?? 0) > (order.firstIndex(of: other) ?? 0)
  }

  /// The phase during the analysis of a tier.
  package static func analysing(_ tier: Tier) -> JobPhase {
    switch tier {
    case .quick: .quickAnalysing
    case .comprehensive: .comprehensiveAnalysing
    }
  }
}

/// What came of a recording; the raw values are those of the events that say how one ended.
public enum JobOutcome: String, CaseIterable, Sendable {
  /// Its results are in the store.
  case analysed
  /// It cannot be measured.
  case refused
  /// It is the same as one before.
  case duplicate
  /// Something else went wrong; a quick document that there is stays.
  case failed
  /// Its session was purged.
  case purged
}

/// A step in the analysis of one recording.
public struct JobUpdate: Sendable {
  /// The session of the recording.
  public let session: String

  /// How far it has come.
  public let phase: JobPhase

  /// The quick document at `quickComplete`, the comprehensive one at `complete`, the one with the refusal at
  /// `error`; nil where there is none, or the store cannot give it just now.
  public var document: ResultsDocument?

  /// What the caller knows the recording by; nil as long as that was not told.
  public var reference: String?

  /// What came of the recording; nil as long as that is not known.
  public var outcome: JobOutcome?

  /// The fault at `error`, with message and advice apart.
  package var fault: StateFault?

  /// Of a duplicate, the session with the first result.
  public var original: String?

  /// The stable name of the fault, at `error`.
  public var code: String? { fault?.code }

  /// Message and advice of the fault as one sentence, at `error`.
  public var message: String? {
    fault.map { Wording.joined($0.message, $0.advice) }
  }

  /// The catalogue entry and the parameters of the message; nil where the code is the entry.
  public var sentence: Sentence? { fault?.sentence }
}
