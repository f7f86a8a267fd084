internal import VoiceTypes

/// Sessions of one baseline, with the rules for the whole set.
struct SessionSet {
  /// Sessions in chronological order.
  let sessions: [VoiceSession]

  /// Recording conditions of their recordings.
  let conditions: [RecordingConditions]

  /// Sessions with a usable vowel.
  private var usable: [VoiceSession] { sessions.filter { !$0.used.isEmpty } }

  /// Sessions with enough usable vowels.
  var complete: [VoiceSession] {
    sessions.filter(\.isComplete)
  }

  /// Number of distinct days of the complete sessions.
  var completeDays: Int { Set(complete.compactMap { $0.recordedAt?.day }).count }

  /// Baseline status that the complete sessions support.
  var status: BaselineStatus {
    let days = completeDays
    guard days >= BaselineRules.leastDays else { return .onboarding }
    if complete.count >= BaselineRules.establishedSessions { return .established }
    return complete.count >= BaselineRules.provisionalSessions ? .provisional : .onboarding
  }

  /// Common recording conditions, with the first known device; nil without recordings.
  var commonConditions: RecordingConditions? {
    guard var common = conditions.first else { return nil }
    common.deviceModel = conditions.compactMap(\.deviceModel).first
    // The latest version and settings represent all: they give the same tracked measures.
    if let latest = conditions.last {
      common.version = latest.version
      common.settingsSHA256 = latest.settingsSHA256
      common.followedSettings = latest.followedSettings
    }
    return common
  }

  // MARK: - Faults

  /// Reasons against a baseline; empty if the set is valid.
  var faults: [BaselineFault] { faultsButSpan + farApart }

  /// Reasons other than the time span.
  var faultsButSpan: [BaselineFault] {
    nothingUsable + severalConditions + missingTimes + sessions.flatMap(\.durationFaults)
  }

  /// Days from the first to the last session with a usable vowel; nil without times.
  var spannedDays: Int64? {
    guard let firstDay, let last = usable.compactMap({ $0.recordedAt?.day }).max() else {
      return nil
    }
    return last - firstDay
  }

  /// Day of the first session with a usable vowel; nil without times.
  var firstDay: Int64? { usable.compactMap { $0.recordedAt?.day }.min() }

  private var nothingUsable: [BaselineFault] {
    guard usable.isEmpty else { return [] }
    let count = sessions.flatMap(\.recordings).count
    return [BaselineFault(BaselineText.noUsableRecording, [.count: "\(count)"])]
  }

  private var severalConditions: [BaselineFault] {
    let devices = conditions.compactMap(\.deviceModel)
    guard var first = conditions.first else { return [] }
    first.deviceModel = devices.first
    var seen: Set<ConditionDifference.Kind> = []
    let differences = conditions.flatMap { first.differences(from: $0) }
      .filter { seen.insert($0.kind).inserted }
    return differences.map { difference in
      difference.fault(.amongRecordings)
    }
  }

  private var missingTimes: [BaselineFault] {
    let without = usable.filter { $0.recordedAt == nil }
    guard usable.count > 1, !without.isEmpty else { return [] }
    return [
      BaselineFault(
        BaselineText.recordedAtMissing,
        [
          .count: "\(usable.count)", .sessions: without.map(\.id).joined(separator: ", "),
        ])
    ]
  }

  private var farApart: [BaselineFault] {
    guard let days = spannedDays, days > BaselineRules.mostDays else { return [] }
    return [
      BaselineFault(
        BaselineText.sessionsTooFarApart,
        [.found: "\(days)", .allowed: "\(BaselineRules.mostDays)"])
    ]
  }

  // MARK: - Notes

  private var texts: TextCatalogue { .comparisons }

  /// Notes for the reader of an accepted baseline.
  var notes: [String] { incomplete + device + shortOfNext }

  private var incomplete: [String] {
    sessions.filter { $0.used.count < SessionValues.completeVowels }.map { session in
      texts.filled(
        "note.incomplete_session",
        [
          "session": session.id, "found": "\(session.used.count)",
          "needed": "\(SessionValues.completeVowels)",
        ])
    }
  }

  private var device: [String] {
    let withDevice = conditions.filter { $0.deviceModel != nil }.count
    guard withDevice < conditions.count else { return [] }
    return [
      texts.text(withDevice == 0 ? "note.no_device" : "note.device_partly_unknown")
    ]
  }

  private var shortOfNext: [String] {
    guard status == .onboarding else { return [] }
    return [
      texts.filled(
        "note.wide_range",
        [
          "needed": "\(BaselineRules.provisionalSessions)",
          "vowels": "\(SessionValues.completeVowels)", "days": "\(BaselineRules.leastDays)",
          "allowed": "\(BaselineRules.mostDays)",
        ])
    ]
  }
}

extension VoiceSession {
  /// A fault if the recordings span 24 h or more, in a baseline and in a comparison; else empty.
  var durationFaults: [BaselineFault] {
    let times = recordings.compactMap { $0.recordedAt?.seconds }
    guard let first = times.min(), let last = times.max(),
      last - first >= BaselineRules.mostSessionSeconds
    else { return [] }
    return [BaselineFault(BaselineText.sessionTooLong, [.sessions: id])]
  }
}
