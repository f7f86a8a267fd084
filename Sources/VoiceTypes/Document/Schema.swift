// The pieces that the published schemas are made of. The order of members is that of the text.

/// Parts of a JSON Schema, draft 2020-12.
enum Schema {
  typealias Member = JSONValue.Member

  /// How long a list may be.
  enum ListLength {
    case any
    case notEmpty
  }

  static var anyText: JSONValue { ["type": "string"] }

  /// A text that is not empty.
  static var text: JSONValue { ["type": "string", "minLength": 1] }

  static var flag: JSONValue { ["type": "boolean"] }
  static var number: JSONValue { ["type": "number"] }
  static var notNegative: JSONValue { ["type": "number", "minimum": 0] }
  static var positive: JSONValue { ["type": "number", "exclusiveMinimum": 0] }
  static var count: JSONValue { ["type": "integer", "minimum": 0] }
  static var positiveCount: JSONValue { ["type": "integer", "minimum": 1] }

  /// SHA-256 as lower-case hexadecimal digits.
  static var hash: JSONValue { ["type": "string", "pattern": "^[0-9a-f]{64}$"] }
  static var hashOrNull: JSONValue { ["type": ["string", "null"], "pattern": "^[0-9a-f]{64}$"] }

  static var signalType: JSONValue { ["enum": [1, 2, 3, 4, .null]] }

  static func names(of members: [Member]) -> [JSONValue] {
    members.map { .string($0.key) }
  }

  /// An object in which every member is required and no other is allowed.
  static func object(_ members: [Member]) -> JSONValue {
    [
      "type": "object",
      "properties": .object(members),
      "required": .array(names(of: members)),
      "additionalProperties": false,
    ]
  }

  static func list(of items: JSONValue, _ length: ListLength = .any) -> JSONValue {
    switch length {
    case .any: ["type": "array", "items": items]
    case .notEmpty: ["type": "array", "items": items, "minItems": 1]
    }
  }

  static func nullable(_ type: String) -> JSONValue { ["type": [.string(type), "null"]] }

  static func orNull(_ schema: JSONValue) -> JSONValue { ["oneOf": [["type": "null"], schema]] }

  // MARK: - Words

  static func oneOf<T: CaseIterable & RawRepresentable<String>>(_ type: T.Type) -> JSONValue {
    ["enum": .array(words(of: type))]
  }

  static func nullableOneOf<T: CaseIterable & RawRepresentable<String>>(
    _ type: T.Type
  ) -> JSONValue {
    ["enum": .array(words(of: type) + [.null])]
  }

  static func words<T: CaseIterable & RawRepresentable<String>>(of type: T.Type) -> [JSONValue] {
    T.allCases.map { .string($0.rawValue) }
  }

  // MARK: - States of a document

  /// A document of `state` with all of `members`, and without the reasons that it could lack them
  /// for.
  static func state(
    _ state: String, with members: [Member], without reasons: String,
    where others: [Member] = []
  ) -> JSONValue {
    [
      "properties": .object([Member("state", ["const": .string(state)])] + others),
      "required": .array(names(of: members)),
      "not": ["required": [.string(reasons)]],
    ]
  }

  /// A document of `state` that has `reasons` in the place of `members`.
  static func state(
    _ state: String, with reasons: String, insteadOf members: [Member]
  ) -> JSONValue {
    [
      "properties": ["state": ["const": .string(state)]],
      "required": [.string(reasons)],
      "not": ["anyOf": .array(members.map { ["required": [.string($0.key)]] })],
    ]
  }
}
