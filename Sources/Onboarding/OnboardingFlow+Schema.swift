// Schema of a stored onboarding flow. Reading rejects states that no sequence of events can reach.

public import VoiceTypes

extension OnboardingFlow: Shaped {
  /// Name and version of the format.
  public static let schema = "sagevoice/journey/1"

  /// Flow as an ordered JSON value.
  public var json: JSONValue { Self.shape.json(of: self) }

  /// JSON Schema of `sagevoice/journey/1`, draft 2020-12. It does not express the consistency rules
  /// between members.
  public static var jsonSchema: JSONValue {
    shape.schema(
      id: "urn:sagevoice:journey:1", title: "sagevoice journey: state of an onboarding")
  }

  /// Reads a flow; throws the faults of its members.
  public init(json: JSONValue, mode: ValidationMode = .allFaults) throws(FileFaults) {
    self = try Self.shape.read(json, as: "journey", mode: mode)
  }

  package static let shape = Shape(
    OnboardingFlow.init(
      id:person:method:plan:position:round:firstRound:recordingNumber:attempts:reasons:baseline:
      followUp:lastEventNumbers:)
  ) {
    Derived("schema", always: schema)
    Field("journey_id", \.id, .notBlank)
    Field("person", \.person, .orNull(.notBlank).confidential)
    Field("signup_method", \.method, .orNull(.choice))
    Field("plan", \.plan, .shaped)
    Field(\.position, inline: FlowPosition.shape)
    Field("round", \.round, .positiveCount)
    Field("first_round", \.firstRound, .positiveCount)
    Field("take", \.recordingNumber, .positiveCount)
    Field("attempts", \.attempts, .list(of: .shaped))
    Field("reasons", \.reasons, .list(of: .shaped))
    Field("baseline", \.baseline, .orNull(.shaped))
    // Versions up to 0.18.0 omit this member.
    Field("follow_up", \.followUp, ifThere: .shaped)
    Field("taken", \.lastEventNumbers, .map(of: .count))
  }.checking { journey, reading in
    for (key, allowed) in journey.contradictions {
      reading.note(key, found: "a value that contradicts the others", allowed: allowed)
    }
  }
}

extension FlowPosition: Shaped {
  package static let shape = Shape<FlowPosition>(
    allowed: "a step with one of its phases, or null for a step without phases"
  ) {
    Field("step", \.step, .choice)
    Field("phase", \.phase, .orNull(.text))
  } makeIfPossible: { step, phase in
    allCases.first { $0.step == step && $0.phase == phase }
  }
}

extension OnboardingPlan: Shaped {
  package static let shape = Shape(OnboardingPlan.init) {
    Field("vowels", \.vowels, .whole(in: allowed))
    Field("attempts", \.attempts, .whole(in: allowed))
    Field("rounds", \.rounds, .whole(in: allowed))
  }
}

extension FlowBaseline: Shaped {
  package static let shape = Shape(FlowBaseline.init) {
    Field("baseline_id", \.id, .notBlank)
    Field("status", \.status, .choice)
  }
}

extension RequestedRecording: Shaped {
  package static let shape = Shape(RequestedRecording.init) {
    Field("task", \.task, .choice)
    Field("round", \.round, .positiveCount)
    Field("take", \.number, .positiveCount)
  }
}

extension RecordingAttempt: Shaped {
  package static let shape = Shape(RecordingAttempt.init) {
    Field("session_id", \.session, .notBlank)
    Field("previous", \.previous, .orNull(.notBlank))
    Field(\.take, inline: RequestedRecording.shape)
    Field("attempt", \.number, .positiveCount)
    Field("state", \.state, .choice)
    Field("reasons", \.reasons, .list(of: .shaped))
  }
}
