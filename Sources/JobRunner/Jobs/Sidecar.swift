// The metadata of a recording in `NAME.json`: person, time, device, context and consent, all optional. An invalid
// person is an error, and the recording is then not a guest's.

package import BaselineService
internal import RecordStore
package import VoiceTypes

package struct Sidecar: Sendable {
  /// Nil for a guest.
  package let person: Person?

  package var profile: UserProfile? { person?.profile }

  /// The context of the recording, such as `clinic`.
  package let context: String?

  /// The caller's reference to the recording.
  package let reference: String?

  /// SHA-256 of its recording; nil for the recording of the same name.
  package let sha256: String?

  /// The consent as it was given.
  package let consent: JSONValue

  /// The consent in the form that has an effect; nil without one.
  package let agreed: Consent?

  /// Session, time, device and flags.
  package let notes: RecordingMetadata

  /// The recording conditions; nil if they are not given.
  package let capture: CaptureFacts?

  /// The whole sidecar as it was given.
  package let given: JSONValue

  package let unknownKeys: [String]

  /// Parses a sidecar, which may also be a profile alone.
  package init(parsing bytes: [UInt8]) throws(SidecarFault) {
    let json: JSONValue
    do {
      json = try JSONValue.parse(bytes, .ofPeople)
    } catch {
      throw SidecarFault(problems: [error.description])
    }
    try self.init(given: json)
  }

  package init(given json: JSONValue) throws(SidecarFault) {
    guard case .object(let members) = json else {
      throw SidecarFault(problems: ["the file is not a JSON object"])
    }
    given = json
    var reader = SidecarReader(json)
    let person = reader.person()
    self.person = person
    context = reader.text("context", atMost: nil)
    reference = reader.text("reference", atMost: SidecarReader.longestReference)
    sha256 = reader.sha256()
    consent = json["consent"] ?? .null
    agreed = reader.consent() ?? person?.consent
    notes = reader.notes(members)
    capture = reader.capture()
    unknownKeys = reader.unknownKeys(members)
    if person == nil { reader.expectNobody(except: unknownKeys) }
    guard reader.problems.isEmpty else {
      throw SidecarFault(problems: reader.problems, reference: reference, sha256: sha256)
    }
  }

  /// The reference in a sidecar, before its recording was read; nil if it may belong to another
  /// one.
  static func reference(in bytes: [UInt8]) -> String? {
    guard let sidecar = try? Sidecar(parsing: bytes), sidecar.sha256 == nil else { return nil }
    return sidecar.reference
  }

  /// Returns the sidecar with entries of a page head, unless it has its own.
  func with(_ header: ReportHeader?) throws(SidecarFault) -> Sidecar {
    guard let header, notes.reportHeader == nil, case .object(let members) = given else {
      return self
    }
    let key = "report_header"
    return try Sidecar(
      given: .object(members.filter { $0.key != key } + [.init(key, header.json)]))
  }

  /// The document that the store keeps.
  package var answers: JSONValue { SessionAnswers.json(given: given) }
}

package struct SidecarFault: Error, Sendable, Equatable {
  /// One line per problem, at least one.
  package let problems: [String]

  /// The caller's reference, if it can be read.
  package var reference: String?

  /// SHA-256 of its recording, if it can be read.
  package var sha256: String?

  package static let code = "profile_invalid"

  static let tooLarge = SidecarFault(problems: [
    "the file is larger than \(WatchSettings.mostSidecarBytes) bytes"
  ])
}

extension Sidecar {
  /// JSON Schema of `NAME.json`, draft 2020-12. It also allows dates that do not exist.
  package static var jsonSchema: JSONValue {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:sagevoice:sidecar:1",
      "title": "sagevoice sidecar: metadata of a recording",
      "description":
        """
      The file names no person, or a person in `profile`, or it is a profile with the other members. \
      Unknown members are stored only with a person. null is the same as a missing member. A \
      `profile` may also have the form of the onboarding app, which is not described here. A \
      consent with `signed` is the consent of a person and is applied.
      """,
      "type": "object",
      "oneOf": [.object(ofNobody), .object(ofPerson), .object(ofProfile)],
    ]
  }

  private static var ofNobody: [JSONValue.Member] {
    [
      .init("properties", .object([.init("profile", ["type": "null"])] + members)),
      .init("additionalProperties", false),
    ]
  }

  private static var ofPerson: [JSONValue.Member] {
    let profile = Person.jsonSchema.described
    return [
      .init("properties", .object([.init("profile", profile)] + members)),
      .init("required", ["profile"]),
    ]
  }

  private static var ofProfile: [JSONValue.Member] {
    let consent = PersonField.consent.rawValue
    let own = (Person.jsonSchema["properties"]?.objectMembers ?? []).filter { $0.key != consent }
    let others = members.filter { member in !own.contains { $0.key == member.key } }
    return [
      .init("properties", .object(own + others)), .init("required", ["user_id"]),
      .init("not", ["required": ["profile"]]),
    ]
  }

  /// The members except the person.
  private static var members: [JSONValue.Member] {
    let text: JSONValue = ["type": ["string", "null"], "minLength": 1]
    let length = "{1,\(SidecarReader.longestReference)}"
    return [
      .init("context", text),
      .init("reference", ["type": ["string", "null"], "pattern": .string("^[\\s\\S]\(length)$")]),
      .init("sha256", ["type": ["string", "null"], "pattern": "^[0-9a-fA-F]{64}$"]),
      .init("consent", true), .init("capture", JSONCoder<CaptureFacts?>.orNull(.shaped).describe()),
    ] + RecordingMetadata.schemaMembers
  }
}

extension JSONValue {
  fileprivate var objectMembers: [Member] {
    if case .object(let members) = self { members } else { [] }
  }

  /// The schema of a document as a part of another one.
  fileprivate var described: JSONValue {
    .object(objectMembers.filter { !["$schema", "$id", "title"].contains($0.key) })
  }
}

/// Parses the members of one sidecar and collects all problems.
struct SidecarReader {
  /// Characters of a reference, which is a key of another program [E].
  static let longestReference = 200

  private static let ownKeys = ["profile", "context", "reference", "consent", "sha256", "capture"]
  /// Without consent, which in a flat sidecar is that of the recording.
  private static let profileKeys =
    ProfileField.allCases.map(\.rawValue)
    + PersonField.allCases.filter { $0 != .consent }.map(\.rawValue)
  private static let userKey = ProfileField.userID.rawValue
  private(set) var problems: [String] = []
  private let json: JSONValue

  /// Unknown keys of the profile.
  private var unknownInside: [String] = []
  private let isBareProfile: Bool

  init(_ json: JSONValue) {
    self.json = json
    isBareProfile = json["profile"] == nil && json[Self.userKey] != nil
  }

  private func given(_ key: String) -> JSONValue? { json[key].flatMap { $0 == .null ? nil : $0 } }

  // MARK: - Members

  /// The person, in the form of this project or of the onboarding app; nil without one.
  mutating func person() -> Person? {
    guard let given = isBareProfile ? bareProfile : given("profile") else { return nil }
    do {
      let person = try Person(parsing: Array(given.text(.compact).utf8), mode: .allFaults)
      expectOne(person.profile.userID)
      unknownInside = isBareProfile ? [] : person.profile.unknownMembers.map(\.key)
      return person
    } catch {
      problems += error.faults.map(\.description)
      return nil
    }
  }

  /// The person of a flat sidecar, without the members of the recording: they would make a new
  /// version of the person with each recording.
  private var bareProfile: JSONValue {
    guard case .object(let members) = json else { return json }
    return .object(members.filter { Self.profileKeys.contains($0.key) })
  }

  /// A consent with `signed`. Other forms are stored unchanged and have no effect.
  mutating func consent() -> Consent? {
    guard let given = given("consent"), given["signed"] != nil else { return nil }
    return parsed(try Consent(json: given))
  }

  private mutating func expectOne(_ userID: String) {
    guard !isBareProfile, let other = given(Self.userKey) else { return }
    if case .string(let text) = other, text.utf8.elementsEqual(userID.utf8) { return }
    problems.append("user_id: found another id outside `profile`; allowed: in `profile` only")
  }

  mutating func text(_ key: String, atMost longest: Int?) -> String? {
    guard let value = given(key) else { return nil }
    if case .string(let text) = value, !text.isEmpty,
      longest.map({ text.unicodeScalars.count <= $0 }) ?? true
    {
      return text
    }
    let length = longest.map { " of 1 to \($0) characters" } ?? ""
    problems.append("\(key): found \(value.kind); allowed: a text\(length), or null")
    return nil
  }

  /// The SHA-256 of its recording, in lower case.
  mutating func sha256() -> String? {
    guard let value = given("sha256") else { return nil }
    if case .string(let text) = value, Hex.isSHA256(text.lowercased()) { return text.lowercased() }
    problems.append("sha256: found \(value.kind); allowed: 64 hexadecimal digits, or null")
    return nil
  }

  mutating func notes(_ members: [JSONValue.Member]) -> RecordingMetadata {
    let own = members.filter { RecordingMetadata.keys.contains($0.key) }
    do {
      return try RecordingMetadata(json: .object(own), from: "sidecar")
    } catch {
      problems.append(error.description)
      return RecordingMetadata()
    }
  }

  mutating func capture() -> CaptureFacts? {
    guard let given = given("capture") else { return nil }
    return parsed(try CaptureFacts(json: given))
  }

  /// A parsed value; nil after a fault, which becomes a problem.
  private mutating func parsed<Value>(
    _ body: @autoclosure () throws(FileFaults) -> Value
  ) -> Value? {
    do {
      return try body()
    } catch {
      problems += error.faults.map(\.description)
      return nil
    }
  }

  // MARK: - Other keys

  /// Unknown keys. A misspelt key is a problem, since its value would have no effect.
  mutating func unknownKeys(_ members: [JSONValue.Member]) -> [String] {
    let here =
      Self.ownKeys + RecordingMetadata.keys + (isBareProfile ? Self.profileKeys : [Self.userKey])
    let unknown = members.map(\.key).filter { !here.contains($0) }
    reportMisspelt(unknown, of: Self.ownKeys + RecordingMetadata.keys + Self.profileKeys)
    reportMisspelt(unknownInside, of: Self.profileKeys)
    return unknown + unknownInside
  }

  private mutating func reportMisspelt(_ keys: [String], of known: [String]) {
    let known = Dictionary(
      known.map { (Self.plain($0), $0) }, uniquingKeysWith: { first, _ in first })
    for key in keys {
      guard let meant = known[Self.plain(key)], meant != key else { continue }
      problems.append("\(key.excerpt) is unknown; did you mean \(meant.excerpt)?")
    }
  }

  /// A key without case and separators.
  private static func plain(_ key: String) -> String {
    key.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// Expects no person: an unknown key may be a misspelt one.
  mutating func expectNobody(except unknownKeys: [String]) {
    guard problems.isEmpty else { return }
    if given(Self.userKey) != nil {
      problems.append(
        "user_id: found outside `profile`; allowed: in `profile`, or without `profile`")
    }
    for key in unknownKeys {
      problems.append("\(key.excerpt) is unknown, and the file names no person; allowed: `profile`")
    }
  }
}
