// Updates for a program that waits for results.

package import RecordStore
public import VoiceTypes

/// The progress of an analysis; the raw values are stored in `state.json`.
public enum JobPhase: String, CaseIterable, Sendable {
  case idle
  case quickAnalysing = "quick_analysing"
  case quickComplete = "quick_complete"
  case comprehensiveAnalysing = "comprehensive_analysing"
  case complete
  case error

  func follows(_ other: JobPhase) -> Bool {
    let order = Self.allCases
    return (order.firstIndex(of: self) ?? 0) > (order.firstIndex(of: other) ?? 0)
  }

  /// The phase during the analysis of a tier.
  package static func analysing(_ tier: Tier) -> JobPhase {
    tier == .quick ? .quickAnalysing : .comprehensiveAnalysing
  }
}

/// The outcome of a recording; the raw values are those of the events.
public enum JobOutcome: String, CaseIterable, Sendable {
  /// Its results are stored.
  case analysed
  /// It cannot be measured.
  case refused
  /// It is the same as an earlier one.
  case duplicate
  /// Another fault; a quick document stays.
  case failed
  /// Its session was purged.
  case purged
}

/// A step in the analysis of one recording.
public struct JobUpdate: Sendable {
  /// The session of the recording.
  public let session: String

  /// The progress of the recording.
  public let phase: JobPhase

  /// The quick document at `quickComplete`, the comprehensive one at `complete`, the one with the
  /// refusal at `error`; nil if there is none, or the store is unavailable.
  public var document: ResultsDocument?

  /// The caller's reference to the recording; nil if unknown.
  public var reference: String?

  /// The outcome; nil before the end.
  public var outcome: JobOutcome?

  /// The fault at `error`.
  package var fault: StateFault?

  /// Of a duplicate, the first session.
  public var original: String?

  /// The stable code of the fault at `error`.
  public var code: String? { fault?.code }

  /// The message and advice of the fault at `error`.
  public var message: String? {
    fault.map { Wording.joined($0.message, $0.advice) }
  }

  /// The catalogue entry and parameters of the message; nil if the code is the entry.
  public var sentence: Sentence? { fault?.sentence }
}
