// Signal type with evidence, segment, values and reasons, at most 80 columns wide.

import CommandSupport
import VoiceReport
package import VoiceTypes

/// The text report of `--format text`.
package enum TextReport {
  /// Returns the report of one document, followed by an empty line.
  package static func text(
    of document: ResultsDocument, naming: MeasureNaming = .names
  ) -> String {
    var lines = heading(of: document)
    switch document.outcome {
    case .refused(let refusal):
      lines += WrappedText.item("Not measured: \(refusal.message).", indent: "")
      lines += WrappedText.item(sentence(refusal.advice), indent: "")
    case .complete(let findings):
      lines += SignalTypeText.lines(of: findings.signalType)
      lines += findings.f0Candidates.map(OctaveText.lines) ?? []
      lines += ScopeText.lines(of: findings)
      lines += comparison(of: findings, naming)
      lines += numbers(of: findings, naming)
      lines += reasons(of: findings.biomarkers, naming)
      lines += flags(of: findings.biomarkers, naming)
      lines += notes(of: findings, naming)
      lines += findings.assessment.map { AssessmentText.remarks(on: $0, naming) } ?? []
    }
    lines += WrappedText.lines(
      document.findings?.assessment == nil ? Notice.measurement : Assessment.notice)
    return lines.report + "\n"
  }

  private static func heading(of document: ResultsDocument) -> [String] {
    let recording = document.recording
    var parts: [String] = []
    if let duration = recording.duration {
      parts.append("\(NumberFormat.fixed(duration.value, 2)) s")
    }
    if let rate = recording.sampleRate { parts.append("\(NumberFormat.fixed(rate.value, 0)) Hz") }
    if let encoding = recording.encoding { parts.append(encoding.words) }
    parts += ["\(document.tier.rawValue) tier", preset(of: document.provenance)]
    return [recording.name] + WrappedText.lines(parts.joined(separator: ", "), indent: "  ")
      + verdictLines(on: document) + concerns(of: document)
  }

  /// Returns the quality verdict; of a refused recording only a failed one.
  private static func verdictLines(on document: ResultsDocument) -> [String] {
    let verdict = verdict(on: document)
    guard document.refusal == nil || verdict == .fail else { return [] }
    return ["Recording quality: \(words(verdict))"]
  }

  /// Returns the preset; for the praat preset with the emulated version.
  private static func preset(of provenance: Provenance) -> String {
    let name = "\(provenance.preset.rawValue) preset"
    guard provenance.preset == .praat else { return name }
    guard case .string(let version)? = provenance.settings["praat_version"] else { return name }
    return "\(name) (Praat \(version))"
  }

  /// Returns the worst verdict of the checks and of the recording minimums.
  private static func verdict(on document: ResultsDocument) -> Verdict {
    let minimums = document.findings?.assessment?.recording.minimums ?? []
    return Verdict.worst(of: [document.quality.verdict] + minimums.map(\.verdict)) ?? .unknown
  }

  private static func concerns(of document: ResultsDocument) -> [String] {
    let checks = document.quality.countedChecks.flatMap { check -> [String] in
      guard check.verdict != .pass, let message = check.message else { return [] }
      return WrappedText.item("\(label(of: check)): \(message).")
    }
    guard let recording = document.findings?.assessment?.recording else { return checks }
    let ofChecks = Set(document.quality.checks.compactMap(\.reasonOfGrade))
    return checks
      + recording.reasons.filter { !ofChecks.contains($0) }.flatMap { WrappedText.item($0) }
  }

  /// Returns the text as a sentence.
  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  /// Returns the verdict and the name of a check.
  private static func label(of check: QualityCheck) -> String {
    let name = TextReport.name(of: check)
    return switch check.verdict {
    case .pass: name
    case .warn: "Warning, \(name)"
    case .fail: "Failed, \(name)"
    case .unknown: "Note, \(name)"
    }
  }

  /// Returns the name of a check, as on the report page.
  static func name(of check: QualityCheck) -> String {
    TextCatalogue.report["check.\(check.id)", .english] ?? check.id.replacing("_", with: " ")
  }

  private static func words(_ verdict: Verdict) -> String {
    switch verdict {
    case .pass: "good, all checks passed"
    case .unknown: "acceptable, some checks were not possible"
    case .warn: "acceptable, see notes"
    case .fail: "insufficient, repeat the recording"
    }
  }

  /// Returns the values with their limits, before the table of all values.
  private static func comparison(of findings: Findings, _ naming: MeasureNaming) -> [String] {
    guard let assessment = findings.assessment else { return [] }
    return [""] + AssessmentText.lines(of: assessment, naming) + ["", "All measures:"]
  }

  private static func numbers(of findings: Findings, _ naming: MeasureNaming) -> [String] {
    let measures = MeasureTable(
      biomarkers: findings.biomarkers, intervals: findings.uncertainty, naming: naming)
    let table = measures.lines
    guard !table.isEmpty else { return [""] }
    let note = findings.uncertainty.isEmpty ? [] : WrappedText.lines(MeasureTable.intervalNote)
    return [""] + table + [""] + note + measures.smallestChanges
  }

  /// Returns one item per reason for a missing value, in document order.
  private static func reasons(of biomarkers: Biomarkers, _ naming: MeasureNaming) -> [String] {
    MeasuresByRemark(biomarkers.unavailable.map { ($0.measure, $0.reason.message) }, naming)
      .lines { message, measures in "Not measured: \(measures). Reason: \(message)." }
      .flatMap { WrappedText.item($0, indent: "") }
  }

  private static func notes(of findings: Findings, _ naming: MeasureNaming) -> [String] {
    findings.notes.flatMap { note in
      WrappedText.item("Note: \(naming == .names ? named(note) : note).", indent: "")
    }
  }

  /// Replaces measure keys with names in a note.
  private static func named(_ note: String) -> String {
    Measure.allCases.reduce(note) { $0.replacing($1.rawValue, with: $1.facts.name.title) }
  }

  /// Returns one item per reason for a flagged value.
  private static func flags(of biomarkers: Biomarkers, _ naming: MeasureNaming) -> [String] {
    MeasuresByRemark(biomarkers.flagged.map { ($0.measure, $0.reason.message) }, naming)
      .lines { message, measures in "Caution: \(measures). Reason: \(message)." }
      .flatMap { WrappedText.item($0, indent: "") }
  }
}
