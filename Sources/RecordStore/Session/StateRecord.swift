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
    [
      "schema": .string(Self.schema),
      "session_id": .string(session.text),
      "state": .string(state.rawValue),
      "updated_at": .string(time.text),
      "error": fault.map(\.json) ?? .null,
      "duplicate_of": .optional(duplicateOf?.text),
      "details": .object(details),
    ]
  }

  init(_ place: DocumentPlace) throws(StoreError) {
    state = try place.member("state").choice()
    fault = try place.member("error").optional(StateFault.init)
    duplicateOf = try place.member("duplicate_of").optional { place throws(StoreError) in
      try place.sessionID()
    }
    details = try place.member("details").members()
  }
}

extension StateFault {
  var json: JSONValue {
    ["code": .string(code), "message": .string(message), "advice": .string(advice)]
  }

  init(_ place: DocumentPlace) throws(StoreError) {
    self.init(
      try place.member("code").text(), message: try place.member("message").text(),
      advice: try place.member("advice").text())
  }
}
