// Error texts name recordings and fields, never personal data.

public import VoiceTypes

/// Error that the person can resolve.
public struct FlowError: Sendable, Equatable {
  /// Machine-readable code; the raw values are part of the contract.
  public enum Code: String, CaseIterable, Sendable {
    case profileFaulty = "profile_faulty"
    case microphoneDenied = "microphone_denied"
    case microphoneRestricted = "microphone_restricted"
    case microphoneUnknown = "microphone_unknown"
    /// Unusable recording; attempts remain.
    case recordingRefused = "recording_refused"
    /// Unusable recording; no attempts remain.
    case attemptsUsedUp = "attempts_used_up"
    /// The recordings give no baseline; rounds remain.
    case baselineRefused = "baseline_refused"
    /// The recordings of a follow-up session cannot be compared; rounds remain.
    case followUpRefused = "follow_up_refused"
    /// No baseline or comparison; no rounds remain.
    case roundsUsedUp = "rounds_used_up"
  }

  /// Machine-readable code.
  public let code: Code

  /// Finding in one sentence.
  public let message: String

  /// Advice in one sentence.
  public let advice: String

  /// Profile faults; empty for other errors.
  public private(set) var faults: [ProfileFault] = []

  /// Reasons for a refused recording or baseline, each with its own advice; empty for other errors.
  public private(set) var reasons: [BaselineFault] = []

  /// The key of the texts of a rounds error: the error without the limit on rounds.
  private let key: String

  private let parameters: [String: String]

  private init(
    _ code: Code, like alike: Code? = nil, _ parameters: [String: String] = [:],
    because reasons: [BaselineFault] = []
  ) {
    self.code = code
    key = (alike ?? code).rawValue
    self.parameters = parameters
    self.reasons = reasons
    let reason = reasons.first.map { ($0.message, $0.advice) }
    (message, advice) = Self.texts(code, key, parameters, .english, because: reason)
  }

  /// Message and advice in a language, with the first reason in that language.
  package func texts(
    in language: Language, because reason: (message: String, advice: String)?
  ) -> (message: String, advice: String) {
    Self.texts(code, key, parameters, language, because: reason)
  }

  private static func texts(
    _ code: Code, _ key: String, _ parameters: [String: String], _ language: Language,
    because reason: (message: String, advice: String)?
  ) -> (message: String, advice: String) {
    let texts = TextCatalogue.journeys
    var values = parameters
    values["reason"] = reason?.message ?? texts["error.\(key).reason", language] ?? ""
    let advice = texts.text("error.\(code.rawValue).advice", language)
    return (
      MessageTemplate(texts.text("error.\(key)", language)).filled(with: values, language),
      code.hasAdviceOfReason ? reason?.advice ?? advice : advice
    )
  }

  /// A profile with faults.
  init(faults: [ProfileFault]) {
    self.init(.profileFaulty, ["fields": faults.fieldNames])
    self.faults = faults
  }

  /// A microphone without permission; nil for one with permission.
  init?(_ phase: RecordingPhase) {
    switch phase {
    case .microphoneDenied: self.init(Code.microphoneDenied)
    case .microphoneRestricted: self.init(Code.microphoneRestricted)
    case .microphoneUnknown: self.init(Code.microphoneUnknown)
    case .microphone, .recording, .quick, .comprehensive, .refused: return nil
    }
  }

  /// Creates the error of an unusable recording.
  init(_ attempt: RecordingAttempt, of attempts: Int) {
    self.init(
      attempt.number >= attempts ? .attemptsUsedUp : .recordingRefused, like: .recordingRefused,
      ["number": "\(attempt.number)", "count": "\(attempts)"], because: attempt.reasons)
  }

  /// Recordings of a session without a baseline or a comparison.
  init(
    of purpose: VisitPurpose, round: Int, of rounds: Int, without reasons: [BaselineFault]
  ) {
    let code = purpose == .followUp ? Code.followUpRefused : .baselineRefused
    self.init(
      round >= rounds ? .roundsUsedUp : code, like: code,
      ["number": "\(round)", "count": "\(rounds)"], because: reasons)
  }
}

extension FlowError.Code {
  /// Whether the advice of the first reason applies.
  fileprivate var hasAdviceOfReason: Bool {
    [.recordingRefused, .baselineRefused, .followUpRefused].contains(self)
  }
}

extension BaselineFault {
  /// No vowel of the round is usable.
  static let noUsableVowel = BaselineFault(JourneyText.noUsableVowel)
}

extension [ProfileFault] {
  /// Names of the top-level profile fields with faults, without duplicates.
  var fields: [String] {
    reduce(into: []) { names, fault in
      let name = String(fault.field.prefix { $0 != "[" && $0 != "." })
      if !names.contains(name) { names.append(name) }
    }
  }

  fileprivate var fieldNames: String { fields.joined(separator: ", ") }
}
