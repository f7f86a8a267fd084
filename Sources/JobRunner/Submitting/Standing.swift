// What the store says of a session, to whoever asks late.

internal import RecordStore
internal import VoiceTypes

/// A runner that cannot start.
public struct RunnerFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong and what to do.
  public let description: String
}

extension SessionStore {
  /// How far a session has come, as an update, and whether nothing comes after it; nil for none.
  func standing(of session: SessionID) throws(StoreError) -> (update: JobUpdate, isOver: Bool)? {
    guard let stored = try existingSession(session), let state = try stored.state() else {
      return nil
    }
    guard let phase = state.phase else { return nil }
    var update = JobUpdate(session: session.text, phase: phase)
    update.reference = try stored.header()?.reference
    update.take(state)
    let places: [SessionDocument] = phase == .quickComplete ? [.quick] : [.computed, .quick]
    for place in places where update.document == nil {
      guard let bytes = try stored.read(place), let json = try? JSONValue.parse(bytes) else {
        continue
      }
      update.document = try? ResultsDocument(json: json)
    }
    return (update, state.state.isOver)
  }
}

extension JobUpdate {
  /// Takes in what a state says of how a recording ended.
  mutating func take(_ state: StateRecord) {
    fault = state.fault
    original = state.duplicateOf?.text
    outcome = state.outcome
  }
}

extension StateRecord {
  var isOver: Bool { state.isOver }

  /// The phase that a caller is shown; nil where the state says none.
  var phase: JobPhase? {
    guard case .string(let text)? = details.first(where: { $0.key == "phase" })?.value else {
      return nil
    }
    return JobPhase(rawValue: text)
  }

  /// What came of the recording; nil as long as that is not known.
  fileprivate var outcome: JobOutcome? {
    switch state {
    case .comprehensiveDone, .filed: .analysed
    case .quickDone: phase == .quickComplete ? .analysed : nil
    case .refused: .refused
    case .duplicate: .duplicate
    case .failed: .failed
    case .seen, .stable, .claimed: nil
    }
  }
}

extension SessionState {
  /// How a recording in this state ended; nil if it is in progress.
  var ending: Ending? {
    switch self {
    case .filed: .filed
    case .refused: .refused
    case .duplicate: .duplicate
    case .failed: .failed
    case .seen, .stable, .claimed, .quickDone, .comprehensiveDone: nil
    }
  }

  /// Whether a recording in this state has ended.
  var isOver: Bool { ending != nil }
}
