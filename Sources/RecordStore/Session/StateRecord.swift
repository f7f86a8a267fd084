// The state of the analysis of a recording. The job runner defines the order of states.

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
    (self.state, self.fault, self.duplicateOf) = (state, fault, duplicateOf)
    self.details = details
  }

  func json(of session: SessionID, at time: StoreTime) -> JSONValue {
    FiledState.shape.json(of: FiledState(session: session, time: time, record: self))
  }
}

package struct FiledState: Shaped {
  package var session: SessionID
  package var time: StoreTime
  package var record: StateRecord

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

/// The state of an analysis. The raw values are stored and never reused.
package enum SessionState: String, CaseIterable, Sendable {
  case seen
  case stable
  case claimed
  case quickDone = "quick_done"
  case comprehensiveDone = "comprehensive_done"
  case filed
  case refused
  case duplicate
  case failed

  /// Whether later recordings with the same content are duplicates of this one.
  package var countsAsFirst: Bool {
    switch self {
    case .refused, .duplicate, .failed: false
    default: true
    }
  }
}

package struct StateFault: Sendable, Equatable {
  /// A stable code.
  package var code: String

  /// The problem in one sentence.
  package var message: String

  /// The advice in one sentence.
  package var advice: String

  /// The parts of message and advice. Nil for a bare code, and in documents of earlier versions.
  package var sentence: Sentence?

  package init(_ code: String, message: String, advice: String) {
    (self.code, self.message, self.advice) = (code, message, advice)
  }

  /// The fault of a rejected recording.
  package init(_ refusal: Refusal) {
    self.init(refusal.code.rawValue, message: refusal.message, advice: refusal.advice)
    sentence = refusal.sentence
  }

  /// A fault with a text of a catalogue.
  package init(_ text: some SentenceTable, _ values: [SentenceParameter: String] = [:]) {
    let wording = text.filled(values)
    self.init(text.code, message: wording.message, advice: wording.advice)
    sentence = wording.sentence.unless(code: text.code)
  }
}
