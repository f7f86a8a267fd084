internal import VoiceMath
internal import VoiceTypes

/// Caveats of one comparison.
struct ComparisonNotes {
  let baseline: VocalBaseline
  let sessions: [VoiceSession]
  let conditions: [RecordingConditions]
  let differences: [ConditionDifference]

  private static let secondsPerDay: Int64 = 24 * 3600

  /// All notes that apply, in document order.
  var all: [String] {
    differing + unknownDevice + onboarding + fewVowels + level + flags + age + untimed
      + [Self.unclassified]
  }

  private var differing: [String] {
    differences.map { difference in
      "compared on request in spite of a difference: "
        + difference.fault(.fromBaseline).message
        + ". The difference alone can change every value"
    }
  }

  private var unknownDevice: [String] {
    let isKnown = baseline.conditions.deviceModel != nil
    guard !isKnown || conditions.contains(where: { $0.deviceModel == nil }) else { return [] }
    return [
      "the recording device is not known "
        + (isKnown ? "for the new recordings" : "for the baseline")
        + ". The comparison is valid for one device only"
    ]
  }

  private var onboarding: [String] {
    guard baseline.status == .onboarding else { return [] }
    return ["the baseline has few sessions. Only large changes can be detected"]
  }

  private var fewVowels: [String] {
    sessions.filter { $0.used.count < SessionValues.completeVowels }.map { session in
      "session \(session.id) has \(session.used.count.counted("usable vowel")). With fewer than "
        + "\(SessionValues.completeVowels) its personal range is wider"
    }
  }

  private var level: [String] {
    guard let usual = baseline.level?.value else { return [] }
    return sessions.compactMap { session in
      guard let level = session.level?.value,
        (level - usual).magnitude > BaselineRules.noticeableLevelDifference
      else { return nil }
      return "session \(session.id) was recorded "
        + "\(Decimal.text((level - usual).magnitude.rounded())) dB "
        + "\(level > usual ? "louder" : "softer") than the baseline. Loudness affects jitter, "
        + "shimmer and HNR"
    }
  }

  private var flags: [String] {
    sessions.compactMap { session in
      let noted = ContextFlag.allCases.filter { flag in
        session.recordings.contains { $0.flags.contains(flag) }
      }
      guard !noted.isEmpty else { return nil }
      let names = noted.map(\.rawValue).joined(separator: ", ")
      return "reported for session \(session.id): \(names). This can change the voice temporarily"
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
    return ["the baseline is older than \(months) months. Create a new one"]
  }

  private var untimed: [String] {
    guard sessions.count > 1, sessions.contains(where: { $0.recordedAt == nil }) else { return [] }
    return [
      "some recordings have no recording time, so the persistence of a change over sessions is "
        + "unknown"
    ]
  }

  private static let unclassified =
    "\"no limit available\" means that the within-person variation of the measure is unknown. The "
    + "limits of F0 and CPPS are provisional, because they are based on few people"
}
