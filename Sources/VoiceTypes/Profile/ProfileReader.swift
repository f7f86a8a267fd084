/// Parses a profile or person in either format. Faults use the keys of the input.
struct ProfileReader {
  /// Name of the whole input in messages.
  static let whole = "profile"

  private let mode: ValidationMode

  init(_ mode: ValidationMode) { self.mode = mode }

  /// Parses a JSON text with `read`, which expects the project's own format.
  func read<Value>(
    parsing bytes: [UInt8], _ read: (JSONValue) throws(ProfileError) -> Value
  ) throws(ProfileError) -> Value {
    let json: JSONValue
    do {
      json = try JSONValue.parse(bytes, .ofPeople)
    } catch {
      throw ProfileError(faults: [Self.unreadable(error.description)])
    }
    guard json.ownMembers.count <= Person.keys.count + UnknownMembers.mostMembers,
      let form = AppForm(of: json)
    else {
      try UnknownMembers.check(json, except: Person.keys)
      return try read(json)
    }
    try UnknownMembers.check(form.own, except: Person.keys)
    do {
      return try read(form.own)
    } catch {
      throw form.naming(error)
    }
  }

  /// Parses a JSON value by a document schema.
  func read<Value>(
    _ json: JSONValue, by shape: Shape<Value>, keys: [String]
  ) throws(ProfileError) -> Value {
    guard case .object = json else { throw ProfileError(faults: [Self.unreadable(json.kind)]) }
    var reading = ShapeReading(of: Self.whole, prefix: "", mode: mode)
    do {
      return try shape.read(json, &reading)
    } catch {
      throw ProfileError(
        faults: error.faults.map { ProfileFault($0) },
        warnings: Self.warnings(of: Self.unknown(in: json, keys: keys), keys: keys))
    }
  }

  /// Members with keys outside `keys`.
  static func unknown(in json: JSONValue, keys: [String]) -> [JSONValue.Member] {
    json.ownMembers.filter { !keys.contains($0.key) }
  }

  /// Warnings about unknown members, whose keys may be misspelt.
  static func warnings(of unknown: [JSONValue.Member], keys: [String]) -> [String] {
    guard !unknown.isEmpty else { return [] }
    return unknown.map {
      "\($0.key.excerpt) is not a key of a profile. It is stored without effect"
    } + ["the keys of a profile are \(keys.joined(separator: ", "))"]
  }

  private static func unreadable(_ found: String) -> ProfileFault {
    ProfileFault(
      field: whole, code: .unreadable, found: found,
      allowed: "one JSON object with at least \(ProfileField.userID.rawValue)")
  }
}

extension ProfileFault {
  /// Converts a fault of a document schema.
  fileprivate init(_ fault: FileFault) {
    self.init(
      field: fault.place, code: fault.kind == .missing ? .missing : .invalid, found: fault.found,
      allowed: fault.allowed)
  }
}
