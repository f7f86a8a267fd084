// Sentences about changes state measurements only (`Documentation/Change.md`). A test rejects
// diagnostic words.

package import VoiceTypes

enum ChangeMessages {
  /// Returns one sentence about one measure.
  static func sentence(on comparison: MeasureComparison, name: String) -> String {
    guard let reliability = comparison.reliability else {
      return
        "\(name) is reported without a classification: its within-person variation is not known."
    }
    let direction = reliability.direction.map { " (\($0.rawValue))" } ?? ""
    let remark =
      ChangeMeasure.of(comparison.measure)?.variation?.basis == .provisional
      ? " Its day-to-day variation is provisional: it comes from few people." : ""
    switch reliability.changeClass {
    case .noChangeDetected:
      return "No change of \(name) was detected beyond day-to-day variation." + remark
    case .possible:
      return "\(name) differs slightly more than on most days\(direction): possible change."
        + remark
    case .larger:
      return
        "\(name) differs from the baseline mean by more than day-to-day variation\(direction)."
        + remark
    }
  }

  /// Returns a summary of all sessions in a few sentences. It reads every classified measure of the
  /// feature groups, so it never contradicts the table below it.
  static func summary(
    of sessions: [SessionComparison], alerts: [ComparisonFindings.Alert]
  ) -> String {
    if !alerts.isEmpty { return (alerts.map(sentence) + [advice]).joined(separator: " ") }
    if let larger = sentence(on: sessions, of: .larger) {
      return "\(larger) more than expected from day-to-day variation. This often happens without a "
        + "change. Record again a day or more later to see whether it persists."
    }
    if sentence(on: sessions, of: .possible) != nil {
      return "Possible change, but of a size that is common in day-to-day variation."
    }
    let compared = sessions.flatMap(\.measures).filter { $0.isPrimary && $0.reliability != nil }
      .compactMap { $0.family?.words }
    return compared.isEmpty
      ? "No measure could be compared."
      : "No change of \(list(compared)) was detected beyond day-to-day variation."
  }

  /// Returns the start of a sentence that names the sessions and feature groups with a change of a
  /// class; nil without any.
  private static func sentence(
    on sessions: [SessionComparison], of changeClass: ChangeClass
  ) -> String? {
    let matching = sessions.map { session in
      session.measures.filter { $0.reliability?.changeClass == changeClass }.compactMap(\.family)
    }.filter { !$0.isEmpty }
    guard !matching.isEmpty else { return nil }
    let families = FeatureGroup.allCases.filter { matching.joined().contains($0) }
    return "In \(matching.count == 1 ? "one session" : "\(matching.count) sessions") "
      + "\(list(families.map(\.words))) differed from the baseline"
  }

  private static let advice =
    "Many things change these numbers: loudness, microphone, a cold, time of day."

  private static func sentence(of alert: ComparisonFindings.Alert) -> String {
    "Session \(alert.sessionID) and the sessions since the baseline together exceed day-to-day "
      + "variation, mainly in \(list(alert.families.map(\.words)))."
  }

  private static func list(_ names: [String]) -> String {
    var seen: Set<String> = []
    let different = names.filter { seen.insert($0).inserted }
    guard different.count > 1 else { return different.first ?? "" }
    return different.dropLast().joined(separator: ", ") + " and " + (different.last ?? "")
  }
}

extension FeatureGroup {
  /// Name of the feature group within a sentence.
  package var words: String {
    switch self {
    case .f0: "pitch (F0)"
    case .jitter: "jitter"
    case .shimmer: "shimmer"
    case .hnr: "the harmonics-to-noise ratio"
    case .cpps: "cepstral peak prominence (CPPS)"
    }
  }
}

extension ChangeMeasure {
  /// Name of the measure at the start of a sentence and in a table.
  public var name: String { measure.facts.name.title }
}
