// What a page says of the numbers of a recording.

internal import VoiceTypes

extension ReportPage {
  func signalType(of findings: Findings) -> String {
    let phrase: Phrase =
      switch findings.signalType.type {
      case 1: .typeOne
      case 2: .typeTwo
      case 3: .typeThree
      case nil: .typeNone
      default: .typeFour
      }
    return HTML.section(
      language.text(.signalHeading),
      HTML.element("p", language.text(phrase)) + HTML.list(findings.signalType.reasons))
  }

  func scope(of findings: Findings) -> String {
    let segment = findings.segment
    let ends = [segment.start.value, segment.end.value].map { NumberFormat.fixed($0, 2) }
    let range = [findings.pitchRange.floor.value, findings.pitchRange.ceiling.value]
      .map { NumberFormat.fixed($0, 0) }
    let leftOut = segment.excluded.map { piece in
      let times = [piece.start.value, piece.end.value].map { NumberFormat.fixed($0, 2) }
      return "\(times[0])–\(times[1]) s "
        + language.text(.leftOut, language.text(piece.reason.phrase))
    }
    return HTML.section(
      language.text(.scopeHeading),
      HTML.element("p", language.text(.scopeSentence, ends[0], ends[1], range[0], range[1]))
        + HTML.list(leftOut))
  }

  /// The measures beside their limits.
  func chart(of findings: Findings) -> String {
    guard let scene = MeasureChart.scene(of: content, language: language) else {
      return HTML.section(
        language.text(.chartHeading), HTML.element("p", language.text(.chartNothing)))
    }
    let joint = (findings.assessment?.joint?.sentence).map { HTML.element("p", $0) } ?? ""
    return HTML.section(
      language.text(.chartHeading),
      SVGWriter.text(of: scene, theme: theme, role: .part(id: "chart")) + joint)
  }

  /// Where the limits come from, and what their sources say against them; each text once, with the
  /// measures that it is of.
  func sources(of findings: Findings) -> String {
    let limits = (findings.assessment?.measures ?? []).filter { $0.standing != .noReference }
      .flatMap { measure in
        [measure.typical, measure.published, measure.outer].compactMap { $0 }
          .map { (measure.measure, $0) }
      }
    let origins = limits.map { ($0.0, "\($0.1.label) (\($0.1.citation))") }
    let cautions = limits.compactMap { limit in limit.1.caution.map { (limit.0, $0) } }
    let usual = Measure.allCases.compactMap { measure -> String? in
      guard let known = content.usual(measure), let variation = known.variation else { return nil }
      let numbers = [known.usual, variation.low, variation.high].map {
        NumberFormat.text($0, of: measure, interval: nil)
      }
      return "\(measure.facts.name.title): "
        + language.text(.usualOf, numbers[0], numbers[1], numbers[2], "\(known.sessions)")
    }
    return HTML.section(
      language.text(.sourcesHeading),
      HTML.list(
        Self.grouped(origins) + Self.grouped(cautions)
          + (findings.assessment?.reference.cautions ?? []) + usual), kind: "small")
  }

  func numbers(of findings: Findings) -> String {
    let rows = Measure.allCases.compactMap { measure -> [String]? in
      guard let number = findings.biomarkers[measure].number else { return nil }
      let interval = findings.uncertainty[measure]
      let places = NumberFormat.places(of: number, of: measure, interval: interval)
      let ends = [interval?.low, interval?.high].compactMap { $0 }
        .map { NumberFormat.fixed($0, places) }
      let value = NumberFormat.text(number, of: measure, interval: interval)
      return [
        measure.facts.name.title, "\(value) \(measure.unit)", ends.joined(separator: " – "),
        measure.rawValue,
      ]
    }
    let header = [
      language.text(.measureColumn), language.text(.valueColumn), language.text(.intervalColumn),
      "",
    ]
    return HTML.section(
      language.text(.numbersHeading), HTML.table(header, rows, numbers: [1, 2]))
  }

  /// Reasons with the measures that they hold for, in the order of the document.
  func reasons(of findings: Findings) -> String {
    let biomarkers = findings.biomarkers
    return HTML.section(
      language.text(.missingHeading),
      HTML.list(Self.grouped(biomarkers.unavailable.map { ($0.measure, $0.reason.message) })))
      + HTML.section(
        language.text(.doubtfulHeading),
        HTML.list(Self.grouped(biomarkers.flagged.map { ($0.measure, $0.reason.message) })))
  }

  /// Each text once, behind the measures that it is of, in the order of the texts.
  private static func grouped(_ remarks: [(measure: Measure, text: String)]) -> [String] {
    var texts: [String] = []
    for remark in remarks where !texts.contains(remark.text) { texts.append(remark.text) }
    return texts.map { text in
      var names: [String] = []
      for remark in remarks where remark.text == text {
        let name = remark.measure.facts.name.title
        if !names.contains(name) { names.append(name) }
      }
      return "\(names.joined(separator: ", ")): \(text)"
    }
  }

  func notes(of findings: Findings) -> String {
    HTML.section(language.text(.notesHeading), HTML.list(findings.notes))
  }
}
