// Where a person is in their onboarding: one of seven steps, and within the steps that take
// recordings or end it, how far that has come. What cannot be together cannot be written down.

public import VoiceTypes

/// A step of the journey, in their order; the raw values are part of the contract.
public enum JourneyStep: String, CaseIterable, Sendable {
  case signupMethod = "signup_method"
  case explainer
  case userInfoForm = "user_info_form"
  case sustainedVowelTest = "sustained_vowel_test"
  case readingPrompt = "reading_prompt"
  case finalStep = "final_step"
  case completed
}

extension RecordingTask {
  /// The step that records it.
  public var step: JourneyStep {
    switch self {
    case .sustainedVowel: .sustainedVowelTest
    case .reading: .readingPrompt
    }
  }
}

/// How far one recording has come.
public enum RecordingPhase: String, CaseIterable, Sendable {
  /// The microphone was asked for.
  case microphone
  case microphoneDenied = "microphone_denied"
  case microphoneRestricted = "microphone_restricted"
  case microphoneUnknown = "microphone_unknown"
  /// It is being made.
  case recording
  /// The quick analysis is waited for.
  case quick
  /// The comprehensive analysis is waited for.
  case comprehensive
  /// It cannot be used; the person decides what comes next.
  case refused

  /// Whether the microphone is waited for.
  var isBeforeRecording: Bool {
    switch self {
    case .microphone, .microphoneDenied, .microphoneRestricted, .microphoneUnknown: true
    case .recording, .quick, .comprehensive, .refused: false
    }
  }

  /// Whether an analysis is waited for.
  var isAnalysis: Bool { self == .quick || self == .comprehensive }
}

/// How far the last step has come.
public enum BaselinePhase: String, CaseIterable, Sendable {
  /// The baseline is waited for.
  case making
  /// There is none; the person decides what comes next.
  case refused
}

/// How a journey ends.
public enum JourneyOutcome: String, CaseIterable, Sendable {
  case baselineHeld = "baseline_held"
  case noBaseline = "no_baseline"
}

/// A place of the journey.
public enum JourneyPosition: Hashable, Sendable, CaseIterable {
  case signupMethod
  case explainer
  case userInfoForm
  case recording(RecordingTask, RecordingPhase)
  case finalStep(BaselinePhase)
  case completed(JourneyOutcome)

  /// Every place, in the order of the steps.
  public static let allCases: [JourneyPosition] =
    [.signupMethod, .explainer, .userInfoForm]
    + RecordingTask.allCases.flatMap { task in
      RecordingPhase.allCases.map { .recording(task, $0) }
    } + BaselinePhase.allCases.map { .finalStep($0) }
    + JourneyOutcome.allCases.map { .completed($0) }

  /// The step.
  public var step: JourneyStep {
    switch self {
    case .signupMethod: .signupMethod
    case .explainer: .explainer
    case .userInfoForm: .userInfoForm
    case .recording(let task, _): task.step
    case .finalStep: .finalStep
    case .completed: .completed
    }
  }

  /// The phase within the step; nil where there are none.
  public var phase: String? {
    switch self {
    case .signupMethod, .explainer, .userInfoForm: nil
    case .recording(_, let phase): phase.rawValue
    case .finalStep(let phase): phase.rawValue
    case .completed(let outcome): outcome.rawValue
    }
  }

  /// The place of a step and a phase; nil where that has no such phase.
  init?(step: JourneyStep, phase: String?) {
    let place = Self.allCases.first { $0.step == step && $0.phase == phase }
    guard let place else { return nil }
    self = place
  }
}
