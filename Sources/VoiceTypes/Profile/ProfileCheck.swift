// Output of `sagevoice profile check`. Names and meanings are a contract with other programs. It
// contains no identifying value.

/// Validation result of a profile or person.
public struct ProfileCheck: Sendable, Equatable {
  /// Name and version of the format.
  public static let schema = "sagevoice/profile-check/1"

  /// Key style.
  public enum Form: String, CaseIterable, Sendable {
    /// Project format: `gender_identity`.
    case own
    /// Format of the onboarding app: `genderIdentity`.
    case app
  }

  /// Key style of the input.
  public let form: Form

  /// Highest stage of the person; nil with faults or without a device.
  public let stage: PersonStage?

  /// Faults in the order of the fields.
  public let faults: [ProfileFault]

  /// Further missing members of a complete person; empty if the input is not a JSON object.
  public let missing: [ProfileFault]

  /// Unknown keys.
  public let warnings: [String]

  /// Validates a JSON text.
  public init(parsing bytes: [UInt8]) {
    let json = try? JSONValue.parse(bytes, .ofPeople)
    let app = json.flatMap { AppForm(of: $0) }
    let person = Self.person(parsing: bytes)
    form = app == nil ? .own : .app
    switch person {
    case .success(let person):
      (stage, faults) = (person.stage, [])
      missing = person.missing(for: .complete).map { app?.naming($0) ?? $0 }
      warnings = person.warnings
    case .failure(let error):
      (stage, faults, warnings) = (nil, error.faults, error.warnings)
      let own = app?.own ?? json
      let isObject = own.map { if case .object = $0 { true } else { false } } ?? false
      let named = Set(error.faults.map(\.field))
      missing =
        (isObject ? own : nil).map { Person.missing(in: $0, for: .complete) }?
        .map { app?.naming($0) ?? $0 }.filter { !named.contains($0.field) } ?? []
    }
  }

  /// Whether the input has no fault and reaches `stage`. Without a stage, absence of faults
  /// suffices.
  public func holds(for stage: PersonStage?) -> Bool {
    faults.isEmpty && (stage == nil || self.stage == stage || self.stage == .complete)
  }

  private static func person(parsing bytes: [UInt8]) -> Result<Person, ProfileError> {
    do {
      return .success(try Person(parsing: bytes, mode: .allFaults))
    } catch {
      return .failure(error)
    }
  }
}

extension ProfileCheck {
  /// Validation result as JSON.
  public var json: JSONValue { Self.shape.json(of: self) }

  /// JSON Schema of `sagevoice/profile-check/1`, draft 2020-12.
  public static var jsonSchema: JSONValue {
    shape.schema(
      id: "urn:sagevoice:profile-check:1",
      title: "sagevoice profile check, the invalid and missing fields of a profile")
  }

  static let shape = Shape<ProfileCheck> {
    Derived("schema", always: schema)
    Field("form", \.form, .choice)
    Field("stage", \.stage, .orNull(.choice))
    Field("faults", \.faults, .list(of: .shaped))
    Field("missing", \.missing, .list(of: .shaped))
    Field("warnings", \.warnings, .list(of: .text))
  } make: { form, stage, faults, missing, warnings in
    ProfileCheck(form: form, stage: stage, faults: faults, missing: missing, warnings: warnings)
  }

  private init(
    form: Form, stage: PersonStage?, faults: [ProfileFault], missing: [ProfileFault],
    warnings: [String]
  ) {
    (self.form, self.stage) = (form, stage)
    (self.faults, self.missing, self.warnings) = (faults, missing, warnings)
  }
}

extension ProfileFault: Shaped {
  package static let shape = Shape<ProfileFault> {
    Field("field", \.field, .text)
    Field("code", \.code, .choice)
    Field("found", \.found, .text)
    Field("allowed", \.allowed, .text)
  } make: { field, code, found, allowed in
    ProfileFault(field: field, code: code, found: found, allowed: allowed)
  }
}
