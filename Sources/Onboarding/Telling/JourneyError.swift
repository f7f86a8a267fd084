// What a person is told when something cannot go on as it was meant to: what was found, and what to
// do. It speaks of recordings and fields, never of the person.

public import VoiceTypes

/// An error that a person can do something about.
public struct JourneyError: Sendable, Equatable {
  /// What it is, for programs; the raw values are part of the contract.
  public enum Code: String, CaseIterable, Sendable {
    case profileFaulty = "profile_faulty"
    case microphoneDenied = "microphone_denied"
    case microphoneRestricted = "microphone_restricted"
    case microphoneUnknown = "microphone_unknown"
    /// A recording cannot be used, and may be made again.
    case recordingRefused = "recording_refused"
    /// A recording cannot be used, and no attempt is left.
    case attemptsUsedUp = "attempts_used_up"
    /// The recordings make no baseline, and may be made again.
    case baselineRefused = "baseline_refused"
    /// The recordings of a follow-up session cannot be compared, and may be made again.
    case followUpRefused = "follow_up_refused"
    /// The recordings make no baseline, or cannot be compared, and no round is left.
    case roundsUsedUp = "rounds_used_up"
  }

  /// What it is.
  public let code: Code

  /// One sentence that says what was found.
  public let message: String

  /// One sentence that says what to do.
  public let advice: String

  /// The fields at fault; none unless it is a profile.
  public private(set) var faults: [ProfileFault] = []

  /// Why a recording or a baseline was refused, each with its own advice; none for anything else.
  public private(set) var reasons: [BaselineFault] = []

  private init(_ code: Code, _ message: String, advice: String) {
    self.code = code
    self.message = message
    self.advice = advice
  }

  /// A profile that is wrong or not complete.
  init(faults: [ProfileFault]) {
    self.init(
      .profileFaulty, "the profile cannot be used as it is: \(faults.fieldNames)",
      advice: "put right the fields that are named")
    self.faults = faults
  }

  /// A microphone that may not be used; nil for one that may.
  init?(_ phase: RecordingPhase) {
    switch phase {
    case .microphoneDenied:
      self.init(
        .microphoneDenied, "this program may not use the microphone",
        advice: "allow the microphone in the settings of the device, and try again")
    case .microphoneRestricted:
      self.init(
        .microphoneRestricted, "somebody else decides about the microphone of this device",
        advice: "ask whoever manages the device to allow it, or go on with another device")
    case .microphoneUnknown:
      self.init(
        .microphoneUnknown, "nobody has decided yet whether this program may use the microphone",
        advice: "try again, and allow the microphone when the device asks")
    case .microphone, .recording, .quick, .comprehensive, .refused: return nil
    }
  }

  /// A recording that cannot be used.
  init(_ attempt: JourneyAttempt, of attempts: Int) {
    let isLast = attempt.number >= attempts
    let reason = attempt.reasons.first?.message ?? "it was refused"
    self.init(
      isLast ? .attemptsUsedUp : .recordingRefused,
      "attempt \(attempt.number) of \(attempts) cannot be used: \(reason)",
      advice: isLast
        ? "go on without this recording; it can be made on another day"
        : attempt.reasons.first?.advice ?? "record it again")
    reasons = attempt.reasons
  }

  /// Recordings of a visit that make no baseline, or cannot be compared with it.
  init(
    of purpose: VisitPurpose, round: Int, of rounds: Int, without reasons: [BaselineFault]
  ) {
    let isLast = round >= rounds
    let reason = reasons.first?.message ?? "they were refused"
    let (code, message): (Code, String) =
      switch purpose {
      case .baseline:
        (.baselineRefused, "the recordings of session \(round) of \(rounds) make no baseline")
      case .followUp:
        (.followUpRefused, "the recordings of this session cannot be compared with the baseline")
      }
    self.init(
      isLast ? .roundsUsedUp : code, "\(message): \(reason)",
      advice: isLast
        ? "end here, and record again on another day"
        : reasons.first?.advice ?? "record the vowels again")
    self.reasons = reasons
  }
}

extension BaselineFault {
  /// No vowel of a round can be used.
  static let noUsableVowel = BaselineFault(JourneyText.noUsableVowel)
}

extension [ProfileFault] {
  /// The fields at fault without what stands within them, each once.
  var fields: [String] {
    reduce(into: []) { names, fault in
      let name = String(fault.field.prefix { $0 != "[" && $0 != "." })
      if !names.contains(name) { names.append(name) }
    }
  }

  fileprivate var fieldNames: String { fields.joined(separator: ", ") }
}
