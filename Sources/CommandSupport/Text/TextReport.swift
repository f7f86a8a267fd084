// Signal type with evidence, segment, values and reasons, at most 80 columns wide.

package import VoiceReport
package import VoiceTypes

/// The text report of `--format text`.
package enum TextReport {
  /// Returns the report of one document, followed by an empty line. With an assessment or a baseline
  /// it contains the summary.
  package static func text(
    of document: ResultsDocument, _ change: BaselineChange = .noBaseline,
    naming: MeasureNaming = .names, in language: Language = .english
  ) -> String {
    Language.$ofText.withValue(language) { text(of: document, change, naming) }
  }

  private static func text(
    of document: ResultsDocument, _ change: BaselineChange, _ naming: MeasureNaming
  ) -> String {
    let language = Language.ofText
    let hasSummary = document.findings?.assessment != nil || change.hasBaseline
    let summary = ReportSummary(of: document, change, in: language).lines.flatMap {
      WrappedText.item("\($0.label): \($0.text)", indent: "")
    }
    var lines =
      facts(of: document) + (hasSummary ? [""] + summary + [""] : verdictLines(on: document))
      + concerns(of: document)
    switch document.outcome {
    case .refused(let refusal):
      lines += WrappedText.item(
        language.text(.notMeasured, language.message(of: refusal)), indent: "")
      lines += WrappedText.item(
        BaselineReport.sentences(
          language.advice(of: refusal)
            + TextCatalogue.refusals.options(of: refusal.sentence, refusal.code.rawValue, language),
          ""), indent: "")
    case .complete(let findings):
      lines += SignalTypeText.lines(of: findings)
      lines +=
        findings.f0Candidates.map {
          OctaveText.lines(of: $0, median: findings.biomarkers[.f0Median].number)
        } ?? []
      lines += ScopeText.lines(of: findings, in: document)
      lines += comparison(of: findings, naming)
      lines += numbers(of: findings, naming)
      lines += reasons(of: findings.biomarkers, naming)
      lines += flags(of: findings.biomarkers, naming)
      lines += notes(of: findings, naming)
      lines += findings.assessment.map { AssessmentText.remarks(on: $0, naming) } ?? []
    }
    lines += WrappedText.lines(
      language.text(document.findings?.assessment == nil ? .measurementNotice : .assessmentNotice))
    return lines.report + "\n"
  }

  /// Returns the name, the format and the analysis of the recording.
  private static func facts(of document: ResultsDocument) -> [String] {
    let recording = document.recording
    var parts: [String] = []
    if let duration = recording.duration {
      parts.append(Language.ofText.localized("\(NumberFormat.fixed(duration.value, 2)) s"))
    }
    if let rate = recording.sampleRate { parts.append("\(NumberFormat.fixed(rate.value, 0)) Hz") }
    if let encoding = recording.encoding { parts.append(Language.ofText.name(of: encoding)) }
    if let channels = recording.channels, channels > 1 {
      parts.append(Language.ofText.text(.factChannels, "\(channels)"))
    }
    if let task = Language.ofText.name(of: document.task) { parts.append(task) }
    parts.append(commandText("tier.\(document.tier.rawValue)"))
    parts.append(preset(of: document.provenance))
    let name = recording.name == "-" ? Language.ofText.text(.nameInput) : recording.name
    return [name] + WrappedText.lines(parts.joined(separator: ", "), indent: "  ")
  }

  /// Returns the quality verdict; of a refused recording only a failed one.
  private static func verdictLines(on document: ResultsDocument) -> [String] {
    let verdict = document.quality.verdict
    guard document.refusal == nil || verdict == .fail else { return [] }
    return [commandText("quality", ["verdict": Language.ofText.text(document.qualityPhrase)])]
  }

  /// Returns the preset; for the praat preset with the emulated version.
  private static func preset(of provenance: Provenance) -> String {
    let name = commandText("preset", ["preset": provenance.preset.rawValue])
    guard provenance.preset == .praat else { return name }
    guard case .string(let version)? = provenance.settings["praat_version"] else { return name }
    return "\(name) (Praat \(version))"
  }

  private static func concerns(of document: ResultsDocument) -> [String] {
    let checks = document.quality.countedChecks.filter { $0.verdict != .pass }.flatMap(lines)
    guard let recording = document.findings?.assessment?.recording else { return checks }
    let ofChecks = Set(document.quality.checks.compactMap(\.reasonOfGrade))
    return checks
      + recording.reasons.filter { !ofChecks.contains($0) }.flatMap {
        WrappedText.item(
          commandText("assessment.requirement", ["text": Language.ofText.text(written: $0)]))
      }
  }

  package static func lines(of check: QualityCheck) -> [String] {
    guard let message = Language.ofText.text(of: check) else { return [] }
    let options = TextCatalogue.checks.options(of: check.sentence, check.id, .ofText)
    return WrappedText.item(
      commandText("check.\(check.verdict.rawValue)", ["text": message + options]))
  }

  /// Returns the values with their limits, before the table of all values.
  private static func comparison(of findings: Findings, _ naming: MeasureNaming) -> [String] {
    guard let assessment = findings.assessment else { return [] }
    return [""] + AssessmentText.lines(of: assessment, naming) + ["", commandText("measures.all")]
  }

  private static func numbers(of findings: Findings, _ naming: MeasureNaming) -> [String] {
    let measures = MeasureTable(
      measures: naming == .names ? findings.distinctMeasures : Measure.allCases,
      biomarkers: findings.biomarkers, intervals: findings.uncertainty, naming: naming)
    let table = measures.lines
    guard !table.isEmpty else { return [""] }
    let note = findings.uncertainty.isEmpty ? [] : WrappedText.lines(MeasureTable.intervalNote)
    return [""] + table + [""] + WrappedText.lines(Language.ofText.parts(of: findings)) + note
      + measures.smallestChanges
  }

  /// Returns one item per reason for a missing value, in document order.
  private static func reasons(of biomarkers: Biomarkers, _ naming: MeasureNaming) -> [String] {
    MeasuresByRemark(
      biomarkers.missing.map { ($0.measure, text(of: $0.reason)) }, naming
    )
    .lines { commandText("not_measured", ["measures": $1, "reason": $0]) }
    .flatMap { WrappedText.item($0, indent: "") }
  }

  private static func notes(of findings: Findings, _ naming: MeasureNaming) -> [String] {
    BaselineReport.notes(
      findings.notes.map {
        let note = Language.ofText.text(written: $0)
        return naming == .names ? named(note) : note
      })
  }

  /// Replaces measure keys with names in a note.
  private static func named(_ note: String) -> String {
    Measure.allCases.reduce(note) { $0.replacing($1.rawValue, with: MeasureNaming.names.text($1)) }
  }

  /// Returns one item per reason for a flagged value.
  private static func flags(of biomarkers: Biomarkers, _ naming: MeasureNaming) -> [String] {
    MeasuresByRemark(
      biomarkers.flagged.map { ($0.measure, text(of: $0.reason)) }, naming
    )
    .lines { commandText("caution", ["measures": $1, "reason": $0]) }
    .flatMap { WrappedText.item($0, indent: "") }
  }

  /// Returns the reason and its advice with the command-line options.
  private static func text(of reason: Unavailability) -> String {
    Language.ofText.text(of: reason)
      + TextCatalogue.reasons.options(of: reason.sentence, reason.code.rawValue, .ofText)
  }
}
