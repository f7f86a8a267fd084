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
}
