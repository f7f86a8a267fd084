// The keywords of JSON Schema 2020-12 in the schemas of sagevoice. An unknown keyword is an error, so no check is
// skipped silently.

package import VoiceTypes

/// An unsupported schema.
package struct SchemaFault: Error, Equatable, CustomStringConvertible {
  /// The place in the schema and its fault.
  package let description: String
}

/// Checks values against one schema.
package struct JSONSchemaValidator: Sendable {
  private let schema: JSONValue

  /// Parses a schema. Every keyword at every depth must be known and well formed.
  package init(_ schema: JSONValue) throws(SchemaFault) {
    try SchemaKeywords.check(schema, at: "#")
    self.schema = schema
  }

  /// Faults of a value, one line each with its place; empty for a valid value.
  package func problems(in value: JSONValue) -> [String] {
    Self.problems(in: value, by: schema, at: "$")
  }

  static func problems(
    in value: JSONValue, by schema: JSONValue, at place: String
  ) -> [String] {
    if case .bool(let allowed) = schema {
      return allowed ? [] : ["\(place): nothing is allowed here"]
    }
    return schema.members.flatMap { keyword in
      check(value, keyword.key, keyword.value, in: schema, at: place)
    }
  }

  private static func check(
    _ value: JSONValue, _ keyword: String, _ rule: JSONValue, in schema: JSONValue,
    at place: String
  ) -> [String] {
    switch keyword {
    case "properties", "required", "additionalProperties", "propertyNames":
      return ObjectRules.problems(in: value, keyword, rule, in: schema, at: place)
    case "items":
      return value.elements.enumerated().flatMap { index, element in
        problems(in: element, by: rule, at: "\(place)[\(index)]")
      }
    case "oneOf", "anyOf", "not":
      return combination(value, keyword, rule, at: place)
    default:
      return PlainRules.isMet(keyword, rule, by: value) ? [] : ["\(place): \(keyword) is not met"]
    }
  }

  private static func combination(
    _ value: JSONValue, _ keyword: String, _ rule: JSONValue, at place: String
  ) -> [String] {
    let branches = keyword == "not" ? [rule] : rule.elements
    let faults = branches.map { problems(in: value, by: $0, at: place) }
    let matches = faults.count { $0.isEmpty }
    let isMet =
      switch keyword {
      case "oneOf": matches == 1
      case "anyOf": matches >= 1
      default: matches == 0
      }
    return isMet ? [] : ["\(place): \(keyword) has \(matches) matches"] + faults.flatMap { $0 }
  }
}

/// Keywords for members of objects.
private enum ObjectRules {
  static func problems(
    in value: JSONValue, _ keyword: String, _ rule: JSONValue, in schema: JSONValue,
    at place: String
  ) -> [String] {
    guard case .object(let members) = value else { return [] }
    switch keyword {
    case "properties":
      return members.flatMap { member in
        rule[member.key].map { problems(of: member, by: $0, at: place) } ?? []
      }
    case "required":
      return rule.elements.compactMap(\.stringValue).filter { value[$0] == nil }
        .map { "\(place): \($0) is missing" }
    case "additionalProperties":
      let known = Set(schema["properties"]?.keys ?? [])
      return members.filter { !known.contains($0.key) }
        .flatMap { problems(of: $0, by: rule, at: place) }
    default:
      return members.flatMap { member in
        JSONSchemaValidator.problems(
          in: .string(member.key), by: rule, at: "\(place): name \(member.key)")
      }
    }
  }

  private static func problems(
    of member: JSONValue.Member, by schema: JSONValue, at place: String
  ) -> [String] {
    JSONSchemaValidator.problems(in: member.value, by: schema, at: "\(place).\(member.key)")
  }
}

/// Keywords for single values. Each accepts values of other types.
private enum PlainRules {
  static func isMet(_ keyword: String, _ rule: JSONValue, by value: JSONValue) -> Bool {
    switch keyword {
    case "type":
      return (rule.elements.isEmpty ? [rule] : rule.elements).contains { has($0, value) }
    case "const": return isEqual(value, rule)
    case "enum": return rule.elements.contains { isEqual(value, $0) }
    case "pattern": return value.stringValue.map { matches($0, rule) } ?? true
    case "minLength":
      return holds(rule, for: value.stringValue.map { Double($0.unicodeScalars.count) }, >=)
    case "minimum": return holds(rule, for: value.numberValue, >=)
    case "maximum": return holds(rule, for: value.numberValue, <=)
    case "exclusiveMinimum": return holds(rule, for: value.numberValue, >)
    case "minItems": return holds(rule, for: count(of: value), >=)
    case "maxItems": return holds(rule, for: count(of: value), <=)
    default: return SchemaKeywords.annotations.contains(keyword)
    }
  }

  private static func has(_ type: JSONValue, _ value: JSONValue) -> Bool {
    switch (type.stringValue, value) {
    case ("null", .null), ("boolean", .bool), ("string", .string), ("array", .array),
      ("object", .object), ("number", .int), ("number", .number), ("integer", .int):
      true
    case ("integer", .number(let number)): number == number.rounded()
    default: false
    }
  }

  /// JSON Schema: numbers are equal by value, `1` and `1.0` alike; a boolean is never a number.
  private static func isEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
    if let left = left.numberValue, let right = right.numberValue { return left == right }
    return left == right
  }

  private static func matches(_ text: String, _ pattern: JSONValue) -> Bool {
    (try? Pattern.of(pattern.stringValue ?? "").isFound(in: text)) ?? false
  }

  private static func holds(
    _ rule: JSONValue, for number: Double?, _ comparison: (Double, Double) -> Bool
  ) -> Bool {
    guard let number else { return true }
    return rule.numberValue.map { comparison(number, $0) } ?? false
  }

  private static func count(of value: JSONValue) -> Double? {
    if case .array(let elements) = value { Double(elements.count) } else { nil }
  }
}
