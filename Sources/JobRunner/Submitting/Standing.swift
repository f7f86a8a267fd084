// The stored state of a session as an update.

internal import RecordStore
internal import VoiceTypes

/// Why a runner does not start.
public struct RunnerFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// The problem and the advice.
  public let description: String
}

extension SessionStore {
  /// The stored update of a session, and whether it is the last; nil for none.
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
    return (update, state.isOver)
  }
}

extension JobUpdate {
  /// Applies the result of a stored state.
  mutating func take(_ state: StateRecord) {
    fault = state.fault
    original = state.duplicateOf?.text
    outcome = state.outcome
  }
}

extension StateRecord {
  var isOver: Bool { state.isOver }

  /// The phase of an update; nil if the state has none.
  var phase: JobPhase? {
    guard case .string(let text)? = details.first(where: { $0.key == "phase" })?.value else {
      return nil
    }
    return JobPhase(rawValue: text)
  }

  /// The outcome; nil before the end.
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
  /// The result of a recording in this state; nil if it is in progress.
  var ending: JobResult? {
    switch self {
    case .filed: .filed
    case .refused: .refused
    case .duplicate: .duplicate
    case .failed: .failed
    case .seen, .stable, .claimed, .quickDone, .comprehensiveDone: nil
    }
  }

  var isOver: Bool { ending != nil }
}
