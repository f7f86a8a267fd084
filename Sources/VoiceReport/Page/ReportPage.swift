// The HTML report of one recording, for screens and paper, without scripts and external resources.

package import VoiceTypes

/// A sheet size, by its name in CSS.
package enum Paper: String, CaseIterable, Sendable {
  case a4
  case letter
}

/// Renderer of a report.
package struct ReportPage {
  /// The number of measures in the printed history: three rows of panels.
  private static let printedHistories = 6

  let words: ReportTexts
  let theme: Theme
  let paper: Paper?

  /// Creates the renderer of a report.
  /// - Parameter paper: The sheet size; nil for the size of the reader's printer.
  package init(
    of content: ReportContent, language: Language, theme: Theme, paper: Paper? = nil
  ) {
    words = ReportTexts(of: content, language: language)
    (self.theme, self.paper) = (theme, paper)
  }

  var content: ReportContent { words.content }
  var language: Language { words.language }

  /// The page as HTML.
  package var html: String {
    HTML.page(
      words.title, language, theme,
      HTML.element("p", words.times, kind: "quiet") + (content.header?.top(language) ?? "")
        + HTML.block("summary", HTML.definitions(summary))
        + HTML.element("p", language.text(.measurementNotice), kind: "quiet")
        + HTML.section(
          language.text(.personHeading), HTML.definitions(words.person), kind: "inline")
        + outcome + (content.header?.bottom(language) ?? ""), paper: paper)
  }

  private var summary: [(label: String, text: String)] {
    ReportSummary(of: content.document, content.change, in: language).lines
  }

  private var quality: String {
    guard !words.recording.isEmpty else { return "" }
    func table(_ checks: [QualityCheck]) -> String {
      let header = language.texts([
        .checkColumn, .verdictColumn, .valueColumn, .limitColumn, .remarkColumn,
      ])
      return HTML.table(header, checks.map(words.row), numbers: [2, 3])
    }
    let checks = content.document.quality.countedChecks
    let passed = checks.filter { $0.verdict == .pass }
    let hasLimits = checks.contains { $0.verdict == .warn || $0.verdict == .fail }
    return HTML.section(
      language.text(.recordingHeading),
      HTML.element("p", words.recording) + table(checks.filter { $0.verdict != .pass })
        + (hasLimits ? HTML.element("p", language.text(.limitNote), kind: "quiet") : "")
        + (passed.isEmpty
          ? "" : HTML.details(language.text(.checksPassed, "\(passed.count)"), table(passed))),
      kind: "checks")
  }

  private var outcome: String {
    guard let findings = content.document.findings else {
      return HTML.section(language.text(.scopeHeading), HTML.list(words.refusal)) + quality
        + panels + figures + trends + sessions + smallPrint
    }
    let notice =
      findings.assessment == nil
      ? "" : HTML.element("p", language.text(.assessmentNotice), kind: "quiet wide")
    // The trends of several sessions need the room of the radial graph on the first sheet.
    let graph = content.history == nil ? radial : ""
    return chart(of: findings) + HTML.block("views", graph + panels) + trends
      + "<div class=\"sheet\">\n" + notice + quality
      + signalType(of: findings) + numbers(of: findings) + figures
      + HTML.section(language.text(.missingHeading), HTML.list(words.missing(of: findings)))
      + HTML.section(language.text(.doubtfulHeading), HTML.list(words.doubtful(of: findings)))
      + HTML.section(language.text(.notesHeading), HTML.list(words.notes(of: findings)))
      + HTML.section(
        language.text(.sourcesHeading), HTML.list(words.sources(of: findings)), kind: "small")
      + sessions + smallPrint + "</div>\n"
  }

  /// The small panels of the first printed page.
  private var panels: String {
    guard !content.summary.isEmpty else { return "" }
    let drawings = content.summary.enumerated().map { $1.part("panel\($0 + 1)", theme) }
    return "<div class=\"panels\" aria-hidden=\"true\">\n" + drawings.joined() + "</div>\n"
  }

  /// The radial graph of the families; empty without a limit.
  private var radial: String {
    RadialFigure.scene(of: [("", content)], language: language)?.part("radial", theme) ?? ""
  }

  private func signalType(of findings: Findings) -> String {
    HTML.section(
      language.text(.signalHeading),
      HTML.element("p", language.text(findings.typePhrase))
        + HTML.list(language.evidence(of: findings.signalType)))
      + HTML.section(
        language.text(.scopeHeading),
        HTML.element("p", words.scope(of: findings)) + HTML.list(words.leftOut))
  }

  /// Returns the table of lead measures with axes of reference limits and personal ranges.
  private func chart(of findings: Findings) -> String {
    let leads = words.leads(of: findings)
    let hasPercentiles = leads.contains { !$0.percentile.isEmpty }
    let header =
      language.texts([.measureColumn, .valueColumn, .intervalColumn, .limitColumn]) + [""]
      + language.texts(hasPercentiles ? [.percentileColumn, .verdictColumn] : [.verdictColumn])
    let axes = MeasureChart.axes(of: content)
    let legend = MeasureChart.legend(of: content, language: language)
    let rows = leads.map { lead in
      [
        language.rowName(of: lead.measure), lead.value, lead.interval, lead.limit,
        axes[lead.measure].map { SVGWriter.text(of: $0, theme: theme, role: .decoration) } ?? "",
      ] + (hasPercentiles ? [lead.percentile, lead.result] : [lead.result])
    }
    return HTML.section(
      language.text(.chartHeading),
      HTML.table(header, rows, numbers: hasPercentiles ? [1, 2, 5] : [1, 2], axes: 4)
        + (legend?.part("chart", theme)
          ?? HTML.element("p", language.text(.noComparison(in: findings.assessment)))),
      kind: "chart")
  }

  private func numbers(of findings: Findings) -> String {
    let parts = language.parts(of: findings)
    return HTML.section(
      language.text(.numbersHeading),
      HTML.table(
        language.texts([.measureColumn, .valueColumn, .intervalColumn]),
        words.numbers(of: findings), numbers: [1, 2])
        + (parts.isEmpty ? "" : HTML.element("p", parts, kind: "quiet")), kind: "wide values")
  }

  private var figures: String {
    let drawings = content.drawings.map { $0.scene.part($0.kind.rawValue, theme) }
    let hasSound = !(drawings.isEmpty && content.summary.isEmpty)
    return HTML.section(
      language.text(.figuresHeading),
      (content.history == nil ? "" : radial)
        + (hasSound ? drawings.joined() : HTML.element("p", language.text(.figuresNeedSound))),
      kind: "figures")
  }

  /// The followed measures over the sessions.
  private var trends: String {
    guard let history = content.history else { return "" }
    let measures = HistoryChart.measures(of: history)
    let lead = measures.prefix(Self.printedHistories)
    func chart(_ measures: ArraySlice<Measure>, _ id: String) -> String {
      guard !measures.isEmpty else { return "" }
      return HistoryChart.scene(of: history, measures: measures, language: language)
        .part(id, theme)
    }
    return HTML.section(
      language.text(.historyHeading),
      words.sentences(on: history).map { HTML.element("p", $0) }.joined()
        + chart(lead, "history") + "<div class=\"others\">\n"
        + chart(measures.dropFirst(lead.count), "history-others") + "</div>\n")
  }

  private var sessions: String {
    guard let history = content.history else { return "" }
    return HTML.section(
      language.text(.sessionsHeading),
      HTML.table(
        language.texts([.sessionColumn, .recordedColumn, .vowelsColumn, .remarkColumn]),
        history.sessions.map(words.row), numbers: [2]),
      kind: "wide history")
  }

  private var smallPrint: String {
    HTML.section(
      language.text(.settingsHeading),
      HTML.definitions(words.provenance)
        + HTML.details(language.text(.settingsList), HTML.element("p", words.settings)),
      kind: "small inline")
  }
}
