// The file of a measured set: a file of limits like any other, with two members more. A line for
// each limit and each distribution, so that two sets can be laid beside each other.

internal import VoiceMath
internal import VoiceTypes

extension MeasuredLimits {
  /// Digits of the numbers of a distribution: more than they are known to.
  private static let digits = 6

  private static let note =
    "Measured by this program. Percentiles are those of definition 6 of Hyndman & Fan (1996), where "
    + "p (n + 1) / 100 lies from 1 to n; mean and sd are formed on the scale of the measure, the mean "
    + "brought back to its unit; a typical limit is the mean plus or minus 2 sd on that scale."

  /// The text of the file.
  public var text: String {
    let members = json.map { key, value in
      "  \(JSONValue.string(key).text(.compact)): \(Self.lines(of: value))"
    }
    return "{\n\(members.joined(separator: ",\n"))\n}\n"
  }

  private static func lines(of value: JSONValue) -> String {
    guard case .array(let elements) = value, !elements.isEmpty else { return value.text(.compact) }
    return "[\n    " + elements.map { $0.text(.compact) }.joined(separator: ",\n    ") + "\n  ]"
  }

  private var json: [(key: String, value: JSONValue)] {
    [
      ("schema", .string(ReferenceLimits.schema)),
      ("version", .string(facts.version)),
      ("note", .string(Self.note)),
      ("measurement", measurement),
      ("limits", .array(limits.map(\.json))),
      ("distributions", .array(distributions.map { json(of: $0) })),
      ("cautions", .array(cautions.map(\.json))),
      ("minimums", .array(base.minimums.map(\.json))),
    ]
  }

  private var measurement: JSONValue {
    let leftOut = MeasuredSpeakers.LeftOut.allCases.map { reason in
      JSONValue.Member(reason.rawValue, .int(sample.leftOut[reason] ?? 0))
    }
    return [
      "measured_on": .string(facts.measuredOn),
      "software_version": .string(facts.provenance.version),
      "preset": .string(facts.provenance.preset.rawValue),
      "settings_sha256": .string(facts.provenance.settingsSHA256),
      "manifest_sha256": .string(facts.manifestSHA256),
      "recordings": .array(plan.patterns.map { .string($0.text) }),
      "device": .string(facts.device),
      "codecs": .array(sample.codecs.map { .string($0) }),
      "citation": .string(facts.citation),
      "speakers": .int(sample.count),
      "left_out": .object(leftOut),
    ]
  }

  private func json(of distribution: MeasuredDistribution) -> JSONValue {
    func number(_ value: Double) -> JSONValue {
      .wholeIfExact(Decimal.rounded(value, digits: Self.digits))
    }
    let percentiles = distribution.percentiles.map { percentile in
      JSONValue.Member(Decimal.text(percentile.percent), number(percentile.value))
    }
    return [
      "measure": .string(distribution.measure.rawValue),
      "unit": .string(
        distribution.measure.unit.isEmpty
          ? ReferenceLimit.bareNumber : distribution.measure.unit),
      "band": .string(distribution.band.rawValue),
      "category": .string(distribution.category.rawValue),
      "basis": .string(LimitBasis.measured.rawValue),
      "speakers": .int(distribution.speakers),
      "scale": .string(distribution.scale.rawValue),
      "mean": number(distribution.mean),
      "sd": distribution.standardDeviation.map(number) ?? .null,
      "lowest": number(distribution.range.lowerBound),
      "highest": number(distribution.range.upperBound),
      "percentiles": .object(percentiles),
    ]
  }
}

extension ReferenceLimit {
  /// The limit as a file has it, without members that say nothing.
  fileprivate var json: JSONValue {
    let members: [(String, JSONValue)] = [
      ("measure", .string(measure.rawValue)),
      ("kind", .string(kind.rawValue)),
      ("low", low.map { .wholeIfExact($0) } ?? .null),
      ("high", high.map { .wholeIfExact($0) } ?? .null),
      ("unit", .string(unit)),
      ("bands", .array(bands.map { .string($0.rawValue) })),
      ("category", .string(category?.rawValue ?? LimitCategory.any.rawValue)),
      ("basis", .string(basis.rawValue)),
      ("speakers", .optional(speakers)),
      ("citation", .string(citation)),
      ("sample", .string(sample)),
      ("algorithm", .string(algorithm)),
      ("settings", .map(settings.mapValues { .array($0) })),
      ("signal_types", signalTypes.isEmpty ? .null : .array(signalTypes.map { .int($0) })),
      ("label", .string(label)),
      ("caution", .optional(caution)),
    ]
    return .object(members.filter { $0.1 != .null }.map { JSONValue.Member($0.0, $0.1) })
  }
}

extension ReferenceCaution {
  fileprivate var json: JSONValue {
    let groups = categories.isEmpty ? [LimitCategory.any.rawValue] : categories.map(\.rawValue)
    return [
      "bands": .array(bands.map { .string($0.rawValue) }),
      "categories": .array(groups.map { .string($0) }),
      "text": .string(text),
      "basis": .string(basis.rawValue),
      "citation": .string(citation),
    ]
  }
}

extension RecordingMinimum {
  fileprivate var json: JSONValue {
    [
      "property": .string(property.rawValue),
      "unit": .string(property.unit),
      "category": .string(category?.rawValue ?? LimitCategory.any.rawValue),
      "pass": .wholeIfExact(pass),
      "warn": .wholeIfExact(warn),
      "basis": .string(basis.rawValue),
      "citation": .string(citation),
    ]
  }
}
