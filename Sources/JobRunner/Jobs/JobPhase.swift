// What a program that waits for results shows its user.

package import VoiceTypes

/// How far an analysis has come, for a caller to show; the raw values stand in `state.json`.
package enum JobPhase: String, CaseIterable, Sendable {
  case idle
  case quickAnalysing = "quick_analysing"
  case quickComplete = "quick_complete"
  case comprehensiveAnalysing = "comprehensive_analysing"
  case complete
  case error

  /// The phase during the analysis of a tier.
  package static func analysing(_ tier: Tier) -> JobPhase {
    switch tier {
    case .quick: .quickAnalysing
    case .comprehensive: .comprehensiveAnalysing
    }
  }
}

/// A step in the analysis of one recording.
package struct JobUpdate: Sendable {
  /// The session of the recording.
  package let session: String

  /// How far it has come.
  package let phase: JobPhase

  /// The metrics at `quickComplete`, the biomarkers at `complete`, the refusal at `error`.
  package var document: ResultsDocument?

  /// What went wrong and what to do, at `error`.
  package var message: String?
}
