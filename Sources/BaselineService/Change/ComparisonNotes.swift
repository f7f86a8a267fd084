internal import VoiceMath
internal import VoiceTypes

/// Caveats of one comparison.
struct ComparisonNotes {
  let baseline: VocalBaseline
  let sessions: [VoiceSession]
  let conditions: [RecordingConditions]
  let differences: [ConditionDifference]

  private static let secondsPerDay: Int64 = 24 * 3600

  private let texts = TextCatalogue.comparisons

  /// All notes that apply, in document order.
  var all: [String] {
    differing + unknownDevice + onboarding + fewVowels + level + flags + age + untimed
      + unclassified
  }

  private var differing: [String] {
    differences.map {
      texts.filled("note.difference", ["problems": $0.fault(.fromBaseline).message])
    }
  }

  private var unknownDevice: [String] {
    let isKnown = baseline.conditions.deviceModel != nil
    guard !isKnown || conditions.contains(where: { $0.deviceModel == nil }) else { return [] }
    return [texts.text(isKnown ? "note.device_unknown" : "note.device_unknown_of_baseline")]
  }

  private var onboarding: [String] {
    guard baseline.status == .onboarding else { return [] }
    return [texts.text("note.few_sessions")]
  }

  /// Notes on the sessions with a wider range. A session without usable vowels has no comparison.
  private var fewVowels: [String] {
    sessions.filter { (1..<SessionValues.completeVowels).contains($0.used.count) }.map { session in
      texts.filled(
        "note.few_vowels",
        [
          "session": session.id, "found": "\(session.used.count)",
          "needed": "\(SessionValues.completeVowels)",
        ])
    }
  }

  private var level: [String] {
    guard let usual = baseline.level?.value else { return [] }
    return sessions.compactMap { session in
      guard let level = session.level?.value,
        (level - usual).magnitude > BaselineRules.noticeableLevelDifference
      else { return nil }
      return texts.filled(
        level > usual ? "note.louder" : "note.softer",
        [
          "session": session.id, "decibels": Decimal.text((level - usual).magnitude.rounded()),
        ])
    }
  }

  private var flags: [String] {
    sessions.compactMap { session in
      let noted = ContextFlag.allCases.filter { flag in
        session.recordings.contains { $0.flags.contains(flag) }
      }
      guard !noted.isEmpty else { return nil }
      let names = noted.map { TextCatalogue.notes.text($0.rawValue) }.joined(separator: ", ")
      return texts.filled("note.reported", ["session": session.id, "things": names])
    }
  }

  /// Note on a baseline that is too old at the time of the new sessions.
  private var age: [String] {
    let times = { (sessions: [VoiceSession]) in sessions.compactMap { $0.recordedAt?.seconds } }
    guard let last = times(baseline.sessions).max(), let newest = times(sessions).max() else {
      return []
    }
    let isAdolescent =
      baseline.person.age.map { BaselineRules.adolescence.contains($0.years) } ?? false
    let months =
      isAdolescent ? BaselineRules.oldMonthsInAdolescence : BaselineRules.oldMonths
    guard newest - last > BaselineRules.days(months: months) * Self.secondsPerDay else { return [] }
    return [texts.filled("note.old_baseline", ["months": "\(months)"])]
  }

  private var untimed: [String] {
    guard sessions.count > 1, sessions.contains(where: { $0.recordedAt == nil }) else { return [] }
    return [texts.text("note.no_times")]
  }

  private var unclassified: [String] { [texts.text("note.unclassified")] }
}
