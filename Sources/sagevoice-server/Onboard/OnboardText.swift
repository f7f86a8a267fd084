// Terminal texts of the onboarding steps.

import BaselineService
import CommandSupport
import Onboarding
import VoiceReport
import VoiceTypes

enum OnboardText {
  static func text(of step: FlowStep) -> String {
    WrappedText.lines(commandText("step.\(step.rawValue)")).joined(separator: "\n")
  }

  static func text(of error: FlowError) -> String {
    let reason = error.reasons.first.map { Language.ofText.texts(of: $0) }
    let texts = error.texts(in: .ofText, because: reason)
    return commandText("onboard.to_do", ["message": texts.message, "advice": texts.advice])
  }

  static func text(of fault: ProfileFault) -> String {
    if fault.code == .guardianConsentMissing { return commandText("onboard.fault.guardian") }
    if fault.code == .missing {
      return commandText("onboard.fault.absent", ["field": fault.field, "allowed": fault.allowed])
    }
    if fault.field == ProfileField.age.rawValue, Int(fault.found) != nil {
      return commandText("onboard.fault.age")
    }
    return commandText(
      "onboard.fault", ["field": fault.field, "found": fault.found, "allowed": fault.allowed])
  }

  static func question(for missing: ProfileFault) -> String {
    let key = "onboard.ask.\(missing.field)"
    return TextCatalogue.commands.keys.contains(key)
      ? commandText(key) : "\(missing.field) (\(missing.allowed))"
  }

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
    let next = day.map { "\n" + commandText("onboard.next_session", ["day": $0]) } ?? ""
    return (found + next).split(separator: "\n").flatMap { WrappedText.lines(String($0)) }
      .joined(separator: "\n")
  }

  private static func text(of result: FollowUpResult) -> String {
    var lines = result.reasons.map { reason in
      let texts = Language.ofText.texts(of: reason)
      return commandText(
        "onboard.not_compared", ["problem": Wording.joined(texts.message, texts.advice)])
    }
    let changes = { (families: [FeatureGroup]) in
      ["measures": families.map { $0.words(in: .ofText) }.joined(separator: ", ")]
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
