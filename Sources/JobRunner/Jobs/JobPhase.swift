// What a program that waits for results shows its user.

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

  /// What went wrong and what to do, at `error`.
  public var message: String?

  /// What the message is made of; nil where the code says all of it.
  public var sentence: Sentence?

  /// What the caller knows the recording by; nil as long as that was not told.
  public var reference: String?

  /// What came of the recording; nil as long as that is not known.
  public var outcome: JobOutcome?

  /// A stable name of what went wrong, at `error`.
  public var code: String?

  /// Of a duplicate, the session with the first result.
  public var original: String?
}
