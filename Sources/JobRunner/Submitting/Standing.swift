// What the store says of a session, to whoever asks late.

internal import RecordStore
internal import VoiceTypes

/// A runner that cannot start.
public struct RunnerFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong and what to do.
  public let description: String
}

extension RecordStore {
  /// How far a session has come, as an update, and whether nothing comes after it; nil for none.
  func standing(
    of session: SessionID
  ) throws(StoreError) -> (update: JobUpdate, isOver: Bool)? {
    guard let stored = try existingSession(session), let state = try stored.state() else {
      return nil
    }
    guard let phase = state.phase else { return nil }
    var update = JobUpdate(session: session.text, phase: phase)
    update.message = state.fault.map { "\($0.message); \($0.advice)" }
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

extension StateRecord {
  /// Whether the recording has come to its end.
  fileprivate var isOver: Bool {
    switch state {
    case .filed, .refused, .duplicate, .failed: true
    case .seen, .stable, .claimed, .quickDone, .comprehensiveDone: false
    }
  }

  /// The phase that a caller is shown; nil where the state says none.
  fileprivate var phase: JobPhase? {
    guard case .string(let text)? = details.first(where: { $0.key == "phase" })?.value else {
      return nil
    }
    return JobPhase(rawValue: text)
  }
}
