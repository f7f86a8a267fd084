// Log entries contain step names, field names and codes. They never contain profile values,
// identifiers of a person or spoken text. Session names are random identifiers of the store.

public import VoiceTypes

/// Entry of the event log.
public struct FlowLogEntry: Sendable, Equatable {
  /// Event name; the raw values are part of the contract.
  public enum Name: String, CaseIterable, Sendable {
    case started = "journey_started"
    case resumed = "journey_resumed"
    case signedUp = "signed_up"
    case stepEntered = "step_entered"
    case stepSkipped = "step_skipped"
    case profileCompleted = "profile_completed"
    case profileFaulty = "profile_faulty"
    case microphoneAnswered = "microphone_answered"
    case recordingStarted = "recording_started"
    case recordingStopped = "recording_stopped"
    case recordingReceived = "recording_received"
    case recordingAnalysed = "recording_analysed"
    case rerecordingAsked = "rerecording_asked"
    case baselineEstablished = "baseline_established"
    case baselineRefused = "baseline_refused"
    case followUpStarted = "follow_up_started"
    case followUpCompared = "follow_up_compared"
    case followUpRefused = "follow_up_refused"
    case completed = "journey_completed"
  }

  /// Event name.
  public let name: Name

  /// Step of the event, or the entered step.
  public let step: FlowStep

  /// Sign-up method.
  public internal(set) var method: SignupMethod?

  /// Names of the invalid profile fields.
  public internal(set) var fields: [String]?

  /// Microphone permission.
  public internal(set) var microphone: MicrophonePermission?

  /// Store session of the recording.
  public internal(set) var session: String?

  /// Number of the attempt, counted from 1.
  public internal(set) var attempt: Int?

  /// Analysis tier.
  public internal(set) var tier: Tier?

  /// Analysis state of the recording.
  public internal(set) var state: AttemptState?

  /// Codes of the reasons.
  public internal(set) var codes: [String]?

  /// Status of the baseline.
  public internal(set) var status: BaselineStatus?

  /// Outcome of the flow.
  public internal(set) var outcome: FlowOutcome?

  init(_ name: Name, at step: FlowStep, _ configure: (inout FlowLogEntry) -> Void = { _ in }) {
    self.name = name
    self.step = step
    configure(&self)
  }
}

extension FlowLogEntry: Shaped {
  /// Members of the entry as a JSON value.
  public var json: JSONValue { Self.shape.json(of: self) }

  /// JSON Schema of the members, draft 2020-12.
  public static var jsonSchema: JSONValue {
    shape.schema(
      id: "urn:sagevoice:journey-note:1", title: "sagevoice journey: log entry of an event")
  }

  package static let shape = Shape<FlowLogEntry> {
    Field("event", \.name, .choice)
    Field("step", \.step, .choice)
    Field("method", \.method, ifThere: .choice)
    Field("fields", \.fields, ifThere: .list(of: .text, .notEmpty))
    Field("microphone", \.microphone, ifThere: .choice)
    Field("session_id", \.session, ifThere: .text)
    Field("attempt", \.attempt, ifThere: .positiveCount)
    Field("tier", \.tier, ifThere: .choice)
    Field("state", \.state, ifThere: .choice)
    Field("codes", \.codes, ifThere: .list(of: .text, .notEmpty))
    Field("status", \.status, ifThere: .choice)
    Field("outcome", \.outcome, ifThere: .choice)
  } make: {
    name, step, method, fields, microphone, session, attempt, tier, state, codes, status, outcome in
    FlowLogEntry(name, at: step) { note in
      (note.method, note.fields, note.microphone) = (method, fields, microphone)
      (note.session, note.attempt, note.tier) = (session, attempt, tier)
      (note.state, note.codes, note.status, note.outcome) = (state, codes, status, outcome)
    }
  }
}
