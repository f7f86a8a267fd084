import CommandSupport
import VoiceReport
import VoiceTypes

/// The text report of `avqi --format text`.
enum AVQIReport {
  private static let table = TextTable([.left(38), .right(10)], indent: "  ")

  /// Decimals, as of the published cut-offs.
  private static let places = 2

  /// Returns the report of one document, followed by an empty line.
  static func text(of document: AVQIDocument) -> String {
    var lines =
      heading(of: document.vowel, as: .vowel) + heading(of: document.speech, as: .speech)
    switch document.outcome {
    case .refused(let refusals):
      for fault in refusals {
        lines += WrappedText.item(
          commandText(
            "avqi.refused.\(fault.role.rawValue)",
            ["recording": document.name(of: fault.role), "problem": fault.refusal.message]),
          indent: "")
        lines += WrappedText.item(
          BaselineReport.sentences(fault.refusal.advice, ""), indent: "")
      }
    case .complete(let findings): lines += body(of: findings)
    }
    lines.append(Notice.measurement)
    return lines.report + "\n"
  }

  private static func heading(of recording: CheckedRecording, as role: AVQIRole) -> [String] {
    var parts = [recording.facts.name]
    if let duration = recording.facts.duration {
      parts.append("\(NumberFormat.fixed(duration.value, 2)) s")
    }
    if let rate = recording.facts.sampleRate {
      parts.append("\(NumberFormat.fixed(rate.value, 0)) Hz")
    }
    guard recording.facts.duration != nil else { return [] }
    let quality = Language.english.text(recording.quality.verdict.overall)
    return WrappedText.item(
      commandText(
        "avqi.\(role.rawValue)",
        ["recording": parts.joined(separator: ", "), "quality": quality]), indent: "")
      + recording.quality.checks.filter { $0.verdict == .fail || $0.verdict == .warn }
      .flatMap(TextReport.lines)
  }

  private static func body(of findings: AVQIFindings) -> [String] {
    var lines: [String] = []
    if let used = findings.used {
      lines.append(
        commandText(
          "avqi.used",
          [
            "speech": NumberFormat.fixed(used.voicedSpeech.value, 2),
            "vowel": NumberFormat.fixed(used.vowel.value, 2),
          ]))
    }
    lines.append("")
    for part in AVQIPart.allCases {
      lines += row(name(of: part), findings.parts[part], unit(of: part))
    }
    lines += row("AVQI \(findings.version.rawValue)", findings.index, "") + [""]
    lines += comparison(of: findings)
    return lines + BaselineReport.notes(findings.notes)
  }

  private static func row(_ name: String, _ measured: Measured?, _ unit: String) -> [String] {
    switch measured {
    case .value(let number): [table.line([name, NumberFormat.fixed(number, places), unit])]
    case .unavailable(let reason):
      WrappedText.item(
        commandText("not_measured", ["measures": name, "reason": reason.message]))
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

  private static func unit(of part: AVQIPart) -> String { part == .shimmer ? " %" : " dB" }

  private static func comparison(of findings: AVQIFindings) -> [String] {
    switch findings.classification {
    case .against:
      WrappedText.item(
        commandText(
          "avqi.compared",
          [
            "index": findings.index.number.map { NumberFormat.fixed($0, places) } ?? "",
            "comparison": findings.classification.sentence ?? "",
          ]), indent: "")
    case .none(let reason):
      // The document joins several reasons with semicolons.
      [commandText("avqi.no_cut_off")]
        + reason.split(separator: "; ").flatMap {
          WrappedText.item(BaselineReport.sentences(String($0), ""))
        }
    }
  }
}

extension AVQIDocument {
  /// The name of the recording with a role.
  func name(of role: AVQIRole) -> String {
    switch role {
    case .vowel: vowel.facts.name
    case .speech: speech.facts.name
    }
  }
}
