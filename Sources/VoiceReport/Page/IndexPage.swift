package import VoiceTypes

/// Content of a report about an index, in one language.
package struct IndexContent {
  /// Part with its value and unit, or with the reason for its absence.
  package typealias Row = (
    name: String, value: String?, unit: String, reason: String, weight: String
  )

  let document: IndexDocument
  let language: Language

  package init(_ document: IndexDocument, _ language: Language) {
    (self.document, self.language) = (document, language)
  }

  private func text(_ key: String, _ values: [String: String] = [:]) -> String {
    TextCatalogue.assessments.filled(key, values, language)
  }

  /// A number with the decimals of the published cut-offs, or with others.
  private func number(_ number: Double, _ places: Int = 2) -> String {
    language.localized(NumberFormat.fixed(number, places))
  }

  /// The recordings with a duration, each with its failed and doubtful checks.
  package var recordings: [(line: String, checks: [QualityCheck])] {
    IndexRole.allCases.compactMap { role in
      let (facts, quality) = document[role]
      guard let duration = facts.duration else { return nil }
      let rate = facts.sampleRate.map { ", \(number($0.value, 0)) Hz" } ?? ""
      let values = [
        "recording": "\(facts.name), \(number(duration.value)) s\(rate)",
        "quality": language.text(quality.verdict.overall),
      ]
      return (
        text("index.\(role.rawValue)", values),
        quality.checks.filter { $0.verdict == .fail || $0.verdict == .warn }
      )
    }
  }

  /// The refused recordings, each with its advice.
  package var refusals: [(problem: String, advice: String)] {
    document.refusals.map { role, refusal in
      let values = [
        "recording": document[role].facts.name, "problem": language.message(of: refusal),
      ]
      return (text("index.refused.\(role.rawValue)", values), language.advice(of: refusal))
    }
  }

  package var used: String? {
    document.findings?.used.map {
      text(
        "index.used", ["speech": number($0.voicedSpeech.value), "vowel": number($0.vowel.value)])
    }
  }

  package var rows: [Row] {
    guard let findings = document.findings else { return [] }
    func row(
      _ name: String, _ value: Measured?, _ unit: String = "", _ places: Int = 2,
      weight: Double? = nil
    ) -> Row {
      let reason = value?.unavailability.map { language.text(of: $0) } ?? ""
      let text = value?.number.map { number($0, places) }
      return (name, text, unit, reason, weight.map { number($0, 3) } ?? "")
    }
    return document.index.parts.map { part in
      row(
        part.measure.map(language.name) ?? text("index.part.\(part.rawValue)"),
        findings.parts[part], part.unit, part.places, weight: document.index.weights[part])
    } + [row(document.index.name, findings.value)]
  }

  /// Each comparison with a cut-off, its study and its pipeline; else the reasons for the absence.
  package var comparison: (heading: String?, items: [String]) {
    guard let findings = document.findings else { return (nil, []) }
    // The document joins several reasons with semicolons.
    guard let reasons = findings.notCompared?.split(separator: "; ") else {
      let comparisons = findings.cutOffs.map { sentences($0, findings.value) }
      return (nil, comparisons + [text("index.range")])
    }
    return (text("index.no_comparison"), reasons.map(Self.sentence))
  }

  private static func sentence(_ text: Substring) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
  }

  private func sentences(_ cutOff: IndexCutOff, _ index: Measured) -> String {
    func percent(_ fraction: Double?) -> String {
      fraction.map { "\(NumberFormat.short(100 * $0, 1)) %" } ?? text("index.study.not_read")
    }
    let study = cutOff.study
    let values = [
      "index": document.index.name, "value": index.number.map { number($0) } ?? "",
      "cut_off": language.localized("\(cutOff.value)"),
      "language": text("index.language.\(cutOff.language.rawValue)"),
      "material": study.map { language.text(written: $0.material) } ?? "–",
      "citation": language.source(cutOff.citation), "speakers": "\(study?.speakers ?? 0)",
      "sensitivity": percent(study?.sensitivity), "specificity": percent(study?.specificity),
      "praat": study?.praat ?? "", "rate": study?.rate.map { "\($0)" } ?? "",
    ]
    let compared = text("index.compared.\(cutOff.relation(of: index).rawValue)", values) + "."
    guard study != nil else { return compared }
    let pipeline = text("index.pipeline.\(cutOff.pipeline.rawValue)", values)
    return "\(compared) \(text("index.study", values)) \(pipeline)"
  }

  /// The notes of the document, without full stops.
  package var notes: [String] { document.findings?.notes ?? [] }

  /// The page as HTML, without scripts and external resources.
  package func page(_ theme: Theme) -> String {
    func paragraph(_ text: String?) -> String { text.map { HTML.element("p", $0) } ?? "" }
    let table = HTML.table(
      ["index.column.part", "index.column.value", "index.column.weight"].map { text($0) },
      rows.map { row in
        [row.name, row.value.map { $0 + row.unit } ?? row.reason, row.weight]
      }, numbers: [1, 2])
    let checked = recordings.flatMap { line, checks in
      [line] + checks.map { language.text(of: $0) ?? $0.id }
    }
    let (heading, items) = comparison
    return HTML.page(
      document.index.name, language, theme,
      HTML.element("p", language.text(.measurementNotice), kind: "quiet")
        + HTML.list(refusals.map { "\($0.problem) \(Self.sentence($0.advice[...]))" })
        + HTML.section(text("index.heading.comparison"), paragraph(heading) + HTML.list(items))
        + HTML.section(text("index.heading.parts"), paragraph(used) + table)
        + HTML.section(
          text("index.heading.notes"), HTML.list(notes.map { Self.sentence($0[...]) }))
        + HTML.section(text("index.heading.recordings"), HTML.list(checked)))
  }
}

extension IndexPart {
  /// Measure with the same name; nil for a part of indices only.
  fileprivate var measure: Measure? {
    [
      .cpps: .cpps, .jitter: .jitterLocal, .shimmer: .shimmerLocal,
      .shimmerDecibels: .shimmerLocalDecibels, .slope: .ltasSlope, .tilt: .ltasTilt,
    ][self]
  }

  /// Unit after a space, from the document key; empty for a ratio.
  fileprivate var unit: String {
    [("_percent", " %"), ("_db", " dB"), ("_s", " s")].first { rawValue.hasSuffix($0.0) }?.1 ?? ""
  }

  /// Decimals of the value.
  fileprivate var places: Int { [.gne: 3, .periodDeviation: 6][self] ?? 2 }
}
