internal import VoiceTypes

/// JSON Schemas of requests and responses.
extension JSONValue {
  static let anyText: JSONValue = ["type": "string"]
  static let textOrNull: JSONValue = ["type": ["string", "null"]]
  static let anyFlag: JSONValue = ["type": "boolean"]
  static let anyInteger: JSONValue = ["type": "integer"]
  static let numberOrNull: JSONValue = ["type": ["number", "null"]]
  static let anyObject: JSONValue = ["type": "object"]
  static let objectOrNull: JSONValue = ["type": ["object", "null"]]

  static func list(of items: JSONValue) -> JSONValue { ["type": "array", "items": items] }

  static func words<Choice: RawRepresentable<String> & CaseIterable>(
    of type: Choice.Type
  ) -> JSONValue {
    ["enum": .array(type.allCases.map { .string($0.rawValue) })]
  }

  /// Returns the JSON Schema of an object with the schemas of its members.
  /// - Parameter required: The keys of the required members; nil for all.
  static func record(
    _ members: KeyValuePairs<String, JSONValue>, required: [String]? = nil
  ) -> JSONValue {
    record(members.map { Member($0.key, $0.value) }, required: required)
  }

  /// Returns the JSON Schema of an object with the schemas of its members.
  /// - Parameter required: The keys of the required members; nil for all.
  static func record(_ members: [Member], required: [String]? = nil) -> JSONValue {
    let keys = required ?? members.map(\.key)
    let needed = keys.isEmpty ? [] : [Member("required", .array(keys.map { .string($0) }))]
    return .object([Member("type", "object")] + needed + [Member("properties", .object(members))])
  }
}
