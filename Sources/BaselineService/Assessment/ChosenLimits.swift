// Selection of the limits that apply to one recording: checks their conditions and scales limits
// that depend on F0.

internal import VoiceTypes

/// Reason why a number has no reference.
enum MissingReference: Error, Equatable {
  /// The recording fails its minimum requirements.
  case retake
  /// No limits are known for this measure.
  case notEstablished
  /// The age is unknown and has no default.
  case noAge
  /// The person declined a comparison of pitch.
  case notWanted
  /// Limits exist for other ages only.
  case noneAtThisAge
  /// The limits belong to another algorithm.
  case algorithm(String)
  /// The limits require another value of a setting; `found` is the actual value.
  case setting(name: String, found: String)
  /// The measured limits rest on too few people.
  case tooFewSpeakers(Int)
  /// The limits apply to other signal types; nil if the signal type is unknown.
  case signalType(Int?)
}

extension ReferenceLimit {
  /// Returns the reason why this limit does not apply to a recording; nil if it applies.
  func obstacle(for recording: MeasuredRecording) -> MissingReference? {
    guard isOfKnownAlgorithm else { return .algorithm(algorithm) }
    if basis == .measured, speakers ?? 0 < Self.leastSpeakers {
      return .tooFewSpeakers(speakers ?? 0)
    }
    for (name, allowed) in settings.sorted(by: { $0.key < $1.key }) {
      let found = recording.settings[name] ?? .null
      guard allowed.contains(where: { $0.means(found) }) else {
        return .setting(name: name, found: found.excerpt)
      }
    }
    let type = recording.findings.signalType.type
    guard signalTypes.isEmpty || type.map(signalTypes.contains) == true else {
      return .signalType(type)
    }
    // A limit in periods needs a mean F0 for the conversion to seconds.
    if unit == Self.periods, recording.meanF0 == nil { return .notEstablished }
    return nil
  }

  /// Converts the limit to the unit of its measure.
  fileprivate func applied(to recording: MeasuredRecording) -> AppliedLimit {
    let factor = unit == Self.periods ? recording.meanF0.map { 1e6 / $0 } ?? 1 : 1
    return AppliedLimit(
      low: low.map { $0 * factor }, high: high.map { $0 * factor }, basis: basis,
      citation: citation, label: label, caution: caution, kind: kind, algorithm: algorithm)
  }
}

/// Limits of one measure that apply to one recording; at least one is set.
struct ChosenLimits {
  var typical: ReferenceLimit?

  /// Published limit, or a derived limit in its place.
  var published: ReferenceLimit?

  /// Measured limit beyond which a value is outside.
  var outer: ReferenceLimit?

  /// Distribution that the measured limits come from.
  var distribution: MeasuredDistribution?

  /// Samples of the limits.
  var source: String {
    let samples = [typical, outer, published].compactMap { $0 }.map { "\($0.label): \($0.sample)" }
    return samples.joined(separator: "; ")
  }

  /// Converts all limits to the unit of their measure.
  func applied(to recording: MeasuredRecording) -> AppliedLimits {
    var limits = AppliedLimits(
      typical: typical?.applied(to: recording), published: published?.applied(to: recording),
      outer: outer?.applied(to: recording))
    limits.publishedSettings = published?.settingsBasis ?? .stated
    // A typical limit in microseconds is capped at the limit that scales with F0, 1.04 % of the
    // period. Otherwise a high voice could pass with a value its own period excludes.
    if published?.unit == ReferenceLimit.periods, let most = limits.published?.high,
      let high = limits.typical?.high
    {
      limits.typical?.high = min(high, most)
    }
    return limits
  }
}

/// Limits for the comparison with one value.
struct AppliedLimits {
  var typical: AppliedLimit?
  var published: AppliedLimit?
  var outer: AppliedLimit?

  /// Whether the source of the published limit states its settings.
  var publishedSettings = SettingsBasis.stated

  /// Algorithm of limits that are shown as context only; nil if one limit decides.
  var contextAlone: String? {
    let all = [typical, published, outer].compactMap { $0 }
    return all.contains(where: \.decides) ? nil : all.first?.algorithm
  }
}

extension AppliedLimit {
  /// Whether the limit can affect the classification; limits of other algorithms are context.
  var decides: Bool { algorithm.map(ReferenceLimit.isOwn) ?? true }

  /// Whether a deciding limit excludes the value.
  func excludes(_ value: Double) -> Bool { decides && !holds(value) }
}

extension MeasuredRecording {
  /// Mean F0, in hertz.
  fileprivate var meanF0: Double? {
    findings.biomarkers[.f0Mean].number.flatMap { $0 > 0 ? $0 : nil }
  }
}

extension JSONValue {
  /// Whether two values are equal; integers equal decimals of the same value.
  fileprivate func means(_ other: JSONValue) -> Bool {
    switch (self, other) {
    case (.int(let whole), .number(let number)), (.number(let number), .int(let whole)):
      Double(whole) == number
    default: self == other
    }
  }
}
