// Updates from the states of sessions in the store.

internal import RecordStore
internal import VoiceTypes

extension RecordStore {
  /// The latest update of a session, and whether it is the last; nil without one.
  func latestUpdate(
    of session: SessionID
  ) throws(StoreError) -> (update: JobUpdate, isOver: Bool)? {
    guard let stored = try existingSession(session), let state = try stored.state(),
      let phase = state.phase
    else { return nil }
    var update = JobUpdate(
      of: session, at: phase, state, reference: try stored.header()?.reference)
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
  /// Creates the update of a stored state, without a document.
  init(of session: SessionID, at phase: JobPhase, _ state: StateRecord, reference: String?) {
    self.init(
      session: session.text, phase: phase, reference: reference, outcome: state.outcome,
      fault: state.fault, original: state.duplicateOf?.text)
  }
}

extension StateRecord {
  /// The phase in the details; nil without one.
  var phase: JobPhase? {
    guard case .string(let text)? = details.first(where: { $0.key == "phase" })?.value else {
      return nil
    }
    return JobPhase(rawValue: text)
  }

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

extension Verdict {
  /// Reads the verdict of a results document; nil for another document.
  init?(inDocument bytes: [UInt8]) {
    guard let text = (try? JSONValue.parse(bytes))?["quality"]?["verdict"]?.text else { return nil }
    self.init(rawValue: text)
  }
}
