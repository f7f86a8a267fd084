// Requirements of each reason for a missing number: the needed value, the found value, and a
// sentence with both.

package import VoiceTypes

/// The promises of the entries of `unavailable`.
package enum ReasonRules {
  /// The relation of the found to the needed value.
  package enum Counts: Sendable {
    /// Less than needed.
    case less
    /// More than is allowed.
    case more
    /// Less than needed, or not countable, as the sentence says.
    case lessOrNothing
    /// A lower bound alone.
    case least
    /// The reason compares no numbers.
    case none
    /// No document carries this code.
    case never
  }

  /// The relation of the two values that a code promises.
  package static func counts(of code: ReasonCode) -> Counts {
    switch code {
    case .tooFewPeriods, .tooShort, .noVoicing, .bandwidthLimited, .noTremor, .notHeld,
      .belowFloor:
      .less
    case .lowSNR: .lessOrNothing
    case .clipped, .signalType, .aboveCeiling, .dropouts, .lowFrequencyNoise, .soundMissing,
      .lossyCoding, .secondSource:
      .more
    case .notInTier, .notRequested, .numericOverflow, .pitchRangeUnstable, .notSteady,
      .octaveAmbiguous, .notAVowel, .noiseSuppression, .otherTask, .notCalibrated:
      .none
    case .cutOff: .least
    case .notImplemented, .noProfile, .noBaseline: .never
    }
  }

  /// Faults of an entry of `unavailable`; empty for a valid entry.
  package static func problems(of entry: JSONValue) -> [String] {
    guard let code = entry["code"]?.stringValue.flatMap(ReasonCode.init(rawValue:)) else {
      return ["has no known code"]
    }
    let message = entry["message"]?.stringValue ?? ""
    let (needed, found) = (entry["needed"]?.numberValue, entry["found"]?.numberValue)
    var problems = message.isEmpty ? ["has no message"] : []
    if !areConsistent(needed: needed, found: found, counts(of: code), message: message) {
      problems.append("needs \(needed ?? .nan), found \(found ?? .nan)")
    }
    // Leading zeros of a fraction are no superfluous digits.
    if message.contains(/\.0*[1-9][0-9]{5,}/) {
      problems.append("has more digits than a reader can use")
    }
    if !names(message, what: code) { problems.append("does not say what is missing") }
    return problems.map { "\(entry["measure"]?.stringValue ?? "?") \(code) \($0): \(message)" }
  }

  private static func areConsistent(
    needed: Double?, found: Double?, _ counts: Counts, message: String
  ) -> Bool {
    switch (counts, needed, found) {
    case (.less, let needed?, let found?): needed.isFinite && found.isFinite && found < needed
    case (.more, let needed?, let found?): needed.isFinite && found.isFinite && found > needed
    case (.lessOrNothing, let needed?, let found?): found < needed
    case (.lessOrNothing, _, nil):
      message.contains("digitally silent") || message.contains("not louder than the pauses")
    case (.least, nil, let found?): found.isFinite && found > 0
    case (.none, nil, nil): true
    default: false
    }
  }

  /// Whether a message has the words that its code requires.
  private static func names(_ message: String, what code: ReasonCode) -> Bool {
    switch code {
    case .tooFewPeriods, .tooShort, .bandwidthLimited, .clipped, .dropouts, .lowFrequencyNoise,
      .notHeld, .soundMissing, .lossyCoding, .cutOff:
      message.contains(/need|at most|at least|less than|limit|required/)
        && message.contains { $0.isNumber }
    case .pitchRangeUnstable:
      // Both search ranges with their readings.
      message.contains("depends on the F0 search range")
        && message.split(separator: "–").count > 2
    case .octaveAmbiguous:
      // Both frequencies and the advice.
      message.split(separator: " Hz").count > 2 && message.contains("F0 search range")
    case .belowFloor:
      message.contains(/search range from [0-9]+ Hz/)
        || message.contains(/^F0 \(.+\) is too low for/)
        || message.hasPrefix("some periods are longer than")
    case .aboveCeiling: message.contains(/^F0 \(.+\) is too high for/)
    case .noVoicing: message.contains("no ")
    case .signalType: message.contains(/type [1-4]/)
    case .noTremor: message.contains("tremor") || message.contains("modulation")
    case .notSteady: message.contains("steady")
    case .notInTier: message.contains("tier")
    case .notRequested: message.contains("requested")
    default: true
    }
  }
}
