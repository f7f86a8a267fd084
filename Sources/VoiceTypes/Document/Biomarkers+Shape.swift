/// Reason for the absence of a named number.
package struct NamedReason: Sendable {
  package var name: String
  package var reason: Unavailability

  /// Document schema of reasons for the numbers `names`. The reader accepts other names, which a
  /// later version may have added.
  static func shape(of names: [String]) -> Shape<NamedReason> {
    Shape<NamedReason> {
      Field(
        "measure", \.name,
        .anyText.described(by: ["enum": .array(names.map { .string($0) })]))
      Field(\.reason, inline: Unavailability.shape)
    } make: {
      NamedReason(name: $0, reason: $1)
    }
  }
}

extension Unavailability: Shaped {
  package static let shape = Shape<Unavailability> {
    Field("code", \.code, .choice)
    Field("message", \.message, .text)
    Field("needed", \.needed, .orNull(.number.short))
    Field("found", \.found, .orNull(.number.short))
    Field("sentence", \.sentence, ifThere: .shaped)
  } make: { code, message, needed, found, sentence in
    var reason = Unavailability(code, message, needed: needed, found: found)
    reason.sentence = sentence
    return reason
  }
}

/// Values of a document by name. Each is a number without a reason, or null with exactly one.
struct NamedValues {
  private var reasons: [String: [Unavailability]] = [:]

  init(_ reasons: [NamedReason]) {
    for entry in reasons { self.reasons[entry.name, default: []].append(entry.reason) }
  }

  /// Combines the decoded `number` with its reason. Records a fault if they disagree.
  func value(
    _ name: String, _ number: Double?, _ reading: inout ShapeReading
  ) -> Measured {
    switch (number, reasons[name] ?? []) {
    case (let number?, let reasons) where reasons.isEmpty: return Measured(number)
    case (nil, let reasons) where reasons.count == 1: return .unavailable(reasons[0])
    case (_, let reasons):
      reading.note(
        "unavailable", found: "\(reasons.count) reasons for \(name)",
        allowed: "one for a null, none for a number")
      return .unavailable(.notCarried)
    }
  }

  /// Whether the document has a reason for `name`.
  func hasReason(for name: String) -> Bool { reasons[name] != nil }
}

extension Unavailability {
  /// Measure that an earlier version lacks.
  fileprivate static let notCarried = Unavailability(ReasonText.notCarried)
}

extension Biomarkers: Shaped {
  private static let components = "components"

  /// Members of the measures. They are one hand-written field, because the measures are a table.
  package static let shape = Shape<Biomarkers>({ $0 }) {
    Field<Biomarkers, Biomarkers>(
      part: Part(
        write: { biomarkers, members in
          members.append(.init("biomarkers", biomarkers.numbers))
          members.append(.init("unavailable", .array(reasons(biomarkers.unavailable))))
          members.append(.init("flags", .array(reasons(biomarkers.flagged))))
        },
        describe: { description in
          description.add("biomarkers", schema, .required)
          description.add("unavailable", reasonList.describe(), .required)
          description.add("flags", reasonList.describe(), .required)
        }),
      read: read)
  }

  private static let reason = NamedReason.shape(of: Measure.allCases.map(\.rawValue))
  private static var reasonList: JSONCoder<[NamedReason]> { .list(of: reason.codec) }

  private static func number(of measure: Measure) -> JSONCoder<Double?> {
    .orNull(measure.isCount ? .number.short.described(by: ["type": "integer"]) : .number)
  }

  // MARK: - Writing

  private static func reasons(
    _ reasons: [(measure: Measure, reason: Unavailability)]
  ) -> [JSONValue] {
    reasons.map {
      reason.json(of: NamedReason(name: $0.measure.rawValue, reason: $0.reason))
    }
  }

  private var numbers: JSONValue {
    .object(
      MeasureGroup.allCases.map { group in
        var members = group.measures.map { measure in
          JSONValue.Member(measure.key, json(of: measure))
        }
        if group == .stability {
          members.append(
            .init(Self.components, .map(stabilityComponents.mapValues { .number($0) })))
        }
        return .init(group.rawValue, .object(members))
      })
  }

  private func json(of measure: Measure) -> JSONValue {
    guard let number = self[measure].number else { return .null }
    return measure.isCount ? .wholeIfExact(number) : .number(number)
  }

  // MARK: - Schema

  private static var schema: JSONValue {
    object(
      MeasureGroup.allCases.map { group in
        var members = group.measures.map {
          JSONValue.Member($0.key, number(of: $0).describe())
        }
        if group == .stability {
          members.append(.init(components, JSONCoder<[String: Double]>.map(of: .number).describe()))
        }
        return .init(group.rawValue, object(members))
      })
  }

  private static func object(_ members: [JSONValue.Member]) -> JSONValue {
    var description = ObjectDescription()
    for member in members { description.add(member.key, member.value, .required) }
    return .object(description.schema(isOpen: false))
  }

  // MARK: - Reading

  /// Measures that an earlier version lacks are unavailable. Measures of later versions are
  /// ignored.
  private static func read(
    _ json: JSONValue, _ reading: inout ShapeReading
  ) -> Biomarkers? {
    let before = reading.count
    let reasons = reading.member("unavailable", of: json, reasonList.read)
    var biomarkers = Biomarkers(unsetBecause: .notCarried)
    _ = reading.member("biomarkers", of: json) { json, reading -> Void? in
      guard case .object = json else { return reading.refuse(json, allowed: "an object") }
      for group in MeasureGroup.allCases where json[group.rawValue] != nil {
        _ = reading.member(group.rawValue, of: json) { biomarkers.readGroup(group, $0, &$1) }
      }
      return ()
    }
    // Earlier versions wrote no flags.
    let flags =
      json["flags"] == nil ? [] : reading.member("flags", of: json, reasonList.read) ?? []
    guard let reasons, reading.count == before else { return nil }
    for flag in flags {
      guard let measure = Measure(rawValue: flag.name) else { continue }
      biomarkers.flags[measure, default: []].append(flag.reason)
    }
    let values = NamedValues(reasons)
    for measure in Measure.allCases {
      let found = json["biomarkers"]?[measure.group.rawValue]?[measure.key]
      guard found != nil || values.hasReason(for: measure.rawValue) else { continue }
      biomarkers[measure] = values.value(measure.rawValue, found?.finiteNumber, &reading)
    }
    return reading.count == before ? biomarkers : nil
  }

  /// Validates a group and stores the components of the stability score.
  private mutating func readGroup(
    _ group: MeasureGroup, _ json: JSONValue, _ reading: inout ShapeReading
  ) -> Void? {
    guard case .object = json else { return reading.refuse(json, allowed: "an object") }
    for measure in group.measures where json[measure.key] != nil {
      _ = reading.member(measure.key, of: json, Self.number(of: measure).read)
    }
    guard group == .stability, json[Self.components] != nil else { return () }
    let parts = reading.member(
      Self.components, of: json, JSONCoder<[String: Double]>.map(of: .number).read)
    stabilityComponents = parts ?? [:]
    return ()
  }
}
