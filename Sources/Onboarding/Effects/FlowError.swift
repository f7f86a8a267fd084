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

  /// Profile faults; empty for other errors.
  public private(set) var faults: [ProfileFault] = []

  /// Reasons for a refused recording or baseline, each with its own advice; empty for other errors.
  public let reasons: [BaselineFault]

  /// The code of the texts: the error without the limit on attempts or rounds.
  private let alike: Code

  private let parameters: [String: String]

  private init(
    _ code: Code, like alike: Code? = nil, _ parameters: [String: String] = [:],
    because reasons: [BaselineFault] = []
  ) {
    (self.code, self.alike) = (code, alike ?? code)
    (self.parameters, self.reasons) = (parameters, reasons)
  }

  /// Finding in one sentence, in English.
  public var message: String { englishTexts.message }

  /// Advice in one sentence, in English.
  public var advice: String { englishTexts.advice }

  private var englishTexts: (message: String, advice: String) {
    texts(in: .english, because: reasons.first.map { ($0.message, $0.advice) })
  }

  /// Message and advice in a language, with the first reason in that language.
  package func texts(
    in language: Language, because reason: (message: String, advice: String)?
  ) -> (message: String, advice: String) {
    let (texts, key) = (TextCatalogue.journeys, "error.\(alike.rawValue)")
    var values = parameters
    values["reason"] = reason?.message ?? texts["\(key).reason", language] ?? ""
    let message = MessageTemplate(texts.text(key, language)).filled(with: values, language)
    let hasAdviceOfReason = [.recordingRefused, .baselineRefused, .followUpRefused].contains(code)
    let advice = hasAdviceOfReason ? reason?.advice : nil
    return (message, advice ?? texts.text("error.\(code.rawValue).advice", language))
  }

  /// A profile with faults.
  init(faults: [ProfileFault]) {
    self.init(.profileFaulty, ["fields": faults.fields.joined(separator: ", ")])
    self.faults = faults
  }

  /// A microphone without permission; nil for other phases.
  init?(_ phase: RecordingPhase) {
    guard let code = Code(rawValue: phase.rawValue) else { return nil }
    self.init(code)
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

/// Messages for a round that gives no baseline.
package enum JourneyText: String, SentenceTable {
  package static let texts = TextCatalogue.baselines

  case noUsableVowel = "no_usable_vowel"
}

extension [ProfileFault] {
  /// Names of the top-level profile fields with faults, without duplicates.
  var fields: [String] {
    let names = map { fault in String(fault.field.prefix { $0 != "[" && $0 != "." }) }
    return names.indices.filter { names.firstIndex(of: names[$0]) == $0 }.map { names[$0] }
  }
}
