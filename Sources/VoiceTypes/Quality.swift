// The verdict on a recording: one check per property, each with its value and its limit.

/// What a check says of a recording, from best to worst; `unknown` is not a guess.
public enum Verdict: String, CaseIterable, Sendable {
  case pass
  case unknown
  case warn
  case fail

  private var severity: Int {
    switch self {
    case .pass: 0
    case .unknown: 1
    case .warn: 2
    case .fail: 3
    }
  }

  /// The worst of several verdicts; nil for none.
  public static func worst(of verdicts: some Sequence<Verdict>) -> Verdict? {
    verdicts.max { $0.severity < $1.severity }
  }
}

/// One property of a recording held against its limit.
public struct QualityCheck: Sendable, Equatable {
  /// A stable name for programs, such as `clipping`.
  public let id: String

  /// The check of this name; nil for one that only another version has.
  public var check: CheckID? { CheckID(rawValue: id) }

  /// What the value says of the recording.
  public let verdict: Verdict

  /// The measured property, in `unit`; nil when it could not be determined.
  public let value: Double?

  /// The unit of `value` and `limit`.
  public let unit: String

  /// The limit that decides between `pass` and the next worse verdict.
  public let limit: Double?

  /// One sentence for a person, with what to do; nil when there is nothing to say.
  public let message: String?

  /// What the message is made of; nil where its id says all of it, or an earlier version wrote it.
  public var sentence: Sentence?

  /// States the outcome of a check.
  public init(
    id: CheckID, verdict: Verdict, value: Double?, unit: String, limit: Double?,
    message: String? = nil
  ) {
    self.init(
      named: id.rawValue, verdict: verdict, value: value, unit: unit, limit: limit,
      message: message)
  }

  /// The outcome of a check in a document, which another version may have written.
  init(
    named id: String, verdict: Verdict, value: Double?, unit: String, limit: Double?,
    message: String?
  ) {
    self.id = id
    self.verdict = verdict
    self.value = value
    self.unit = unit
    self.limit = limit
    self.message = message
  }

  /// States the outcome of a check with one of the sentences of checks.
  package init(
    id: CheckID, verdict: Verdict, value: Double?, unit: String, limit: Double?,
    saying wording: Wording?
  ) {
    self.init(
      id: id, verdict: verdict, value: value, unit: unit, limit: limit, message: wording?.both)
    sentence = wording?.sentence.unless(code: id.rawValue)
  }
}

extension QualityCheck {
  /// The finding and the advice of the message. A message that is not the text of the check, as in
  /// documents of other versions, is all finding.
  package var findingAndAdvice: (finding: String, advice: String?) {
    let sentence = sentence ?? Sentence(id: id, parameters: [:])
    guard let text = sentence.text(in: .checks, .english), text.both == message else {
      return (message ?? "the check \(id) was not passed", nil)
    }
    return (text.message, text.advice.isEmpty ? nil : text.advice)
  }
}

extension QualityCheck {
  /// The reason that a grade is not better, as far as this check goes; nil for a check that passed.
  package var reasonOfGrade: String? {
    verdict == .pass ? nil : "\(id): \(message ?? verdict.rawValue)"
  }
}

/// All checks of one recording, and the worst verdict among them.
public struct RecordingQualityReport: Sendable, Equatable {
  /// The checks, in the order of the document.
  public let checks: [QualityCheck]

  /// A report of no checks is one in which nothing could be checked.
  public init(checks: [QualityCheck]) { self.checks = checks }

  /// The worst verdict of all checks; `unknown` when nothing could be checked.
  public var verdict: Verdict { Verdict.worst(of: checks.map(\.verdict)) ?? .unknown }
}
