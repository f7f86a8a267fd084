// Terminal texts of the onboarding steps.

import BaselineService
import CommandSupport
import Onboarding
import VoiceTypes

/// The texts of an onboarding in a terminal.
enum OnboardText {
  /// Returns the instruction of a step.
  static func text(of step: FlowStep) -> String {
    switch step {
    case .signupMethod: "Sign up."
    case .explainer:
      """
      You will hold a vowel a few times and read a text. The recordings are measured on this
      machine: pitch, loudness and their regularity. Together they form your personal baseline.
      Later recordings are compared with it.
      This is a measurement, not a diagnosis.
      """
    case .userInfoForm: "About you."
    case .sustainedVowelTest:
      """
      Hold the vowel "ah" for ten seconds: in a quiet room, a hand's breadth from the
      microphone, at a comfortable pitch and loudness.
      """
    case .readingPrompt: "Read a text aloud, as in a conversation."
    case .finalStep: "The recordings are analysed."
    case .completed: "Finished."
    }
  }

  /// Returns the prompt for a recording.
  static func text(of request: RecordingRequest) -> String {
    let what = request.take.task == .reading ? "Reading" : "Vowel"
    return "\(what) \(request.take.number) of \(request.takes), attempt \(request.attempt) of "
      + "\(request.attempts):"
  }

  /// Returns the result of a visit, with the first day of the next session if known.
  static func text(
    of outcome: FlowOutcome, _ result: FollowUpResult?, from day: String?
  ) -> String {
    guard outcome == .baselineHeld else {
      return "There is no baseline yet. Record again on another day, with the same id."
    }
    let saved = "The baseline is saved. --follow-up compares later recordings with it."
    let found = result.map { text(of: $0) } ?? saved
    guard let day else { return found }
    return found + "\nThe next session can be recorded from \(day) on, with the same id."
  }

  /// Returns the result of a follow-up session.
  private static func text(of result: FollowUpResult) -> String {
    var lines = result.reasons.map { "Not compared: \($0.message).\nTo do: \($0.advice)." }
    if lines.isEmpty {
      lines.append(
        result.largerFamilies.isEmpty
          ? "Compared with the baseline: no change beyond the personal range."
          : "Beyond the personal range in this session: "
            + result.largerFamilies.map(\.words).joined(separator: ", ") + ".")
      if !result.alertedFamilies.isEmpty {
        lines.append(
          "A change is reported: "
            + result.alertedFamilies.map(\.words).joined(separator: ", ") + ".")
      }
    }
    let sessions = result.completeSessions + result.sessionsNeeded
    lines.append(
      result.isInBaseline
        ? "Baseline updated: \(result.completeSessions) of \(sessions) complete sessions."
        : "The session is not part of the baseline.")
    if let due = result.nextDue { lines.append("The next session is due on \(due).") }
    return lines.joined(separator: "\n")
  }
}
