// Sentences about changes state measurements only (the article ChangeDetection). A test rejects
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
    if ChangeMeasure.of(comparison.measure)?.variation?.basis == .provisional {
      return provisional(name, direction, reliability.changeClass)
    }
    switch reliability.changeClass {
    case .noChangeDetected:
      return "No change of \(name) was detected beyond day-to-day variation."
    case .possible:
      return "\(name) differs slightly more than on most days\(direction): possible change."
    case .larger:
      return "\(name) differs from the baseline mean by more than day-to-day variation\(direction)."
    }
  }

  /// Returns the sentence for a measure with a within-session variation only.
  private static func provisional(
    _ name: String, _ direction: String, _ changeClass: ChangeClass
  ) -> String {
    let found =
      changeClass == .noChangeDetected
      ? "differs no more than recordings of one session"
      : "differs more than most recordings of one session\(direction)"
    return "\(name) \(found). Its day-to-day variation is not known, so this is not reported as a "
      + "change."
  }

  /// Returns a summary of all sessions in one or two sentences.
  static func summary(
    of sessions: [SessionComparison], alerts: [ComparisonFindings.Alert]
  ) -> String {
    if !alerts.isEmpty {
      return alerts.map(sentence).joined(separator: " ") + " " + advice
    }
    let primaryEndpoints = sessions.flatMap(\.measures).filter { measure in
      measure.isPrimary && measure.family.map(ChangeAlert.families.contains) == true
    }
    let classes = primaryEndpoints.compactMap { $0.reliability?.changeClass }
    if classes.contains(.larger) {
      let names = primaryEndpoints.filter { $0.reliability?.changeClass == .larger }
        .compactMap { $0.family?.words }
      return
        "In one session \(list(names)) differed from the personal range more than expected from day-to-"
        + "day variation. This often happens without a change. Record again a day or more later to see "
        + "whether it persists."
    }
    if classes.contains(.possible) {
      return "Possible change, but of a size that is common in day-to-day variation."
    }
    let told = primaryEndpoints.filter { $0.reliability != nil }.compactMap { $0.family?.words }
    guard told.isEmpty else {
      return "No change of \(list(told)) was detected beyond day-to-day variation."
    }
    // Measures such as F0 are compared too, but raise no alert.
    return sessions.flatMap(\.measures).contains { $0.reliability != nil }
      ? "None of \(list(ChangeAlert.families.map(\.words))) could be compared. Other measures raise "
        + "no alert." : "No measure could be compared."
  }

  private static let advice =
    "Many things change these numbers: loudness, microphone, a cold, time of day."

  private static func sentence(of alert: ComparisonFindings.Alert) -> String {
    let names = list(alert.families.map(\.words))
    switch alert.rule {
    case .twoSessions:
      return "In sessions a day or more apart \(names) exceeded day-to-day variation in the "
        + "same direction."
    case .twoFamilies:
      return "In one session \(names) exceeded day-to-day variation."
    }
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
    }
  }
}

extension ChangeMeasure {
  /// Name of the measure at the start of a sentence and in a table.
  public var name: String { measure.facts.name.title }
}
