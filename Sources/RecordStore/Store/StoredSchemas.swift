// The schemas of the store's files that other programs read.

package import VoiceTypes

extension SessionHeader {
  /// JSON Schema of `header.json`, draft 2020-12.
  package static var jsonSchema: JSONValue {
    FiledHeader.shape.schema(
      id: "urn:sagevoice:session:1",
      title: "sagevoice header of a session: person, recording and software")
  }
}

extension StateRecord {
  /// JSON Schema of `state.json`, draft 2020-12.
  package static var jsonSchema: JSONValue {
    FiledState.shape.schema(
      id: "urn:sagevoice:state:1",
      title: "sagevoice state of a session: progress of its recording")
  }
}

extension FailureReport {
  /// JSON Schema of `NAME.error.json`, draft 2020-12: of a file that was put away, and of one that
  /// lies elsewhere; of either as an encrypted store keeps it, too.
  package static var jsonSchema: JSONValue {
    let plain = [shape.codec.describe(), StrandedReport.shape.codec.describe()]
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "urn:sagevoice:error-report:1",
      "title": "sagevoice report of an unusable file",
      "oneOf": .array(plain + plain.map(sealed)),
    ]
  }

  /// The schema of a report of which the members that tell of somebody are within an encrypted one.
  private static func sealed(_ plain: JSONValue) -> JSONValue {
    plain.replacing("properties") { properties in
      RecordStore.hiddenMembers.sorted().reduce(properties) { properties, name in
        properties.replacing(name) { _ in ["type": "null"] }
      }.adding([
        .init(RecordStore.sealedMember, ["type": "string", "pattern": "^[0-9a-f]+$"])
      ])
    }.replacing("required") { required in
      guard case .array(let names) = required else { return required }
      return .array(names + [.string(RecordStore.sealedMember)])
    }
  }
}

extension ExportForm {
  /// JSON Schema of `export.json`, draft 2020-12.
  package static var manifestSchema: JSONValue {
    ExportManifest.shape.schema(
      id: "urn:sagevoice:export:1", title: "sagevoice manifest of an export")
  }
}

extension JSONValue {
  /// An object of which a member, if it is there, has another value.
  fileprivate func replacing(_ key: String, _ change: (JSONValue) -> JSONValue) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.map { $0.key == key ? Member(key, change($0.value)) : $0 })
  }

  /// An object with further members.
  fileprivate func adding(_ more: [Member]) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members + more)
  }
}
