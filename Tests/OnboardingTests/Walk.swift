// A journey with a source of numbered events.

import Onboarding
import VoiceTypes

/// A journey that is walked.
struct Walk {
  var journey: OnboardingFlow
  private(set) var events: [FlowEvent] = []

  init(_ plan: OnboardingPlan = OnboardingPlan()) {
    journey = OnboardingFlow(id: "journey-1", plan: plan)
  }

  /// The next event of a source.
  func event(_ happening: FlowEventKind, from source: String = "phone") -> FlowEvent {
    let last = events.last { $0.source == source }
    return FlowEvent(happening, from: source, number: last.map { $0.number + 1 } ?? 0)
  }

  /// Sends events.
  @discardableResult
  mutating func go(
    _ happening: FlowEventKind, from source: String = "phone"
  ) throws(FlowRefusal) -> [FlowEffect] {
    let event = event(happening, from: source)
    events.append(event)
    return try journey.handle(event)
  }

  /// Sends events named by words of `Happenings`, and returns the actions of the last one.
  @discardableResult
  mutating func go(_ words: String) throws -> [FlowEffect] {
    var actions: [FlowEffect] = []
    for word in words.split(separator: " ") {
      actions = try go(Happenings.named(String(word), in: journey))
    }
    return actions
  }
}

/// The events, each with a name.
enum Happenings {
  static let reason = BaselineFault(
    "too_soft", "the voice is too soft", advice: "move closer to the microphone")
  static let fault = ProfileFault(field: "age", found: "12", allowed: "13 to 120")

  static var result: FollowUpResult {
    var result = FollowUpResult(session: "journey-1/2", recording: "session-9")
    (result.isInBaseline, result.completeSessions, result.sessionsNeeded) = (true, 2, 1)
    (result.largerFamilies, result.nextDue) = ([.jitter], "2026-02-02")
    return result
  }

  static let words = [
    "guest", "email", "read", "given", "faulty", "granted", "denied", "restricted", "unknown",
    "started", "stopped", "recorded", "again", "quick_ok", "quick_bad", "quick_other", "full_ok",
    "full_bad", "full_other", "held", "refused", "follow", "early", "unasked", "compared", "skip",
    "retry", "resume",
  ]

  /// The happening of a word; results are of the recording that was made last.
  static func named(_ word: String, in journey: OnboardingFlow) -> FlowEventKind {
    let session = journey.attempts.last?.session ?? "none"
    switch word {
    case "guest": return .signedUp(.guest, person: "guest-1")
    case "email": return .signedUp(.email, person: "person-1")
    case "read": return .explainerRead
    case "given": return .profileGiven
    case "faulty": return .profileFaulty([fault])
    case "granted": return .microphone(.granted)
    case "denied": return .microphone(.denied)
    case "restricted": return .microphone(.restricted)
    case "unknown": return .microphone(.unknown)
    case "started": return .recordingStarted
    case "stopped": return .recordingStopped
    case "recorded": return .recorded(session: freshSession(in: journey))
    case "again": return .recorded(session: session)
    case "quick_ok": return .quickDone(session: session, .usable)
    case "quick_bad": return .quickDone(session: session, .refused([reason]))
    case "quick_other": return .quickDone(session: "other", .usable)
    case "full_ok": return .comprehensiveDone(session: session, .usable)
    case "full_bad": return .comprehensiveDone(session: session, .refused([reason]))
    case "full_other": return .comprehensiveDone(session: "other", .usable)
    case "held": return .baselineHeld(FlowBaseline(id: "baseline-1", status: .onboarding))
    case "refused": return .baselineRefused([reason])
    case "follow": return .followUp(.granted)
    case "early": return .followUp(.tooEarly)
    case "unasked": return .followUp(.noConsent)
    case "compared":
      return .followedUp(result, FlowBaseline(id: "baseline-2", status: .onboarding))
    case "skip": return .skipped
    case "retry": return .retried
    case "resume": return .resumed
    default: preconditionFailure("\(word) is no happening")
    }
  }

  private static func freshSession(in journey: OnboardingFlow) -> String {
    let known = Set(journey.attempts.map(\.session))
    let numbers = (known.count + 1)...(2 * known.count + 1)
    return numbers.map { "session-\($0)" }.first { !known.contains($0) } ?? "session"
  }

  /// The next event of a person who completes the journey; nil at its end.
  static func helpful(_ journey: OnboardingFlow) -> FlowEventKind? {
    switch journey.position {
    case .signupMethod: named("guest", in: journey)
    case .explainer: .explainerRead
    case .userInfoForm: .profileGiven
    case .recording(_, .recording): named("recorded", in: journey)
    case .recording(_, .quick): named("quick_ok", in: journey)
    case .recording(_, .comprehensive): named("full_ok", in: journey)
    case .recording(_, .refused): journey.attemptsLeft > 0 ? .retried : .skipped
    case .recording: .microphone(.granted)
    case .finalStep(.making):
      named(journey.purpose == .followUp ? "compared" : "held", in: journey)
    case .finalStep(.refused): .skipped
    case .completed: nil
    }
  }
}

extension FlowPosition {
  /// Step and phase.
  var words: String { step.rawValue + (phase.map { "/\($0)" } ?? "") }
}
