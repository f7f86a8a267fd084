// Schema of a limits file: embedded, measured or supplied by the user. Reading reports all faults
// at once. People write such files, so unknown members are faults.

public import VoiceTypes

extension ReferenceLimits {
  /// Reads a set of limits from the bytes of a file.
  /// - Parameters:
  ///   - bytes: JSON text.
  ///   - fingerprint: A function that returns the SHA-256 in hexadecimal.
  public init(
    reading bytes: [UInt8], hashedBy fingerprint: ([UInt8]) -> String
  ) throws(FileFaults) {
    let document: JSONValue
    do {
      document = try JSONValue.parse(bytes)
    } catch {
      throw FileFaults(faults: [
        FileFault(Self.whole, found: error.description, allowed: "JSON text")
      ])
    }
    var reading = ShapeReading(of: Self.whole, prefix: "", mode: .allFaults)
    self = try Self.shape.read(document, &reading)
    sha256 = fingerprint(bytes)
  }

  private static let whole = "limits file"

  /// JSON Schema of `sagevoice/limits/1`, draft 2020-12.
  public static var jsonSchema: JSONValue {
    shape.schema(
      id: "urn:sagevoice:limits:1",
      title: "sagevoice reference limits, the file of `--limits`")
  }

  static let shape = Shape<ReferenceLimits>(others: .refused) {
    Derived("schema", always: schema)
    Field("version", \.version, .nonBlankText)
    Field("note", \.note, ifTold: .nonBlankText)
    Field("limits", \.limits, .list(of: .shaped))
    Field("rates", \.rates, .list(of: .shaped), ifMissing: [])
    Field("cautions", \.cautions, .list(of: .shaped))
    Field("minimums", \.minimums, .list(of: .shaped, .notEmpty))
  } make: { version, note, limits, rates, cautions, minimums in
    ReferenceLimits(
      version: version, sha256: "", note: note, limits: limits, cautions: cautions,
      minimums: minimums, rates: rates)
  }
  .checking { set, reading in
    if set.limits.isEmpty {
      reading.note("limits", found: "an empty list", allowed: "a list that is not empty")
    }
    set.noteClashes(in: &reading)
    set.noteMinimumClashes(in: &reading)
    set.noteGaps(in: &reading)
  }

  /// Reports limits that cover the same people, measure and purpose as an earlier one.
  private func noteClashes(in reading: inout ShapeReading) {
    for (index, later) in limits.enumerated() {
      guard let earlier = limits[..<index].firstIndex(where: { $0.clashes(with: later) })
      else { continue }
      reading.note(
        "limits[\(index)]",
        found: "a second limit for the people of limits[\(earlier)]",
        allowed:
          "one typical and one published or derived limit of a measure per age, group and device")
    }
  }

  /// Reports minimums that cover the same people as an earlier one with equal precision.
  private func noteMinimumClashes(in reading: inout ShapeReading) {
    for (index, later) in minimums.enumerated() {
      guard let earlier = minimums[..<index].firstIndex(where: { $0.clashes(with: later) })
      else { continue }
      reading.note(
        "minimums[\(index)]",
        found: "a second minimum of \(later.property.rawValue) for the people of "
          + "minimums[\(earlier)]",
        allowed: "one per property, age and group, and less specific ones")
    }
  }

  /// Reports properties without a minimum for people of a group with unknown age.
  private func noteGaps(in reading: inout ShapeReading) {
    for property in RecordingProperty.allCases {
      for category in ReferenceCategory.allCases
      where minimums.minimum(of: property, for: category, at: nil) == nil {
        reading.note(
          "minimums",
          found: "no minimum of \(property.rawValue) for \(category.rawValue) at all ages",
          allowed: "one without bands for each group, or for group any")
      }
    }
  }
}

extension ReferenceLimit: Shaped {
  package static let shape = Shape(others: .refused, ReferenceLimit.init) {
    Field("measure", \.measure, .choice)
    Field("kind", \.kind, .choice)
    Field("low", \.low, ifTold: .number.short)
    Field("high", \.high, ifTold: .number.short)
    Field("unit", \.unit, .nonBlankText)
    Field("bands", \.bands, .choices())
    Field("category", \.category, .groupOrAny)
    Field("basis", \.basis, .choice)
    Field("speakers", \.speakers, ifTold: .positiveCount)
    Field("quantiles", \.quantiles, .list(of: .number.short), unless: [])
    Field("citation", \.citation, .nonBlankText)
    Field("sample", \.sample, .nonBlankText)
    Field("algorithm", \.algorithm, .nonBlankText)
    Field("settings", \.settings, .settings, ifMissing: [:])
    Field("settings_basis", \.settingsBasis, .choice, unless: .stated)
    Field("device", \.device, ifTold: .choice)
    Field("task", \.task, .choice, unless: .sustainedVowel)
    Field("signal_types", \.signalTypes, .signalTypes, unless: [])
    Field("label", \.label, .nonBlankText)
    Field("caution", \.caution, ifTold: .caution)
  }
  .checking { limit, reading in limit.noteContradictions(in: &reading) }

  /// Reports contradictory members.
  private func noteContradictions(in reading: inout ShapeReading) {
    if low == nil, high == nil {
      reading.note(found: "neither low nor high", allowed: "at least one of them, a number")
    }
    if let low, let high, low > high {
      reading.note("low", found: "\(low), above high", allowed: "at most \(high)")
    }
    if basis == .measured, speakers == nil {
      reading.note(
        "speakers", found: "nothing",
        allowed: "the number of people in the sample of a measured limit")
    }
    let steps = zip(quantiles, quantiles.dropFirst())
    if !quantiles.isEmpty,
      quantiles.count != Self.quantilePercents.count || !steps.allSatisfy({ $0 < $1 })
    {
      reading.note(
        "quantiles", found: "\(quantiles.count) values",
        allowed: "\(Self.quantilePercents.count) ascending values")
    }
    if algorithm == Self.exceptedAlgorithm, !label.contains("MDVP") {
      reading.note("label", found: label.excerpt, allowed: "a text that names MDVP")
    }
    if !measure.facts.tasks.contains(task) {
      reading.note(
        "task", found: task.rawValue,
        allowed: RecordingTask.allCases.filter(measure.facts.tasks.contains).map(\.rawValue)
          .joined(separator: ", "))
    }
    var units = [Self.unit(of: measure)]
    if measure == .jitterLocalAbsolute { units.append(Self.periods) }
    if !units.contains(unit) {
      reading.note("unit", found: unit.excerpt, allowed: units.joined(separator: ", "))
    }
  }

  /// Whether both limits apply to some person for one measure and purpose.
  fileprivate func clashes(with other: ReferenceLimit) -> Bool {
    measure == other.measure && kind.purpose == other.kind.purpose && device == other.device
      && task == other.task
      && (category == nil || other.category == nil || category == other.category)
      && bands.contains { other.bands.contains($0) }
  }
}

extension LimitKind {
  /// Purpose of the limit, at most one per person; derived limits replace published ones, context
  /// replaces typical ones.
  fileprivate var purpose: LimitKind {
    switch self {
    case .derived: .published
    case .context: .typical
    case .typical, .published: self
    }
  }
}

extension FindingRate: Shaped {
  package static let shape = Shape(others: .refused, FindingRate.init) {
    Field("group", \.group, .nonBlankText)
    Field("device", \.device, .choice)
    Field("left_out", \.leftOut, .nonBlankText)
    Field("recordings", \.recordings, .count)
    Field("compared", \.compared, .count)
    Field("outside", \.outside, .count)
    Field("percent", \.percent, .orNull(.number.short))
    Field("low_percent", \.lowPercent, .orNull(.number.short))
    Field("high_percent", \.highPercent, .orNull(.number.short))
    Field("decided_by", \.decidedBy, .map(of: .count))
  }
}

extension ReferenceCaution: Shaped {
  package static let shape = Shape(others: .refused, ReferenceCaution.init) {
    Field("bands", \.bands, .choices())
    Field("categories", \.categories, .groupsOrAny)
    Field("text", \.text, .caution)
    Field("basis", \.basis, .choice)
    Field("citation", \.citation, .nonBlankText)
  }
}

extension RecordingMinimum: Shaped {
  package static let shape = Shape(others: .refused, RecordingMinimum.init) {
    Field("property", \.property, .choice)
    Derived("unit", \.property.unit, .nonBlankText)
    Field("bands", \.bands, .choices(), unless: [])
    Field("category", \.category, .groupOrAny)
    Field("pass", \.pass, .number.short)
    Field("warn", \.warn, .number.short)
    Field("basis", \.basis, .choice)
    Field("citation", \.citation, .nonBlankText)
  }
  .checking { minimum, reading in
    guard minimum.warn > minimum.pass else { return }
    reading.note(
      "warn", found: "\(minimum.warn), above pass", allowed: "at most \(minimum.pass)")
  }

  /// Whether both minimums apply to some person with equal precision.
  fileprivate func clashes(with other: RecordingMinimum) -> Bool {
    property == other.property && precision == other.precision && category == other.category
      && (bands.isEmpty || bands.contains { other.bands.contains($0) })
  }
}
