// From JSON to a profile. A field that is missing or null was not told; a field that is there is
// checked. Nothing is guessed, converted or trimmed.

extension UserProfile {
  /// The profile in a JSON text.
  public init(parsing bytes: [UInt8], mode: ValidationMode) throws(ProfileError) {
    let json: JSONValue
    do {
      json = try JSONValue.parse(bytes)
    } catch {
      throw ProfileError(faults: [ProfileReader.fault(found: error.description)])
    }
    try self.init(json: json, mode: mode)
  }

  /// The profile in a JSON value; members that are not of a profile are kept as they are.
  public init(json: JSONValue, mode: ValidationMode) throws(ProfileError) {
    guard case .object(let members) = json else {
      throw ProfileError(faults: [ProfileReader.fault(found: json.kind)])
    }
    let unknown = members.filter { ProfileField(rawValue: $0.key) == nil }
    var reader = ProfileReader(json: json, mode: mode)
    do {
      self = try reader.profile()
      unknownMembers = unknown
    } catch {
      throw ProfileError(faults: error.faults, warnings: Self.warnings(of: unknown))
    }
  }

  /// What to tell whoever wrote the profile: keys that mean nothing here may be misspelt.
  public var warnings: [String] { Self.warnings(of: unknownMembers) }

  private static func warnings(of unknown: [JSONValue.Member]) -> [String] {
    guard !unknown.isEmpty else { return [] }
    let known = ProfileField.allCases.map(\.rawValue).joined(separator: ", ")
    return unknown.map {
      "\($0.key.excerpt) is not a key of a profile; it is kept and has no effect"
    } + ["the keys of a profile are \(known)"]
  }
}

/// Reads the fields of one profile.
private struct ProfileReader {
  private let json: JSONValue
  private let mode: ValidationMode
  private var faults: [ProfileFault] = []

  init(json: JSONValue, mode: ValidationMode) {
    self.json = json
    self.mode = mode
  }

  /// A fault of the profile as a whole.
  static func fault(found: String) -> ProfileFault {
    ProfileFault(
      field: "profile", found: found,
      allowed: "one JSON object with \(ProfileField.userID.rawValue) at least")
  }

  mutating func profile() throws(ProfileError) -> UserProfile {
    var profile = UserProfile(userID: try userID())
    profile.age = try age()
    profile.genderIdentity = try choice(.genderIdentity)
    profile.sexAssignedAtBirth = try choice(.sexAssignedAtBirth)
    profile.voiceConditions = try conditions(.voiceConditions)
    profile.diagnosedConditions = try conditions(.diagnosedConditions)
    profile.suspectedConditions = try texts(.suspectedConditions)
    profile.voiceReference = try choice(.voiceReference)
    profile.deviceModel = try text(.deviceModel)
    profile.osVersion = try text(.osVersion)
    profile.createdAt = try text(.createdAt, where: Timestamp.isValid)
    guard faults.isEmpty else { throw ProfileError(faults: faults) }
    return profile
  }

  // MARK: - Fields

  /// The one field that must be there.
  private mutating func userID() throws(ProfileError) -> String {
    guard json[ProfileField.userID.rawValue] != nil else {
      try report(.userID, found: "nothing")
      return ""
    }
    if value(of: .userID) == nil { try report(.userID, found: "null") }
    return try text(.userID) ?? ""
  }

  private mutating func age() throws(ProfileError) -> Age? {
    guard let value = value(of: .age) else { return nil }
    let years: Int? =
      switch value {
      case .int(let years): years
      // JSON Schema counts 34.0 among the whole numbers, and some languages write it so.
      case .number(let number): Int(exactly: number)
      default: nil
      }
    if let age = years.flatMap(Age.init(years:)) { return age }
    try report(.age, found: value.excerpt)
    return nil
  }

  private mutating func choice<Choice: RawRepresentable<String>>(
    _ field: ProfileField
  ) throws(ProfileError) -> Choice? {
    try text(field) { Choice(rawValue: $0) != nil }.flatMap(Choice.init(rawValue:))
  }

  private mutating func text(
    _ field: ProfileField, where isAllowed: (String) -> Bool = { !$0.isBlank }
  ) throws(ProfileError) -> String? {
    guard let value = value(of: field) else { return nil }
    if case .string(let text) = value, isAllowed(text) { return text }
    try report(field, found: found(value, in: field))
    return nil
  }

  /// A list that has to name something.
  private mutating func conditions(_ field: ProfileField) throws(ProfileError) -> [String]? {
    let conditions = try texts(field)
    if conditions == [] { try report(field, found: "an empty list") }
    return conditions
  }

  private mutating func texts(_ field: ProfileField) throws(ProfileError) -> [String]? {
    guard let value = value(of: field) else { return nil }
    guard case .array(let elements) = value else {
      try report(field, found: found(value, in: field))
      return nil
    }
    var texts: [String] = []
    for (index, element) in elements.enumerated() {
      if case .string(let text) = element, !text.isBlank {
        texts.append(text)
      } else {
        try report(field, at: index, found: found(element, in: field))
      }
    }
    return texts.isEmpty && !elements.isEmpty ? nil : texts
  }

  // MARK: - Values and faults

  /// The value of a field; nil where it was not told.
  private func value(of field: ProfileField) -> JSONValue? {
    json[field.rawValue].flatMap { $0 == .null ? nil : $0 }
  }

  private func found(_ value: JSONValue, in field: ProfileField) -> String {
    guard field.isConfidential else { return value.excerpt }
    if case .string(let text) = value, text.isBlank { return "a blank text" }
    return value.kind
  }

  private mutating func report(
    _ field: ProfileField, at index: Int? = nil, found: String
  ) throws(ProfileError) {
    let place = field.rawValue + (index.map { "[\($0)]" } ?? "")
    faults.append(ProfileFault(field: place, found: found, allowed: field.allowed))
    if mode == .firstFault { throw ProfileError(faults: faults) }
  }
}

extension String {
  /// Whether there is nothing to read in the text.
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
