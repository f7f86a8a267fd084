// Position in the onboarding flow: one of seven steps, with a phase for the recording and final
// steps. The enum cases exclude invalid combinations.

public import VoiceTypes

/// Steps in flow order; the raw values are part of the contract.
public enum FlowStep: String, CaseIterable, Sendable {
  case signupMethod = "signup_method"
  case explainer
  case userInfoForm = "user_info_form"
  case sustainedVowelTest = "sustained_vowel_test"
  case readingPrompt = "reading_prompt"
  case finalStep = "final_step"
  case completed
}

/// Phase of a recording step.
public enum RecordingPhase: String, CaseIterable, Sendable {
  /// Microphone access requested.
  case microphone
  case microphoneDenied = "microphone_denied"
  case microphoneRestricted = "microphone_restricted"
  case microphoneUnknown = "microphone_unknown"
  /// Recording in progress.
  case recording
  /// Quick analysis in progress.
  case quick
  /// Comprehensive analysis in progress.
  case comprehensive
  /// Refused recording; the person chooses to retry or skip.
  case refused

  /// Whether the microphone permission is missing.
  var isMicrophoneError: Bool {
    [.microphoneDenied, .microphoneRestricted, .microphoneUnknown].contains(self)
  }

  /// Whether the phase precedes the recording.
  var isBeforeRecording: Bool { self == .microphone || isMicrophoneError }

  /// Whether an analysis is in progress.
  var isAnalysis: Bool { self == .quick || self == .comprehensive }
}

/// Phase of the final step.
public enum BaselinePhase: String, CaseIterable, Sendable {
  /// Baseline or comparison in progress.
  case making
  /// No baseline; the person chooses to retry or skip.
  case refused
}

/// Outcome of a completed flow.
public enum FlowOutcome: String, CaseIterable, Sendable {
  case baselineHeld = "baseline_held"
  case noBaseline = "no_baseline"
}

/// Position in the flow.
public enum FlowPosition: Hashable, Sendable, CaseIterable {
  case signupMethod
  case explainer
  case userInfoForm
  case recording(RecordingTask, RecordingPhase)
  case finalStep(BaselinePhase)
  case completed(FlowOutcome)

  /// All positions, in flow order.
  public static let allCases: [FlowPosition] =
    [.signupMethod, .explainer, .userInfoForm]
    + RecordingTask.onboarding.flatMap { task in
      RecordingPhase.allCases.map { .recording(task, $0) }
    } + BaselinePhase.allCases.map { .finalStep($0) }
    + FlowOutcome.allCases.map { .completed($0) }

  /// Step of the position.
  public var step: FlowStep {
    switch self {
    case .signupMethod: .signupMethod
    case .explainer: .explainer
    case .userInfoForm: .userInfoForm
    case .recording(let task, _): task.isVowel ? .sustainedVowelTest : .readingPrompt
    case .finalStep: .finalStep
    case .completed: .completed
    }
  }

  /// Raw value of the phase or outcome; nil for a step without phases.
  public var phase: String? {
    switch self {
    case .signupMethod, .explainer, .userInfoForm: nil
    case .recording(_, let phase): phase.rawValue
    case .finalStep(let phase): phase.rawValue
    case .completed(let outcome): outcome.rawValue
    }
  }
}
