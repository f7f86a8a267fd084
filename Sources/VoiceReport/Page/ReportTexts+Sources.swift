// Report texts of reference limits, their sources and cautions.

package import VoiceTypes

extension ReportTexts {
  /// Returns the sources of the limits and their cautions, each text once with its measures.
  func sources(of findings: Findings) -> [String] {
    let limits = (findings.assessment?.measures ?? []).filter { $0.standing != .noReference }
      .flatMap { measure in
        [measure.typical, measure.published].compactMap { $0 }
          .map { (measure.measure, $0) }
      }
    var citations: [String] = []
    for limit in limits where !citations.contains(limit.1.citation) {
      citations.append(limit.1.citation)
    }
    let origins = citations.map { citation in
      let labels = limits.filter { $0.1.citation == citation }
        .map { ($0.0, language.text(written: $0.1.label)) }
      return "\(grouped(labels).joined(separator: "; ")) – \(language.source(citation))"
    }
    let cautions = limits.compactMap { measure, limit in
      limit.caution.map { (measure, limit.label, $0, LimitEdge(caution: $0)) }
    }
    let others = cautions.filter { $0.3 == nil }
    return origins
      + grouped(
        others.map {
          ($0.0, "\(language.text(written: $0.1)). \(language.text(written: $0.2))")
        })
      + sentence(
        on: cautions.compactMap { caution in caution.3.map { (caution.0, $0) } },
        hasFarEnd: limits.contains { $0.1.isFarEnd })
      + (findings.assessment?.cautions ?? []).map(language.text(written:))
      + usual(near: findings)
  }

  /// Returns the confidence of the measured limits in one sentence; empty without measured limits.
  private func sentence(
    on edges: [(measure: Measure, edge: LimitEdge)], hasFarEnd: Bool
  ) -> [String] {
    guard !edges.isEmpty else { return [] }
    let places = edges.map { measure, edge in
      let unit = language.unit(of: measure)
      var values = edge.values
      if let last = values.popLast() { values.append(unit.isEmpty ? last : "\(last) \(unit)") }
      return language.text(
        edge.phrase, language.name(of: measure), values.first ?? "", values.last ?? "")
    }
    let sentence = language.text(.edgesSentence, places.joined(separator: "; "))
    return [hasFarEnd ? "\(sentence) \(language.text(.edgesFarEnd))" : sentence]
  }

  /// Returns the usual values of the measures in the chart.
  private func usual(near findings: Findings) -> [String] {
    Measure.allCases.compactMap { measure in
      guard findings.biomarkers[measure].number != nil,
        let known = content.personalRange(of: measure)
      else { return nil }
      let format = MeasureFormat(of: known.mean, measure, interval: known.range, in: language)
      return "\(language.name(of: measure)): "
        + language.text(
          .usualOf, format.text(known.mean) + format.unit, format.text(known.range.low),
          format.text(known.range.high) + format.unit, "\(known.sessions)")
    }
  }

  /// Returns each text once after its measures, in text order.
  func grouped(_ remarks: [(measure: Measure, text: String)]) -> [String] {
    var texts: [String] = []
    for remark in remarks where !texts.contains(remark.text) { texts.append(remark.text) }
    return texts.map { text in
      let measures = remarks.filter { $0.text == text }.map(\.measure)
      guard Set(measures).count < Measure.allCases.count else {
        return "\(language.text(.allMeasures)): \(text)"
      }
      var names: [String] = []
      for name in measures.map(language.name) where !names.contains(name) { names.append(name) }
      return "\(Self.joined(names)): \(text)"
    }
  }

  /// Joins names with commas. Neighbours of one family share its name: "Jitter (local; RAP)".
  static func joined(_ names: [String]) -> String {
    var families: [(name: String, members: [String])] = []
    for name in names {
      guard name.hasSuffix(")"), let bracket = name.firstRange(of: " (") else {
        families.append((name, []))
        continue
      }
      let family = String(name[..<bracket.lowerBound])
      let member = String(name[bracket.upperBound...].dropLast())
      if let last = families.last, last.name == family, !last.members.isEmpty {
        families[families.count - 1].members.append(member)
      } else {
        families.append((family, [member]))
      }
    }
    return families.map { family in
      family.members.isEmpty
        ? family.name : "\(family.name) (\(family.members.joined(separator: "; ")))"
    }.joined(separator: ", ")
  }
}

extension AppliedLimit {
  /// The number of people below which a limit is the far end of its confidence interval.
  private static let fewPeople = 120

  /// Whether the limit is the far end of its confidence interval, by the people in its label.
  package var isFarEnd: Bool {
    guard let people = WordedText.row("measured_n").values(in: label)?.first,
      let count = Int(people)
    else { return false }
    return count < Self.fewPeople
  }
}

/// The extrapolated edge of a measured limit, from its caution.
package struct LimitEdge: Equatable {
  let phrase: Phrase
  let values: [String]

  /// Parses a caution; nil for a caution of another kind.
  package init?(caution: String) {
    let kinds: [(String, Phrase)] = [
      ("edge_up", .edgeUp), ("edge_down", .edgeDown), ("edge_between", .edgeBetween),
      ("edge_unknown", .edgeUnknown),
    ]
    for (key, phrase) in kinds {
      guard let values = WordedText.row(key).values(in: caution) else { continue }
      (self.phrase, self.values) = (phrase, values)
      return
    }
    return nil
  }
}
