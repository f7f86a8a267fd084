// Sentences about changes state measurements only (`Documentation/Change.md`). A test rejects
// diagnostic words.

package import VoiceTypes

enum ChangeMessages {
  private static let texts = TextCatalogue.comparisons

  /// Returns one sentence about one measure.
  static func sentence(on comparison: MeasureComparison, name: String) -> String {
    guard let reliability = comparison.reliability else {
      return texts.filled("measure.no_limit", ["measure": name])
    }
    let direction = reliability.direction.map { ".\($0.rawValue)" } ?? ""
    let changeClass = reliability.changeClass
    let sentence = texts.filled(
      "measure.\(changeClass.rawValue)" + (changeClass == .noChangeDetected ? "" : direction),
      ["measure": name])
    let isProvisional = ChangeMeasure.of(comparison.measure)?.variation?.basis == .provisional
    return isProvisional ? "\(sentence) \(texts.text("measure.provisional"))" : sentence
  }

  /// Returns a summary of all sessions in a few sentences. It reads every classified measure of the
  /// feature groups, so it never contradicts the table below it.
  static func summary(
    of sessions: [SessionComparison], alerts: [ComparisonFindings.Alert]
  ) -> String {
    if !alerts.isEmpty {
      let first = sessions.first
      let names = alerts.map { alert in
        let isFirst = alert.sessionID == first?.session.id
        let own = isFirst ? first?.changed(in: alert.families).compactMap(\.family) ?? [] : []
        return list((own.isEmpty ? alert.families : own).map(\.words))
      }
      let sentences = alerts.indices.map { index in
        let isFirst = alerts[index].sessionID == first?.session.id
        let isSame = index > 0 && names[index] == names[index - 1]
        return texts.filled(
          isFirst ? "alert.first" : isSame ? "alert.same" : "alert",
          ["session": alerts[index].sessionID, "measures": names[index]])
      }
      return (sentences + [texts.text("advice")]).joined(separator: " ")
    }
    if let larger = values(on: sessions, of: .larger) {
      return texts.filled("summary.larger", larger)
    }
    if values(on: sessions, of: .possible) != nil { return texts.text("summary.possible") }
    let compared = sessions.flatMap(\.measures).filter { $0.isPrimary && $0.reliability != nil }
      .compactMap { $0.family?.words }
    return compared.isEmpty
      ? texts.text("summary.nothing")
      : texts.filled("summary.no_change", ["measures": list(compared)])
  }

  /// Returns the number of sessions and the feature groups with a change of a class; nil without
  /// any.
  private static func values(
    on sessions: [SessionComparison], of changeClass: ChangeClass
  ) -> [String: String]? {
    let matching = sessions.map { session in
      session.measures.filter { $0.reliability?.changeClass == changeClass }.compactMap(\.family)
    }.filter { !$0.isEmpty }
    guard !matching.isEmpty else { return nil }
    let families = FeatureGroup.allCases.filter { matching.joined().contains($0) }
    return ["count": "\(matching.count)", "measures": list(families.map(\.words))]
  }

  private static func list(_ names: [String]) -> String {
    var seen: Set<String> = []
    var different = names.filter { seen.insert($0).inserted }
    guard let last = different.popLast(), !different.isEmpty else { return names.first ?? "" }
    return texts.filled("list", ["first": different.joined(separator: ", "), "last": last])
  }
}

extension SessionComparison {
  /// The primary endpoints of feature groups beyond day-to-day variation; all of these groups if
  /// none is beyond it alone.
  package func changed(in families: [FeatureGroup]) -> [MeasureComparison] {
    let own = measures.filter { measure in
      guard measure.isPrimary, let family = measure.family else { return false }
      return families.contains(family)
    }
    let larger = own.filter { $0.reliability?.changeClass == .larger }
    return larger.isEmpty ? own : larger
  }
}

extension FeatureGroup {
  /// Name of the feature group within a sentence.
  package var words: String { words(in: .english) }

  package func words(in language: Language) -> String {
    TextCatalogue.comparisons.text("group.\(rawValue)", language)
  }
}

extension ChangeMeasure {
  /// Name of the measure at the start of a sentence and in a table.
  public var name: String { measure.title }
}
