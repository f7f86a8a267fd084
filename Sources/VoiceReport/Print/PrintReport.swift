// The texts of the HTML report in denser layout, drawn for equal results on every printer.

package import VoiceTypes

/// Renderer of a report for paper.
package struct PrintReport {
  private static let columnGap = 22.0
  private static let footRoom = 16.0

  /// Maximum number of measures in the history: three rows of panels.
  private static let mostHistories = 6

  let words: ReportTexts
  let paper: Paper

  /// Creates the renderer of a report.
  package init(of content: ReportContent, language: Language, paper: Paper) {
    words = ReportTexts(of: content, language: language)
    self.paper = paper
  }

  private var content: ReportContent { words.content }
  private var language: Language { words.language }
  private var width: Double { paper.width - 2 * Paper.margin }
  private var height: Double { paper.height - 2 * Paper.margin - Self.footRoom }

  /// The sheets, in the loosest density with the minimum number of sheets.
  package var sheets: [Scene] {
    var (density, sheets) = (PrintDensity.all[0], [[Mark]]())
    for closer in PrintDensity.all where sheets.count != 1 {
      let needed = PrintBlock.sheets(of: blocks(closer), height: height)
      if sheets.isEmpty || needed.count < sheets.count { (density, sheets) = (closer, needed) }
    }
    return sheets.enumerated().map { index, marks in
      scene(of: marks, number: index + 1, of: sheets.count, density)
    }
  }

  private func scene(
    of marks: [Mark], number: Int, of count: Int, _ density: PrintDensity
  ) -> Scene {
    let font = density.small
    let y = paper.height - Paper.margin - font.descent
    let place = language.text(.pageOf, "\(number)", "\(count)")
    let room = width - font.width(of: place) - 20
    let foot = [
      Label(
        font.shortened("\(words.title). \(language.text(.measurementNotice))", within: room),
        at: Point(Paper.margin, y), font, ink: .quiet),
      Label(place, at: Point(paper.width - Paper.margin, y), font, ink: .quiet, anchor: .end),
    ]
    return Scene(
      width: paper.width, height: paper.height, title: words.title,
      description: language.text(.measurementNotice),
      marks: marks.map { $0.scaled(movedBy: Point(Paper.margin, Paper.margin)) }
        + foot.map { .text($0) })
  }

  // MARK: - Parts

  private func blocks(_ density: PrintDensity) -> [PrintBlock] {
    let head =
      PrintBlock.lines(words.title, density.title, width: width)
      + PrintBlock.lines(words.times, density.small, .quiet, width: width)
      + PrintBlock.lines(person, density.small, width: width)
      + summary(density) + PrintBlock.lines(words.notice, density.small, .quiet, width: width)
    guard let findings = content.document.findings else {
      return head + [facts([(.scopeHeading, items(words.refusal))], density)] + figures()
        + smallPrint(density)
    }
    let evidence = language.evidence(of: findings.signalType).joined(separator: "; ")
    let signal = [words.signalType(of: findings), evidence]
    let scope = [words.scope(of: findings)] + words.leftOut(of: findings)
    return head
      + [facts([(.signalHeading, items(signal)), (.scopeHeading, items(scope))], density)]
      + chart(of: findings, density) + figures() + history(density)
      + numbers(of: findings, density)
      + list(.missingHeading, words.missing(of: findings), density)
      + list(.doubtfulHeading, words.doubtful(of: findings), density)
      + inline(.notesHeading, notes(of: findings), density)
      + list(.sourcesHeading, words.sources(of: findings), density, isSmall: true)
      + smallPrint(density)
  }

  /// Returns the first block, a bold label before each text.
  private func summary(_ density: PrintDensity) -> [PrintBlock] {
    let lines = words.summary
    let indent = (lines.map { density.strong.width(of: $0.label) }.max() ?? 0) + 10
    return [.gap(density.gap)]
      + lines.flatMap { line in
        var blocks = PrintBlock.lines(line.text, density.body, width: width, indent: indent)
        let label = PrintBlock.lines(line.label, density.strong, width: width)
        if let first = blocks.first {
          blocks[0] = PrintBlock(
            marks: label.flatMap(\.marks) + first.marks, height: first.height)
        }
        return blocks
      } + [.gap(density.gap)]
  }

  /// Returns the layout of sentences: the first as a paragraph, the others as list items.
  private func items(
    _ texts: [String]
  ) -> (PrintDensity, Double) -> [PrintBlock] {
    { density, width in
      texts.enumerated().flatMap { index, text in
        index == 0
          ? PrintBlock.lines(text, density.body, width: width)
          : PrintBlock.item(text, density.small, .quiet, width: width)
      }
    }
  }

  /// The self-reported data of the speaker, in one line.
  private var person: String {
    guard !words.person.isEmpty else { return "" }
    return "\(language.text(.personHeading)): "
      + words.person.map { "\($0) \($1)" }.joined(separator: "; ")
  }

  /// Returns the recording on the left and the signal findings on the right.
  private func facts(
    _ right: [(Phrase, (PrintDensity, Double) -> [PrintBlock])], _ density: PrintDensity
  ) -> PrintBlock {
    let room = (width - Self.columnGap) / 2
    func part(_ heading: Phrase, _ blocks: [PrintBlock]) -> [PrintBlock] {
      guard !blocks.isEmpty else { return [] }
      return [.gap(density.gap), .heading(language.text(heading), density.heading, width: room)]
        + blocks
    }
    let left = part(.recordingHeading, quality(density, width: room))
    let others = right.flatMap { heading, blocks in part(heading, blocks(density, room)) }
    return .columns([left, others], width: width, gap: Self.columnGap)
  }

  /// Returns the quality checks: one line each, and the number of passed checks.
  private func quality(_ density: PrintDensity, width: Double) -> [PrintBlock] {
    let checks = words.checks
    let shown = checks.filter { $0.verdict != .pass }
    let passed = checks.count { $0.verdict == .pass }
    let remarks = shown.flatMap { check in
      let remark = check.remark.isEmpty ? "" : " – \(check.remark)"
      return PrintBlock.item(
        "\(check.name) \(check.value): \(language.text(check.verdict.phrase))\(remark)",
        density.small, width: width)
    }
    let together =
      passed == 0 ? "" : language.text(.checksPassed, "\(passed)")
    return PrintBlock.lines(words.recording, density.body, width: width) + remarks
      + PrintBlock.lines(together, density.small, .quiet, width: width)
  }

  private func chart(of findings: Findings, _ density: PrintDensity) -> [PrintBlock] {
    guard let scene = MeasureChart.scene(of: content, language: language, rows: .close) else {
      return []
    }
    return heading(.chartHeading, density) + [.figure(scene, width: width)]
  }

  /// Returns the summary panels, which have their own headings.
  private func figures() -> [PrintBlock] {
    guard !content.summary.isEmpty else { return [] }
    let gap = 10.0
    let room = (width - gap) / 2
    let panels = content.summary.map { [PrintBlock.figure($0, width: room)] }
    return [.gap(4), .columns(panels + (panels.count == 1 ? [[]] : []), width: width, gap: gap)]
  }

  /// Returns the notes, and the reasons for missing sections.
  private func notes(of findings: Findings) -> [String] {
    var notes = words.notes(of: findings)
    if MeasureChart.measures(of: content).isEmpty {
      notes.append(language.text(.noComparison(in: findings.assessment)))
    }
    if content.summary.isEmpty { notes.append(language.text(.figuresNeedSound)) }
    return notes
  }

  private func history(_ density: PrintDensity) -> [PrintBlock] {
    guard let history = content.history else { return [] }
    let scene = HistoryChart.scene(of: history, language: language, most: Self.mostHistories)
    let room = width * density.figure
    let sessions = words.sessions(of: history)
    return heading(.historyHeading, density)
      + sessions.sentences.flatMap { PrintBlock.lines($0, density.body, width: width) }
      + [.figure(scene, width: room, indent: (width - room) / 2)]
  }

  /// Returns the values in three columns, without those of the chart.
  private func numbers(of findings: Findings, _ density: PrintDensity) -> [PrintBlock] {
    let shown = MeasureChart.measures(of: content)
    let pairs = words.numbers(of: findings).filter { !shown.contains($0.measure) }.map {
      (name: language.name(of: $0.measure), value: $0.value)
    }
    guard !pairs.isEmpty else { return [] }
    return heading(shown.isEmpty ? .numbersHeading : .otherNumbersHeading, density)
      + [.table(pairs, density.small, columns: 3, width: width)]
      + PrintBlock.lines(words.parts(of: findings), density.small, .quiet, width: width)
  }

  private func list(
    _ heading: Phrase, _ texts: [String], _ density: PrintDensity, isSmall: Bool = false
  ) -> [PrintBlock] {
    guard !texts.isEmpty else { return [] }
    return self.heading(heading, density)
      + texts.flatMap {
        PrintBlock.item(
          $0, density.small, isSmall ? .quiet : .text, width: width)
      }
  }

  private func smallPrint(_ density: PrintDensity) -> [PrintBlock] {
    inline(
      .settingsHeading, [words.provenance.map { "\($0): \($1)" }.joined(separator: ", ")], density)
  }

  /// Returns texts in one paragraph after their heading.
  private func inline(
    _ heading: Phrase, _ texts: [String], _ density: PrintDensity
  ) -> [PrintBlock] {
    guard !texts.isEmpty else { return [] }
    return [.gap(density.gap)]
      + PrintBlock.lines(
        "\(language.text(heading)): \(texts.joined(separator: "; "))", density.small, .quiet,
        width: width)
  }

  private func heading(_ phrase: Phrase, _ density: PrintDensity) -> [PrintBlock] {
    [.gap(density.gap), .heading(language.text(phrase), density.heading, width: width)]
  }
}
