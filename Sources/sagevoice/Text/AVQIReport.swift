// The AVQI document as a short table for a person.

import VoiceTypes

/// The report behind `avqi --format text`.
enum AVQIReport {
  private static let table = TextTable([.left(26)], indent: "  ")

  /// The report of one document.
  static func text(of document: AVQIDocument) -> String {
    var lines = [
      "vowel: \(heading(of: document.vowel))", "speech: \(heading(of: document.speech))",
    ]
    switch document.outcome {
    case .refused(let refusals):
      for fault in refusals {
        lines.append("Not measured, \(fault.role.rawValue): \(fault.refusal.message).")
        lines.append("What to do: \(fault.refusal.advice).")
      }
    case .complete(let findings): lines += body(of: findings)
    }
    lines.append(TextReport.notice)
    return lines.report
  }

  private static func heading(of recording: CheckedRecording) -> String {
    var parts = [recording.facts.name]
    if let duration = recording.facts.duration {
      parts.append("\(NumberText.fixed(duration.value, 2)) s")
    }
    if let rate = recording.facts.sampleRate {
      parts.append("\(NumberText.fixed(rate.value, 0)) Hz")
    }
    parts.append("recording: \(recording.quality.verdict.rawValue)")
    return parts.joined(separator: "  ")
  }

  private static func body(of findings: AVQIFindings) -> [String] {
    var lines: [String] = []
    if let used = findings.used {
      lines.append(
        "Used: \(NumberText.fixed(used.voicedSpeech.value, 2)) s of voiced speech, "
          + "\(NumberText.fixed(used.vowel.value, 2)) s of the vowel")
    }
    lines.append("")
    for part in AVQIPart.allCases { lines.append(line(part.rawValue, findings.parts[part])) }
    lines.append(line("AVQI \(findings.version.rawValue)", findings.index))
    lines.append(comparison(of: findings))
    return lines + findings.notes.map { "Note: \($0)." }
  }

  private static func line(_ name: String, _ measured: Measured?) -> String {
    let text: String =
      switch measured {
      case .value(let number): NumberText.fixed(number, 4)
      case .unavailable(let reason): "not measured, as \(reason.message)"
      case nil: ""
      }
    return table.line([name, text])
  }

  private static func comparison(of findings: AVQIFindings) -> String {
    switch findings.classification {
    case .against: "The index is \(findings.classification.sentence ?? "")."
    case .none(let reason): "No cut-off: \(reason)."
    }
  }
}
