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
  /// The limits are context; another measure of the family decides.
  case contextOnly
  /// The limits belong to another kind of device.
  case device
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
    if let device, device != recording.device { return .device }
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

  /// Whether a limit decides.
  var decides: Bool { [typical, published].contains { $0?.decides == true } }

  /// Samples of the limits.
  var source: String {
    let samples = [typical, published].compactMap { $0 }.map { "\($0.label): \($0.sample)" }
    return samples.joined(separator: "; ")
  }

  /// Converts all limits to the unit of their measure.
  func applied(to recording: MeasuredRecording) -> AppliedLimits {
    AppliedLimits(
      typical: typical?.applied(to: recording), published: published?.applied(to: recording),
      publishedSettings: published?.settingsBasis ?? .stated)
  }
}

/// Limits for the comparison with one value.
struct AppliedLimits {
  var typical: AppliedLimit?
  var published: AppliedLimit?

  /// Whether the source of the published limit states its settings.
  var publishedSettings = SettingsBasis.stated

  /// Whether a measured limit decides alone.
  var isMeasured: Bool { typical?.basis == .measured }

  /// Reason why all limits are context only; nil if one limit decides.
  var contextAlone: MissingReference? {
    let all = [typical, published].compactMap { $0 }
    guard let first = all.first, !all.contains(where: \.decides) else { return nil }
    return first.kind == .context ? .contextOnly : .algorithm(first.algorithm ?? "")
  }
}

extension AppliedLimit {
  /// Whether the limit can affect the classification; context and limits of other algorithms cannot.
  var decides: Bool { kind != .context && algorithm.map(ReferenceLimit.isOwn) != false }

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

extension ReferenceClassification {
  /// Classifies a value against its limits. A measured limit decides alone. Context and limits of
  /// other algorithms are shown only.
  init(of value: Double, _ measure: Measure, in limits: AppliedLimits) {
    if limits.contextAlone != nil {
      self = .noReference
    } else if measure.facts.role == .pitch {
      let isInside = (limits.typical ?? limits.published)?.holds(value) ?? true
      self = isInside ? .within : .unusualForReference
    } else if limits.isMeasured, limits.typical?.decides == true {
      self = limits.typical?.excludes(value) == true ? .outside : .within
    } else if limits.isBeyondPublished(value) {
      self = .outsidePublished
    } else {
      let isBeyond = [limits.typical, limits.published].contains { $0?.excludes(value) == true }
      self = isBeyond ? .atEdge : .within
    }
  }
}

extension AppliedLimits {
  /// Whether a value exceeds a published limit of this algorithm with stated settings that no
  /// deciding typical limit contradicts.
  fileprivate func isBeyondPublished(_ value: Double) -> Bool {
    guard let published, published.kind == .published, publishedSettings == .stated,
      published.excludes(value)
    else { return false }
    guard let typical, typical.decides else { return true }
    return !typical.holds(value)
  }
}
