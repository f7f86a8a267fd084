package import VoiceTypes

/// The state of a session, as `state.json` says it. It is never encrypted: nothing in it may tell
/// who a person is.
package struct StateRecord: Sendable, Equatable {
  /// The name and number of the format.
  static let schema = "sagevoice/state/1"

  /// How far the recording has come.
  package var state: SessionState

  /// What went wrong, if anything did.
  package var fault: StateFault?

  /// The session with the first result, for a duplicate.
  package var duplicateOf: SessionID?

  /// What the caller wants to find again; no names, no paths.
  package var details: [JSONValue.Member]

  package init(
    _ state: SessionState, fault: StateFault? = nil, duplicateOf: SessionID? = nil,
    details: [JSONValue.Member] = []
  ) {
    self.state = state
    self.fault = fault
    self.duplicateOf = duplicateOf
    self.details = details
  }

  /// The document, for a session at a time.
  func json(of session: SessionID, at time: StoreTime) -> JSONValue {
    FiledState.shape.json(of: FiledState(session: session, time: time, record: self))
  }
}

/// A state with the session it is of, as it is filed.
package struct FiledState: Shaped {
  package var session: SessionID
  package var time: StoreTime
  package var record: StateRecord

  package init(session: SessionID, time: StoreTime, record: StateRecord) {
    self.session = session
    self.time = time
    self.record = record
  }

  package static let shape = Shape<FiledState> {
    Derived(schema: StateRecord.schema)
    Field("session_id", \.session, .sessionID)
    Field("state", \.record.state, .choice)
    Field("updated_at", \.time, .time)
    Field("error", \.record.fault, .orNull(.shaped))
    Field("duplicate_of", \.record.duplicateOf, .orNull(.sessionID))
    Field("details", \.record.details, .members)
  } make: { session, state, time, fault, duplicate, details in
    FiledState(
      session: session, time: time,
      record: StateRecord(state, fault: fault, duplicateOf: duplicate, details: details))
  }
}

extension StateFault: Shaped {
  package static let shape = Shape<StateFault> {
    Field("code", \.code, .anyText)
    Field("message", \.message, .anyText)
    Field("advice", \.advice, .anyText)
    Field("sentence", \.sentence, ifThere: .shaped)
  } make: { code, message, advice, sentence in
    var fault = StateFault(code, message: message, advice: advice)
    fault.sentence = sentence
    return fault
  }
}
