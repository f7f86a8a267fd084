// The metadata of a recording in `NAME.json`: person, time, device, context and consent, all optional. An invalid
// person is an error, and the recording is then not a guest's.

package import BaselineService
internal import RecordStore
package import VoiceTypes

/// A valid sidecar.
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
    if person == nil { reader.expectNobody(besides: unknownKeys) }
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

  /// The document that the store keeps.
  package var answers: JSONValue { SessionAnswers.json(given: given) }
}

/// An invalid sidecar.
package struct SidecarFault: Error, Sendable, Equatable {
  /// One line per problem, at least one.
  package let problems: [String]

  /// The caller's reference, if it can be read.
  package var reference: String?

  /// SHA-256 of its recording, if it can be read.
  package var sha256: String?

  package init(problems: [String], reference: String? = nil, sha256: String? = nil) {
    (self.problems, self.reference, self.sha256) = (problems, reference, sha256)
  }

  /// The stable code.
  package static let code = "profile_invalid"

  package static let advice =
    "correct these fields, and put the file next to its recording in the inbox again"

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
      .init(
        "reference", ["type": ["string", "null"], "pattern": .string("^[\\s\\S]\(length)$")]),
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
