// Terminal texts of the onboarding steps.

import BaselineService
import CommandSupport
import Onboarding
import VoiceTypes

/// The texts of an onboarding in a terminal.
enum OnboardText {
  /// Returns the instruction of a step.
  static func text(of step: FlowStep) -> String {
    WrappedText.lines(commandText("step.\(step.rawValue)")).joined(separator: "\n")
  }

  /// Returns the prompt for a recording.
  static func text(of request: RecordingRequest) -> String {
    commandText(
      request.take.task == .reading ? "onboard.reading" : "onboard.vowel",
      [
        "number": "\(request.take.number)", "count": "\(request.takes)",
        "attempt": "\(request.attempt)", "attempts": "\(request.attempts)",
      ])
  }

  /// Returns the result of a session, with the first day of the next session if known.
  static func text(
    of outcome: FlowOutcome, _ result: FollowUpResult?, from day: String?
  ) -> String {
    guard outcome == .baselineHeld else { return commandText("onboard.no_baseline") }
    let found = result.map { text(of: $0) } ?? commandText("onboard.saved")
    guard let day else { return found }
    return found + "\n" + commandText("onboard.next_session", ["day": day])
  }

  /// Returns the result of a follow-up session.
  private static func text(of result: FollowUpResult) -> String {
    var lines = result.reasons.map {
      commandText("onboard.not_compared", ["problem": Wording.joined($0.message, $0.advice)])
    }
    let changes = { (families: [FeatureGroup]) in
      ["measures": families.map(\.words).joined(separator: ", ")]
    }
    if lines.isEmpty {
      lines.append(
        result.largerFamilies.isEmpty
          ? commandText("onboard.no_change")
          : commandText("onboard.larger", changes(result.largerFamilies)))
      if !result.alertedFamilies.isEmpty {
        lines.append(commandText("onboard.alert", changes(result.alertedFamilies)))
      }
    }
    let sessions = result.completeSessions + result.sessionsNeeded
    lines.append(
      result.isInBaseline
        ? commandText(
          "onboard.in_baseline",
          ["found": "\(result.completeSessions)", "needed": "\(sessions)"])
        : commandText("onboard.not_in_baseline"))
    if let due = result.nextDue { lines.append(commandText("next_due", ["day": "\(due)"])) }
    return lines.joined(separator: "\n")
  }
}
