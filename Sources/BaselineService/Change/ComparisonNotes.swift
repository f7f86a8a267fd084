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
      "compared although they differ, as was asked: "
        + difference.fault(.fromBaseline).message
        + "; the difference alone can move every number"
    }
  }

  private var unknownDevice: [String] {
    let isTold = baseline.conditions.deviceModel != nil
    guard !isTold || conditions.contains(where: { $0.deviceModel == nil }) else { return [] }
    return [
      "the recording device was not told "
        + (isTold ? "for the new recordings" : "when the baseline was made")
        + "; the comparison holds for one device only"
    ]
  }

  private var onboarding: [String] {
    guard baseline.status == .onboarding else { return [] }
    return ["the baseline rests on few sessions, so that only large changes can be found"]
  }

  private var fewVowels: [String] {
    sessions.filter { $0.used.count < SessionValues.completeVowels }.map { session in
      "session \(session.id) has \(session.used.count.counted("usable vowel")); with fewer than "
        + "\(SessionValues.completeVowels) the limits are wider"
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
        + "\(level > usual ? "louder" : "softer") than the baseline; loudness moves jitter, shimmer "
        + "and harmonicity"
    }
  }

  private var flags: [String] {
    sessions.compactMap { session in
      let noted = ContextFlag.allCases.filter { flag in
        session.recordings.contains { $0.flags.contains(flag) }
      }
      guard !noted.isEmpty else { return nil }
      let names = noted.map(\.rawValue).joined(separator: ", ")
      return "noted for session \(session.id): \(names); this can change a voice for a while"
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
    let allowed = isAdolescent ? BaselineRules.oldDaysInAdolescence : BaselineRules.oldDays
    guard newest - last > allowed * Self.secondsPerDay else { return [] }
    return [
      "the baseline is older than \(isAdolescent ? "3" : "12") months; make a new one"
    ]
  }

  private var untimed: [String] {
    guard sessions.count > 1, sessions.contains(where: { $0.recordedAt == nil }) else { return [] }
    return [
      "not every recording says when it was made, so that no change can be told to last from one "
        + "session to the next"
    ]
  }

  private static let unclassified =
    "measures that are reported only have no class, as it is not known how far they vary within a "
    + "person; the limits of F0 are provisional"
}
