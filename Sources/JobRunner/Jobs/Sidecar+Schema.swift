// What a sidecar may hold, for programs that write one: the members of the profile and of the notes
// are theirs to describe.

internal import BaselineService
package import VoiceTypes

extension Sidecar {
  /// JSON Schema of `NAME.json` beside a recording, draft 2020-12. It allows what the reader reads,
  /// and days that do not exist.
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

  /// What may stand beside the person.
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
  /// The members of an object; none of another value.
  fileprivate var objectMembers: [Member] {
    if case .object(let members) = self { members } else { [] }
  }

  /// A schema of a document within another one.
  fileprivate var described: JSONValue {
    .object(objectMembers.filter { !["$schema", "$id", "title"].contains($0.key) })
  }
}
