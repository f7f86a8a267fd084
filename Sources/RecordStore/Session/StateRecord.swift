package import VoiceTypes

/// The content of `state.json`. It is never encrypted, so it contains no personal data.
package struct StateRecord: Sendable, Equatable {
  /// The name and number of the format.
  static let schema = "sagevoice/state/1"

  package var state: SessionState

  /// The fault. Nil without one.
  package var fault: StateFault?

  /// The session with the first result, for a duplicate.
  package var duplicateOf: SessionID?

  /// Values for the caller, without names and paths.
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

  /// The document of a session.
  func json(of session: SessionID, at time: StoreTime) -> JSONValue {
    FiledState.shape.json(of: FiledState(session: session, time: time, record: self))
  }
}

/// A state with its session.
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
