/// Result of a check, from best to worst. `unknown` means not determined.
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

  /// Worst verdict of a sequence; nil if it is empty.
  public static func worst(of verdicts: some Sequence<Verdict>) -> Verdict? {
    verdicts.max { $0.severity < $1.severity }
  }
}

/// Result of one quality check: a measured property and its limit.
public struct QualityCheck: Sendable, Equatable {
  /// Stable name for programs, such as `clipping`.
  public let id: String

  /// Check with this name; nil for a name of another version.
  public var check: CheckID? { CheckID(rawValue: id) }

  /// Verdict on the value.
  public let verdict: Verdict

  /// Measured property in `unit`; nil if not determined.
  public let value: Double?

  /// Unit of `value` and `limit`.
  public let unit: String

  /// Limit between `pass` and the next worse verdict.
  public let limit: Double?

  /// Sentence with the finding and the advice; nil without a finding.
  public let message: String?

  /// Template and parameters of `message`; nil if the id determines it or an earlier version wrote
  /// it.
  public var sentence: Sentence?

  /// Creates the result of a check.
  public init(
    id: CheckID, verdict: Verdict, value: Double?, unit: String, limit: Double?,
    message: String? = nil
  ) {
    self.init(
      named: id.rawValue, verdict: verdict, value: value, unit: unit, limit: limit,
      message: message)
  }

  /// Creates the result of a check from a document of any version.
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

  /// Creates the result of a check with a localised message.
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
  /// Reason that this check lowers the grade; nil for a passed check.
  package var reasonOfGrade: String? {
    verdict == .pass ? nil : "\(id): \(message ?? verdict.rawValue)"
  }
}

/// All checks of one recording and their worst verdict.
public struct RecordingQualityReport: Sendable, Equatable {
  /// Checks in document order.
  public let checks: [QualityCheck]

  /// Creates a report. An empty list means that no check ran.
  public init(checks: [QualityCheck]) { self.checks = checks }

  /// Checks that count in the verdict and appear in reports. Few recordings let reverberation be
  /// assessed, so it counts only if it is.
  public var countedChecks: [QualityCheck] {
    checks.filter { $0.check != .reverberation || $0.verdict != .unknown }
  }

  /// Worst verdict of the checks that count; `unknown` for an empty list.
  public var verdict: Verdict { Verdict.worst(of: countedChecks.map(\.verdict)) ?? .unknown }
}
