// The view decides nothing: the allowed events are those that a copy of the flow accepts.

internal import JobRunner
internal import Onboarding
internal import VoicePipeline
internal import VoiceReport
internal import VoiceTypes

struct OnboardingResponse: Sendable {
  let journey: OnboardingFlow

  /// Whether the flow continues without its user.
  let waits: Bool

  /// The offer of the next follow-up session; nil when none is allowed.
  let followUp: FollowUpOffer?

  /// Creates a view; `waits` overrides the value of the flow.
  init(journey: OnboardingFlow, waits: Bool? = nil, followUp: FollowUpOffer? = nil) {
    (self.journey, self.waits) = (journey, waits ?? journey.continuesAutomatically)
    self.followUp = followUp
  }

  /// The allowed events, by the names of `FlowEventDTO`.
  var may: [String] {
    let person = ProfileFault(field: "profile", found: "nothing", allowed: "a profile")
    let events: [(String, FlowEventKind)] = [
      ("explainer_read", .explainerRead), ("profile", .profileGiven),
      ("profile_faulty", .profileFaulty([person])), ("microphone", .microphone(.granted)),
      ("recording_started", .recordingStarted), ("recording_stopped", .recordingStopped),
      ("recording", .recorded(session: "another")), ("skipped", .skipped),
      ("retried", .retried),
      (FlowEventDTO.followUp, .followUp(followUp?.permission ?? .tooEarly)),
    ]
    return events.filter { word, kind in
      var copy = journey
      let event = FlowEvent(kind, from: "preview", number: 0)
      return word != "profile_faulty" && (try? copy.handle(event)) != nil
    }.map(\.0)
  }

  var tag: String {
    "\"\(Fingerprint.sha256(of: Array(journey.json.text(.compact).utf8)).prefix(32))\""
  }

  /// The requested recording (flow, round, task, take, attempt) in one line; nil when none is
  /// requested.
  var place: String? {
    guard let request = journey.request else { return nil }
    let (take, attempt) = (request.take, request.attempt)
    return "\(journey.id) \(journey.round) \(take.task.rawValue) \(take.number) \(attempt)"
  }

  func json(in language: Language) -> JSONValue {
    let error = journey.pending.lazy.compactMap { action -> FlowError? in
      if case .showError(let error) = action { error } else { nil }
    }.first
    return [
      "schema": "sagevoice/journey-view/1", "journey_id": .string(journey.id),
      "revision": .int(journey.revision),
      "signup_method": .optional(journey.method?.rawValue),
      "step": .string(journey.position.step.rawValue),
      "phase": .optional(journey.position.phase), "round": .int(journey.round),
      "purpose": .string(journey.purpose.rawValue),
      "plan": [
        "vowels": .int(journey.plan.vowels), "attempts": .int(journey.plan.attempts),
        "rounds": .int(journey.plan.rounds),
      ],
      "request": journey.request.map(Self.json) ?? .null,
      "error": error.map { json($0, language) } ?? .null, "may": .array(may.map { .string($0) }),
      "waits": .bool(waits),
      "attempts": .array(journey.attempts.map { RecordingAttempt.shape.json(of: $0) }),
      "baseline": journey.baseline.map { FlowBaseline.shape.json(of: $0) } ?? .null,
      "follow_up": [
        "from": .optional(followUp?.day),
        "result": journey.followUp.map { json($0, language) } ?? .null,
      ],
    ]
  }

  /// The JSON view without results, for staff.
  var outline: JSONValue {
    [
      "schema": "sagevoice/journey-outline/1", "journey_id": .string(journey.id),
      "signup_method": .optional(journey.method?.rawValue),
      "step": .string(journey.position.step.rawValue),
      "phase": .optional(journey.position.phase), "round": .int(journey.round),
      "waits": .bool(journey.continuesAutomatically),
    ]
  }

  /// The JSON Schema of the view without results.
  static let outlineSchema = JSONValue.record([
    "schema": ["const": "sagevoice/journey-outline/1"], "journey_id": .anyText,
    "signup_method": .textOrNull, "step": .words(of: FlowStep.self), "phase": .textOrNull,
    "round": .anyInteger, "waits": .anyFlag,
  ])

  private static func json(_ request: RecordingRequest) -> JSONValue {
    [
      "task": .string(request.take.task.rawValue), "take": .int(request.take.number),
      "takes": .int(request.takes), "attempt": .int(request.attempt),
      "attempts": .int(request.attempts), "previous": .optional(request.previous),
    ]
  }

  /// Returns the result of a follow-up session with localised reasons.
  private func json(_ result: FollowUpResult, _ language: Language) -> JSONValue {
    var result = result
    result.reasons = result.reasons.map { reason in
      let said = language.texts(of: reason)
      return BaselineFault(reason.code, said.message, advice: said.advice)
    }
    return FollowUpResult.shape.json(of: result)
  }

  private func json(_ error: FlowError, _ language: Language) -> JSONValue {
    let said = language.texts(of: error)
    return [
      "code": .string(error.code.rawValue), "message": .string(said.message),
      "advice": .string(said.advice),
      "faults": .array(error.faults.map { ProfileFault.shape.json(of: $0) }),
      "reasons": .array(error.reasons.map { BaselineFault.shape.json(of: $0) }),
    ]
  }

  static var schema: JSONValue {
    let number: JSONValue = ["type": "integer", "minimum": 1]
    return .record([
      "schema": ["const": "sagevoice/journey-view/1"], "journey_id": .anyText,
      "revision": [
        "type": "integer", "minimum": 0,
        "description": "Revision of the onboarding state. Later states have larger numbers.",
      ],
      "signup_method": .textOrNull, "step": .words(of: FlowStep.self), "phase": .textOrNull,
      "round": number,
      "purpose": [
        "enum": .array(VisitPurpose.allCases.map { .string($0.rawValue) }),
        "description": "Purpose of the recordings; after the onboarding, of the next ones.",
      ],
      "plan": .record(["vowels": number, "attempts": number, "rounds": number], required: []),
      "request": [
        "type": ["object", "null"],
        "properties": [
          "task": ["enum": .array(RecordingTask.onboarding.map { .string($0.rawValue) })],
          "take": number, "takes": number,
          "attempt": number, "attempts": number, "previous": .textOrNull,
        ],
      ],
      "error": ["type": ["object", "null"], "properties": ["code": .anyText]],
      "may": .list(of: .anyText), "waits": .anyFlag,
      "attempts": .list(of: RecordingAttempt.shape.codec.describe()), "baseline": .objectOrNull,
      "follow_up": .record([
        "from": [
          "type": ["string", "null"],
          "description": "First day of the next session, YYYY-MM-DD; null for none.",
        ],
        "result": JSONCoder<FollowUpResult?>.orNull(.shaped).describe(),
      ]),
    ])
  }
}

/// The event of a client request.
enum FlowEventDTO {
  /// The event that begins a follow-up session.
  static let followUp = "follow_up"

  /// Parses an event.
  /// - Throws: `.unknownValue` for unknown events and answers.
  static func event(_ json: JSONValue) throws -> FlowEventKind {
    guard case .string(let word)? = json["event"] else {
      throw APIFault(.unknownValue, detail: "event")
    }
    switch word {
    case "explainer_read": return .explainerRead
    case "recording_started": return .recordingStarted
    case "recording_stopped": return .recordingStopped
    case "skipped": return .skipped
    case "retried": return .retried
    case "resumed": return .resumed
    // The flow controller replaces the permission with its own decision.
    case followUp: return .followUp(.granted)
    case "microphone":
      guard case .string(let text)? = json["answer"],
        let answer = MicrophonePermission(rawValue: text)
      else { throw APIFault(.unknownValue, detail: "answer") }
      return .microphone(answer)
    default: throw APIFault(.unknownValue, detail: "event")
    }
  }

  static var schema: JSONValue {
    let words: JSONValue = [
      "explainer_read", "microphone", "recording_started", "recording_stopped", "skipped",
      "retried", "resumed", .string(followUp),
    ]
    return .record(
      ["event": ["enum": words], "answer": .words(of: MicrophonePermission.self)],
      required: ["event"])
  }
}
