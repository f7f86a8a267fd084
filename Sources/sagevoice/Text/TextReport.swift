// A short table for a person: values with units, and a reason wherever there is no value.

package import VoiceTypes

/// The report behind `--format text`.
package enum TextReport {
  /// What stands below every report that says no more of it.
  static let notice = "This is a measurement, not a diagnosis."

  private static let valueWidth = 12
  private static let nameWidth = 40

  /// The report of one document, with an empty line after it.
  package static func text(of document: ResultsDocument) -> String {
    var lines = [heading(of: document)]
    lines += concerns(of: document)
    switch document.outcome {
    case .refused(let refusal):
      lines.append("Not measured: \(refusal.message).")
      lines.append("What to do: \(refusal.advice).")
    case .complete(let findings):
      lines.append(scope(of: findings))
      lines += leftOut(of: findings.segment)
      lines += comparison(of: findings)
      lines.append("")
      lines += values(of: findings)
      lines += reasons(of: findings.biomarkers)
      lines += findings.notes.map { "Note: \($0)." }
      lines += findings.assessment.map(AssessmentText.remarks) ?? []
    }
    lines.append(
      document.findings?.assessment == nil
        ? notice : Assessment.notice)
    return lines.map(RecordsTable.printable).joined(separator: "\n") + "\n\n"
  }

  private static func heading(of document: ResultsDocument) -> String {
    let recording = document.recording
    var parts = [recording.name, "\(document.tier.rawValue) tier"]
    if let duration = recording.duration { parts.append("\(rounded(duration.value, 2)) s") }
    if let rate = recording.sampleRate { parts.append("\(rounded(rate.value, 0)) Hz") }
    if let encoding = recording.encoding { parts.append(encoding.rawValue) }
    parts.append("recording: \(document.quality.verdict.rawValue)")
    return parts.joined(separator: "  ")
  }

  private static func concerns(of document: ResultsDocument) -> [String] {
    document.quality.checks.compactMap { check in
      guard check.verdict != .pass, let message = check.message else { return nil }
      return "  \(check.verdict.rawValue): \(check.id): \(message)"
    }
  }

  private static func scope(of findings: Findings) -> String {
    let range = findings.pitchRange
    let segment = findings.segment
    return "Pitch range \(rounded(range.floor.value, 1))–\(rounded(range.ceiling.value, 1)) Hz "
      + "(\(findings.pitchRangeRule.rawValue)), "
      + "seconds \(rounded(segment.start.value, 2))–\(rounded(segment.end.value, 2)) "
      + "(\(segment.rule.rawValue))"
  }

  /// The numbers beside their limits, before all numbers.
  private static func comparison(of findings: Findings) -> [String] {
    guard let assessment = findings.assessment else { return [] }
    return [""] + AssessmentText.lines(of: assessment) + ["", "All numbers:"]
  }

  /// The seconds that were not measured, each with its reason in words.
  private static func leftOut(of segment: Segment) -> [String] {
    guard !segment.excluded.isEmpty else { return [] }
    let pieces = segment.excluded.map { piece in
      "\(rounded(piece.start.value, 2))–\(rounded(piece.end.value, 2)) \(words(piece.reason))"
    }
    return ["Left out, in seconds: \(pieces.joined(separator: ", "))"]
  }

  private static func words(_ reason: ExclusionReason) -> String {
    switch reason {
    case .unvoiced: "no voice"
    case .shorterSound: "a shorter sound"
    case .onset: "onset"
    case .offset: "offset"
    case .lessSteady: "less steady"
    }
  }

  private static func values(of findings: Findings) -> [String] {
    Measure.allCases.compactMap { measure in
      findings.biomarkers[measure].number.map { number in
        let value = measure.isCount ? rounded(number, 0) : rounded(number, 4)
        return "  " + padded(measure.rawValue, nameWidth)
          + String(repeating: " ", count: max(0, valueWidth - value.count)) + value
          + (measure.unit.isEmpty ? "" : " " + measure.unit)
          + (findings.uncertainty[measure].map(interval) ?? "")
      }
    }
  }

  private static func interval(_ interval: ConfidenceInterval) -> String {
    "  (95 %: \(rounded(interval.low, 4)) to \(rounded(interval.high, 4)))"
  }

  /// One line per reason, with the measures it holds for, in the order of the document.
  private static func reasons(of biomarkers: Biomarkers) -> [String] {
    var order: [String] = []
    var measures: [String: [String]] = [:]
    for (measure, reason) in biomarkers.unavailable {
      if measures[reason.message] == nil { order.append(reason.message) }
      measures[reason.message, default: []].append(measure.rawValue)
    }
    return order.map { message in
      "Not measured, as \(message): \(measures[message, default: []].joined(separator: ", "))."
    }
  }

  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  /// From where to where a value of a measure lies, with its unit.
  static func range(_ low: Double, _ high: Double, of measure: Measure) -> String {
    rounded(low, 3) + " to " + rounded(high, 3)
      + (measure.unit.isEmpty ? "" : " \(measure.unit)")
  }

  /// Decimal notation with a fixed number of places.
  static func rounded(_ number: Double, _ places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (number.magnitude * scale).rounded()
    guard scaled < 1e15 else { return number.description }
    let digits = String(Int(scaled))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = number < 0 && scaled > 0 ? "−" : ""
    guard places > 0 else { return sign + padded }
    return sign + padded.dropLast(places) + "." + padded.suffix(places)
  }
}
