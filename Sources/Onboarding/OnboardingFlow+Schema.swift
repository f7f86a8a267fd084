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

  package static let shape = Shape<OnboardingFlow>(
    allowed: "a step with one of its phases, or null for a step without phases"
  ) {
    Derived("schema", always: schema)
    Field("journey_id", \.id, .notBlank)
    Field("person", \.person, .orNull(.notBlank).confidential)
    Field("signup_method", \.method, .orNull(.choice))
    Field("plan", \.plan, .shaped)
    Field("step", \.position.step, .choice)
    Field("phase", \.position.phase, .orNull(.text))
    Field("round", \.round, .positiveCount)
    Field("first_round", \.firstRound, .positiveCount)
    Field("take", \.recordingNumber, .positiveCount)
    Field("attempts", \.attempts, .list(of: .shaped))
    Field("reasons", \.reasons, .list(of: .shaped))
    Field("baseline", \.baseline, .orNull(.shaped))
    // Versions up to 0.18.0 omit this member.
    Field("follow_up", \.followUp, ifThere: .shaped)
    Field("taken", \.lastEventNumbers, .map(of: .count))
  } makeIfPossible: {
    id, person, method, plan, step, phase, round, first, take, attempts, reasons, baseline,
    followUp, eventNumbers in
    guard let position = FlowPosition(step: step, phase: phase) else { return nil }
    var journey = OnboardingFlow(id: id, plan: plan)
    (journey.person, journey.method, journey.position) = (person, method, position)
    (journey.round, journey.firstRound, journey.recordingNumber) = (round, first, take)
    (journey.attempts, journey.reasons, journey.baseline) = (attempts, reasons, baseline)
    (journey.followUp, journey.lastEventNumbers) = (followUp, eventNumbers)
    return journey
  }.checking { journey, reading in
    for (key, allowed) in journey.contradictions {
      reading.note(key, found: "a value that contradicts the others", allowed: allowed)
    }
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

extension RecordingAttempt: Shaped {
  package static let shape = Shape<RecordingAttempt> {
    Field("session_id", \.session, .notBlank)
    Field("previous", \.previous, .orNull(.notBlank))
    Field("task", \.take.task, .choice)
    Field("round", \.take.round, .positiveCount)
    Field("take", \.take.number, .positiveCount)
    Field("attempt", \.number, .positiveCount)
    Field("state", \.state, .choice)
    Field("reasons", \.reasons, .list(of: .shaped))
  } make: { session, previous, task, round, take, number, state, reasons in
    var attempt = RecordingAttempt(
      RequestedRecording(task, round: round, number: take), number: number, session: session,
      previous: previous)
    (attempt.state, attempt.reasons) = (state, reasons)
    return attempt
  }
}
