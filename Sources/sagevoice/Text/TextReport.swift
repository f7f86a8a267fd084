// A report for a person: how regular the voice is and with what evidence, then what was measured and
// where, the numbers, and a reason wherever there is none. No line is wider than 80 columns.

import CommandSupport
package import VoiceTypes

/// The report behind `--format text`.
package enum TextReport {
  /// The report of one document, with an empty line after it.
  package static func text(
    of document: ResultsDocument, naming: MeasureNaming = .names
  ) -> String {
    var lines = heading(of: document)
    switch document.outcome {
    case .refused(let refusal):
      lines += WrappedText.item("Not measured: \(refusal.message).", indent: "")
      lines += WrappedText.item("What to do: \(refusal.advice).", indent: "")
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
      parts.append("\(NumberText.fixed(duration.value, 2)) s")
    }
    if let rate = recording.sampleRate { parts.append("\(NumberText.fixed(rate.value, 0)) Hz") }
    if let encoding = recording.encoding { parts.append(encoding.rawValue) }
    parts += ["\(document.tier.rawValue) tier", preset(of: document.provenance)]
    return [recording.name] + WrappedText.lines(parts.joined(separator: ", "), indent: "  ")
      + verdictLines(on: document) + concerns(of: document)
  }

  /// The verdict; of a refused recording only one that says what is wrong with it.
  private static func verdictLines(on document: ResultsDocument) -> [String] {
    let verdict = verdict(on: document)
    guard document.refusal == nil || verdict == .fail else { return [] }
    return ["Recording: \(words(verdict))"]
  }

  /// The preset, and of the praat preset the version whose numbers these are.
  private static func preset(of provenance: Provenance) -> String {
    let name = "\(provenance.preset.rawValue) preset"
    guard provenance.preset == .praat else { return name }
    guard case .string(let version)? = provenance.settings["praat_version"] else { return name }
    return "\(name) (Praat \(version))"
  }

  /// The worst verdict of the checks and of the minimums of a comparison.
  private static func verdict(on document: ResultsDocument) -> Verdict {
    let minimums = document.findings?.assessment?.recording.minimums ?? []
    return Verdict.worst(of: [document.quality.verdict] + minimums.map(\.verdict)) ?? .unknown
  }

  private static func concerns(of document: ResultsDocument) -> [String] {
    let checks = document.quality.checks.flatMap { check -> [String] in
      guard check.verdict != .pass, let message = check.message else { return [] }
      let name = check.id.replacing("_", with: " ")
      return WrappedText.item("\(check.verdict.rawValue): \(name): \(message)")
    }
    guard let recording = document.findings?.assessment?.recording else { return checks }
    let ofChecks = Set(document.quality.checks.compactMap(\.reasonOfGrade))
    return checks
      + recording.reasons.filter { !ofChecks.contains($0) }.flatMap { WrappedText.item($0) }
  }

  private static func words(_ verdict: Verdict) -> String {
    switch verdict {
    case .pass: "every check passed"
    case .unknown: "no fault found, but not everything could be checked"
    case .warn: "usable, with reservations"
    case .fail: "failed a check"
    }
  }

  /// The numbers beside their limits, before all numbers.
  private static func comparison(of findings: Findings, _ naming: MeasureNaming) -> [String] {
    guard let assessment = findings.assessment else { return [] }
    return [""] + AssessmentText.lines(of: assessment, naming) + ["", "All numbers:"]
  }

  private static func numbers(of findings: Findings, _ naming: MeasureNaming) -> [String] {
    let table = MeasureTable(
      biomarkers: findings.biomarkers, intervals: findings.uncertainty, naming: naming
    ).lines
    guard !table.isEmpty else { return [""] }
    let note = findings.uncertainty.isEmpty ? [] : WrappedText.lines(MeasureTable.intervalNote)
    return [""] + table + [""] + note
  }

  /// One item per reason, with the measures it holds for, in the order of the document.
  private static func reasons(of biomarkers: Biomarkers, _ naming: MeasureNaming) -> [String] {
    MeasuresByRemark(biomarkers.unavailable.map { ($0.measure, $0.reason.message) }, naming)
      .lines { message, measures in "Not measured, as \(message): \(measures)." }
      .flatMap { WrappedText.item($0, indent: "") }
  }

  private static func notes(of findings: Findings, _ naming: MeasureNaming) -> [String] {
    findings.notes.flatMap { note in
      WrappedText.item("Note: \(naming == .names ? named(note) : note).", indent: "")
    }
  }

  /// A note of the document, which has keys, with names.
  private static func named(_ note: String) -> String {
    Measure.allCases.reduce(note) { $0.replacing($1.rawValue, with: $1.facts.name.title) }
  }

  /// The same for numbers that are there.
  private static func flags(of biomarkers: Biomarkers, _ naming: MeasureNaming) -> [String] {
    MeasuresByRemark(biomarkers.flagged.map { ($0.measure, $0.reason.message) }, naming)
      .lines { message, measures in "Not supported, as \(message): \(measures)." }
      .flatMap { WrappedText.item($0, indent: "") }
  }
}
