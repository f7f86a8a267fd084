import CommandSupport
import VoiceReport
import VoiceTypes

/// The text report of `avqi --format text`.
enum AVQIReport {
  private static let table = TextTable([.left(38), .right(10)], indent: "  ")

  /// Decimals, as of the published cut-offs.
  private static let places = 2

  /// Returns the report of one document.
  static func text(of document: AVQIDocument) -> String {
    var lines =
      heading(of: document.vowel, as: .vowel) + heading(of: document.speech, as: .speech)
    switch document.outcome {
    case .refused(let refusals):
      for fault in refusals {
        lines += WrappedText.item(
          "Not measured, \(fault.role.rawValue): \(fault.refusal.message).", indent: "")
        lines += WrappedText.item(
          BaselineReport.sentences(fault.refusal.advice, ""), indent: "")
      }
    case .complete(let findings): lines += body(of: findings)
    }
    lines.append(Notice.measurement)
    return lines.report
  }

  private static func heading(of recording: CheckedRecording, as role: AVQIRole) -> [String] {
    var parts = [recording.facts.name]
    if let duration = recording.facts.duration {
      parts.append("\(NumberFormat.fixed(duration.value, 2)) s")
    }
    if let rate = recording.facts.sampleRate {
      parts.append("\(NumberFormat.fixed(rate.value, 0)) Hz")
    }
    parts.append("quality: \(words(recording.quality.verdict))")
    let concerns = recording.quality.checks.flatMap { check -> [String] in
      guard check.verdict == .fail || check.verdict == .warn, let message = check.message
      else { return [] }
      let verdict = check.verdict == .fail ? "Failed" : "Warning"
      return WrappedText.item("\(verdict), \(TextReport.name(of: check)): \(message).")
    }
    return WrappedText.item(
      "\(role == .vowel ? "Vowel" : "Speech"): \(parts.joined(separator: ", "))", indent: "")
      + concerns
  }

  private static func body(of findings: AVQIFindings) -> [String] {
    var lines: [String] = []
    if let used = findings.used {
      lines.append(
        "Analysed: \(NumberFormat.fixed(used.voicedSpeech.value, 2)) s of voiced speech, "
          + "\(NumberFormat.fixed(used.vowel.value, 2)) s of the vowel")
    }
    lines.append("")
    for part in AVQIPart.allCases {
      lines += row(name(of: part), findings.parts[part], unit(of: part))
    }
    lines += row("AVQI \(findings.version.rawValue)", findings.index, "") + [""]
    lines += WrappedText.item(comparison(of: findings), indent: "")
    return lines + findings.notes.flatMap { WrappedText.item("Note: \($0).", indent: "") }
  }

  private static func row(_ name: String, _ measured: Measured?, _ unit: String) -> [String] {
    switch measured {
    case .value(let number): [table.line([name, NumberFormat.fixed(number, places), unit])]
    case .unavailable(let reason):
      WrappedText.item("\(name): not measured. Reason: \(reason.message)")
    case nil: []
    }
  }

  private static func name(of part: AVQIPart) -> String {
    switch part {
    case .cpps: Measure.cpps.facts.name.title
    case .harmonicity: "HNR"
    case .shimmer: Measure.shimmerLocal.facts.name.title
    case .shimmerDecibels: Measure.shimmerLocalDecibels.facts.name.title
    case .slope: Measure.ltasSlope.facts.name.title
    case .tilt: Measure.ltasTilt.facts.name.title
    }
  }

  private static func words(_ verdict: Verdict) -> String {
    switch verdict {
    case .pass: "good"
    case .warn: "acceptable, see notes"
    case .fail: "insufficient"
    case .unknown: "acceptable, some checks were not possible"
    }
  }

  private static func unit(of part: AVQIPart) -> String { part == .shimmer ? " %" : " dB" }

  private static func comparison(of findings: AVQIFindings) -> String {
    switch findings.classification {
    case .against:
      "AVQI \(findings.index.number.map { NumberFormat.fixed($0, places) } ?? "") is "
        + "\(findings.classification.sentence ?? ""). The range is 0 to 10."
    case .none(let reason): "No cut-off applied: \(reason)."
    }
  }
}
