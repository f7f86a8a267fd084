package import VoiceTypes

/// Content of a report about an index, in one language.
package struct IndexContent {
  /// Decimals, as of the published cut-offs.
  private static let places = 2

  /// Part with its value, or with the reason for its absence.
  package struct Row {
    package let name: String
    package let value: String?
    package let unit: String
    package let reason: String?
    let weight: String
  }

  let document: IndexDocument
  let language: Language

  /// Creates the content of a document.
  package init(_ document: IndexDocument, _ language: Language) {
    (self.document, self.language) = (document, language)
  }

  private var index: ConcatenatedIndex { document.index.index }

  private func text(_ key: String, _ values: [String: String] = [:]) -> String {
    TextCatalogue.assessments.filled(key, values, language)
  }

  private func number(_ number: Double, _ places: Int = places) -> String {
    language.localized(NumberFormat.fixed(number, places))
  }

  /// The recordings with a duration, each with its failed and doubtful checks.
  package var recordings: [(line: String, checks: [QualityCheck])] {
    [("index.vowel", document.vowel), ("index.speech", document.speech)].compactMap { key, one in
      guard let duration = one.facts.duration else { return nil }
      let rate = one.facts.sampleRate.map { ", \(number($0.value, 0)) Hz" } ?? ""
      let line = text(
        key,
        [
          "recording": "\(one.facts.name), \(number(duration.value)) s\(rate)",
          "quality": language.text(one.quality.verdict.overall),
        ])
      return (line, one.quality.checks.filter { $0.verdict == .fail || $0.verdict == .warn })
    }
  }

  /// The refused recordings, each with its advice.
  package var refusals: [(problem: String, advice: String)] {
    document.refusals.map { fault in
      let name = fault.role == .vowel ? document.vowel.facts.name : document.speech.facts.name
      return (
        text(
          "index.refused.\(fault.role.rawValue)",
          ["recording": name, "problem": language.message(of: fault.refusal)]),
        language.advice(of: fault.refusal)
      )
    }
  }

  /// The analysed durations.
  package var used: String? {
    document.findings?.used.map { used in
      text(
        "index.used",
        ["speech": number(used.voicedSpeech.value), "vowel": number(used.vowel.value)])
    }
  }

  /// The parts and the index.
  package var rows: [Row] {
    guard let findings = document.findings else { return [] }
    return index.parts.map { part in
      row(
        name(of: part), findings.parts[part], part.unit, places: part.places,
        weight: number(index.formula.weights[part] ?? 0, 3))
    } + [row(index.name, findings.value, "", places: Self.places, weight: "")]
  }

  private func row(
    _ name: String, _ measured: Measured?, _ unit: String, places: Int, weight: String
  ) -> Row {
    Row(
      name: name, value: measured?.number.map { number($0, places) }, unit: unit,
      reason: measured?.unavailability.map { language.text(of: $0) }, weight: weight)
  }

  private func name(of part: IndexPart) -> String {
    part.measure.map { language.name(of: $0) } ?? text("index.part.\(part.rawValue)")
  }

  /// Each comparison with a cut-off, its study and its pipeline; else the reasons for the absence.
  package var comparison: (heading: String?, items: [String]) {
    guard let findings = document.findings else { return (nil, []) }
    switch findings.comparison {
    case .against(let cutOffs):
      return (nil, cutOffs.map { sentences(of: findings, $0) } + [text("index.range")])
    case .none(let reason):
      // The document joins several reasons with semicolons.
      return (text("index.no_comparison"), reason.split(separator: "; ").map(Self.sentence))
    }
  }

  private static func sentence(_ text: Substring) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
  }

  private func sentences(of findings: IndexFindings, _ cutOff: IndexCutOff) -> String {
    let relation = findings.relation(to: cutOff) ?? .atOrBelow
    let compared = text(
      "index.compared.\(relation.rawValue)",
      [
        "index": index.name, "value": findings.value.number.map { number($0) } ?? "",
        "cut_off": language.localized("\(cutOff.value)"),
        "language": text("index.language.\(cutOff.language.rawValue)"),
        "material": cutOff.study.map { language.text(written: $0.material) } ?? "–",
        "citation": language.source(cutOff.citation),
      ])
    guard let study = cutOff.study else { return compared + "." }
    func percent(_ fraction: Double?) -> String {
      fraction.map { "\(NumberFormat.short(100 * $0, 1)) %" } ?? text("index.study.not_read")
    }
    return compared + ". "
      + text(
        "index.study",
        [
          "speakers": "\(study.speakers)", "sensitivity": percent(study.sensitivity),
          "specificity": percent(study.specificity),
        ]) + " "
      + text(
        "index.pipeline.\(cutOff.pipeline.rawValue)",
        ["praat": study.praat ?? "", "rate": study.rate.map { "\($0)" } ?? ""])
  }

  /// The notes of the document, without full stops.
  package var notes: [String] { document.findings?.notes ?? [] }

  /// The page as HTML, without scripts and external resources.
  package func page(_ theme: Theme) -> String {
    let table = HTML.table(
      [text("index.column.part"), text("index.column.value"), text("index.column.weight")],
      rows.map { row in
        [row.name, row.value.map { $0 + row.unit } ?? row.reason ?? "", row.weight]
      }, numbers: [1, 2])
    let remarks = recordings.flatMap { one in
      [one.line] + one.checks.map { language.text(of: $0) ?? $0.id }
    }
    let (heading, items) = comparison
    return HTML.page(
      index.name, language, theme,
      HTML.element("p", language.text(.measurementNotice), kind: "quiet")
        + HTML.list(refusals.map { "\($0.problem) \($0.advice)" })
        + HTML.section(
          text("index.heading.comparison"),
          (heading.map { HTML.element("p", $0) } ?? "") + HTML.list(items))
        + HTML.section(
          text("index.heading.parts"), (used.map { HTML.element("p", $0) } ?? "") + table)
        + HTML.section(
          text("index.heading.notes"), HTML.list(notes.map { Self.sentence(Substring($0)) }))
        + HTML.section(text("index.heading.recordings"), HTML.list(remarks)))
  }
}

extension IndexPart {
  /// Measure with the same name; nil for a part of indices only.
  fileprivate var measure: Measure? {
    switch self {
    case .cpps: .cpps
    case .jitter: .jitterLocal
    case .shimmer: .shimmerLocal
    case .shimmerDecibels: .shimmerLocalDecibels
    case .slope: .ltasSlope
    case .tilt: .ltasTilt
    case .harmonicity, .gne, .highFrequencyNoise, .dejonckere, .firstHarmonics, .periodDeviation:
      nil
    }
  }

  /// Unit after a space; empty for a ratio.
  fileprivate var unit: String {
    switch self {
    case .jitter, .shimmer: " %"
    case .gne, .highFrequencyNoise: ""
    case .periodDeviation: " s"
    default: " dB"
    }
  }

  /// Decimals of the value.
  fileprivate var places: Int {
    switch self {
    case .gne: 3
    case .periodDeviation: 6
    default: 2
    }
  }
}
