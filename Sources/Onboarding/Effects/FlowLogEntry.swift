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

  package internal(set) var method: SignupMethod?
  /// Names of the invalid profile fields.
  package internal(set) var fields: [String]?
  package internal(set) var microphone: MicrophonePermission?
  /// Store session of the recording.
  package internal(set) var session: String?
  /// Number of the attempt, counted from 1.
  package internal(set) var attempt: Int?
  package internal(set) var tier: Tier?
  package internal(set) var state: AttemptState?
  /// Codes of the reasons.
  package internal(set) var codes: [String]?
  package internal(set) var status: BaselineStatus?
  package internal(set) var outcome: FlowOutcome?
}

extension FlowLogEntry: Shaped {
  /// Members of the entry as a JSON value.
  public var json: JSONValue { Self.shape.json(of: self) }

  package static let shape = Shape(
    FlowLogEntry.init(
      name:step:method:fields:microphone:session:attempt:tier:state:codes:status:outcome:)
  ) {
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
  }
}
