// The known keywords of schemas with the form of their values. A schema is checked before its use.

import VoiceTypes

/// The vocabulary of `JSONSchemaValidator`.
enum SchemaKeywords {
  /// Keywords for readers, without an effect on validation.
  static let annotations: Set<String> = ["$schema", "$id", "title", "description"]

  private static let types: Set<String> = [
    "null", "boolean", "string", "number", "integer", "array", "object",
  ]

  /// Throws at the first keyword, at any depth, that is unknown or malformed.
  static func check(_ schema: JSONValue, at place: String) throws(SchemaFault) {
    if case .bool = schema { return }
    guard case .object(let keywords) = schema else {
      throw SchemaFault(description: "\(place): a schema is an object or a boolean")
    }
    for keyword in keywords {
      try check(keyword.key, keyword.value, at: "\(place)/\(keyword.key)")
    }
  }

  private static func check(
    _ keyword: String, _ rule: JSONValue, at place: String
  ) throws(SchemaFault) {
    switch keyword {
    case "items", "additionalProperties", "propertyNames", "not":
      try check(rule, at: place)
    case "properties":
      guard case .object(let members) = rule else { throw malformed(place) }
      for member in members { try check(member.value, at: "\(place)/\(member.key)") }
    case "oneOf", "anyOf":
      guard !rule.elements.isEmpty else { throw malformed(place) }
      for branch in rule.elements { try check(branch, at: place) }
    default:
      guard try isWellFormed(keyword, rule, at: place) else { throw malformed(place) }
    }
  }

  private static func isWellFormed(
    _ keyword: String, _ rule: JSONValue, at place: String
  ) throws(SchemaFault) -> Bool {
    switch keyword {
    case "type":
      let names = rule.elements.isEmpty ? [rule] : rule.elements
      return names.allSatisfy { $0.stringValue.map(types.contains) ?? false }
    case "enum": return !rule.elements.isEmpty
    case "const": return true
    case "required":
      if case .array(let names) = rule { return names.allSatisfy { $0.stringValue != nil } }
      return false
    case "pattern": return rule.stringValue.map { (try? Pattern.of($0)) != nil } ?? false
    case "minimum", "maximum", "exclusiveMinimum": return rule.numberValue != nil
    case "minLength", "minItems", "maxItems":
      if case .int(let count) = rule { return count >= 0 }
      return false
    default:
      guard annotations.contains(keyword) else {
        throw SchemaFault(description: "\(place): unknown keyword")
      }
      return rule.stringValue != nil
    }
  }

  private static func malformed(_ place: String) -> SchemaFault {
    SchemaFault(description: "\(place): malformed")
  }
}
