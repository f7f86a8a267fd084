// What a person is told at each step, in lines of a terminal.

import CommandSupport
import Onboarding
import VoiceTypes

/// The texts of an onboarding in a terminal.
enum OnboardText {
  /// What a step is for.
  static func text(of step: JourneyStep) -> String {
    switch step {
    case .signupMethod: "Sign up."
    case .explainer:
      """
      You will hold a vowel a few times and read a text. The recordings are measured on this
      machine: pitch, its regularity, and the like. Together they say what is usual for your
      voice, so that later recordings can be held against it.
      This is a measurement, not a diagnosis.
      """
    case .userInfoForm: "About you."
    case .sustainedVowelTest:
      """
      Hold the vowel "ah" for ten seconds: in a quiet room, a hand's breadth from the
      microphone, at a comfortable pitch and loudness.
      """
    case .readingPrompt: "Read a text aloud, as you would to somebody across a table."
    case .finalStep: "Your baseline is made from the recordings."
    case .completed: "That is all."
    }
  }

  /// Which recording is asked for.
  static func text(of request: RecordingRequest) -> String {
    let what = request.take.task == .reading ? "Reading" : "Vowel"
    return "\(what) \(request.take.number) of \(request.takes), attempt \(request.attempt) of "
      + "\(request.attempts):"
  }

  /// How it ended.
  static func text(of outcome: JourneyOutcome) -> String {
    switch outcome {
    case .baselineHeld: "The baseline is kept. Later recordings are held against it."
    case .noBaseline: "There is no baseline yet. Record again on another day, with the same id."
    }
  }
}
