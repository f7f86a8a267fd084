// From the limits of a set to those that apply to one recording: their conditions checked, and
// those that scale with F0 worked out.

internal import VoiceTypes

/// Why a number is compared with nothing.
enum MissingReference: Error, Equatable {
  /// The recording does not meet its minimums.
  case retake
  /// No limits are known for this measure.
  case notEstablished
  /// The age was not told, and none is assumed.
  case noAge
  /// The person chose no comparison of pitch.
  case notWanted
  /// There are limits, but not for this age.
  case noneAtThisAge
  /// The limits belong to another algorithm.
  case algorithm(String)
  /// The limits hold for another setting; with what was found.
  case setting(name: String, found: String)
  /// The limits were measured on too few people.
  case tooFewSpeakers(Int)
  /// The limits hold for other signal types; nil where none was determined.
  case signalType(Int?)
}

extension ReferenceLimit {
  /// What keeps this limit from being compared with the numbers of a recording.
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
    // A share of the period is no limit in seconds before the period is known.
    if unit == Self.periods, recording.meanF0 == nil { return .notEstablished }
    return nil
  }

  /// The limit in the unit of its measure.
  fileprivate func applied(to recording: MeasuredRecording) -> AppliedLimit {
    let factor = unit == Self.periods ? recording.meanF0.map { 1e6 / $0 } ?? 1 : 1
    return AppliedLimit(
      low: low.map { $0 * factor }, high: high.map { $0 * factor }, basis: basis,
      citation: citation, label: label, caution: caution, kind: kind, algorithm: algorithm)
  }
}

/// The limits of one measure that apply to one recording; at least one of them is there.
struct ChosenLimits {
  var typical: ReferenceLimit?

  /// The published limit, or what was derived in its place.
  var published: ReferenceLimit?

  /// The measured limit beyond which a value is outside.
  var outer: ReferenceLimit?

  /// What the measured limits were made of.
  var distribution: MeasuredDistribution?

  /// The samples behind the limits.
  var source: String {
    let samples = [typical, outer, published].compactMap { $0 }.map { "\($0.label): \($0.sample)" }
    return samples.joined(separator: "; ")
  }

  /// All in the unit of their measure.
  func applied(to recording: MeasuredRecording) -> AppliedLimits {
    var limits = AppliedLimits(
      typical: typical?.applied(to: recording), published: published?.applied(to: recording),
      outer: outer?.applied(to: recording))
    limits.publishedSettings = published?.settingsBasis ?? .stated
    // A typical limit in microseconds must not let a high voice pass what its own period does not
    // allow, 1.04 % of it: it never reaches beyond a limit that scales with F0.
    if published?.unit == ReferenceLimit.periods, let most = limits.published?.high,
      let high = limits.typical?.high
    {
      limits.typical?.high = min(high, most)
    }
    return limits
  }
}

/// The limits that one value is held against.
struct AppliedLimits {
  var typical: AppliedLimit?
  var published: AppliedLimit?
  var outer: AppliedLimit?

  /// What is known of the settings behind the published limit.
  var publishedSettings = SettingsBasis.stated

  /// The algorithm of limits that are shown and decide nothing; nil where one decides.
  var contextAlone: String? {
    let all = [typical, published, outer].compactMap { $0 }
    return all.contains(where: \.decides) ? nil : all.first?.algorithm
  }
}

extension AppliedLimit {
  /// Whether a number may stand somewhere because of it: one of another algorithm is context.
  var decides: Bool { algorithm.map(ReferenceLimit.isOwn) ?? true }

  /// Whether it says that a value lies beyond it.
  func excludes(_ value: Double) -> Bool { decides && !holds(value) }
}

extension MeasuredRecording {
  /// The mean F0, in hertz.
  fileprivate var meanF0: Double? {
    findings.biomarkers[.f0Mean].number.flatMap { $0 > 0 ? $0 : nil }
  }
}

extension JSONValue {
  /// Whether two values are the same, however a number is written.
  fileprivate func means(_ other: JSONValue) -> Bool {
    switch (self, other) {
    case (.int(let whole), .number(let number)), (.number(let number), .int(let whole)):
      Double(whole) == number
    default: self == other
    }
  }
}
