// The validator of the tests against small schemas with known answers.

import TestSupport
import Testing
import VoiceTypes

@Suite struct SchemaValidatorTests {
  /// Schema, a value that is valid, a value that is not.
  private static let pairs: [(schema: String, valid: String, invalid: String)] = [
    (#"{"type":"number"}"#, "1.5", "true"),
    (#"{"type":"integer"}"#, "1.0", "1.5"),
    (#"{"type":"integer"}"#, "7", "false"),
    (#"{"type":"boolean"}"#, "false", "0"),
    (#"{"type":["string","null"]}"#, "null", "1"),
    (#"{"type":["string","null"]}"#, "\"a\"", "[]"),
    (#"{"type":"array"}"#, "[]", "{}"),
    (#"{"type":"object"}"#, "{}", "[]"),
    (#"{"const":1}"#, "1.0", "true"),
    (#"{"const":{"a":[1]}}"#, #"{"a":[1]}"#, #"{"a":[2]}"#),
    (#"{"enum":[1,null,"a"]}"#, "null", "false"),
    (#"{"enum":[1,null,"a"]}"#, "\"a\"", "\"b\""),
    (#"{"properties":{"a":{"type":"null"}}}"#, #"{"b":1}"#, #"{"a":1}"#),
    (#"{"required":["a"]}"#, #"{"a":null}"#, #"{"b":1}"#),
    (#"{"properties":{"a":{}},"additionalProperties":false}"#, #"{"a":1}"#, #"{"a":1,"b":1}"#),
    (#"{"additionalProperties":{"type":"string"}}"#, #"{"a":"b"}"#, #"{"a":1}"#),
    (#"{"propertyNames":{"enum":["a"]}}"#, #"{"a":1}"#, #"{"b":1}"#),
    (#"{"items":{"type":"number"}}"#, "[1,2]", "[1,null]"),
    (#"{"pattern":"^[0-9a-f]{2}$"}"#, "\"0f\"", "\"0fa\""),
    (#"{"pattern":"^[0-9a-f]{2}$"}"#, "\"0f\"", "\"0f\\n\""),
    (#"{"pattern":"b"}"#, "\"abc\"", "\"ac\""),
    (#"{"pattern":"b"}"#, "null", "\"\""),
    (#"{"minLength":1}"#, "\"a\"", "\"\""),
    (#"{"minimum":0}"#, "0", "-1"),
    (#"{"maximum":3}"#, "3", "3.5"),
    (#"{"exclusiveMinimum":0}"#, "0.1", "0"),
    (#"{"minItems":2}"#, "[1,2]", "[1]"),
    (#"{"maxItems":2}"#, "[1,2]", "[1,2,3]"),
    (#"{"oneOf":[{"type":"number"},{"minimum":3}]}"#, "1", "4"),
    (#"{"oneOf":[{"type":"number"},{"type":"null"}]}"#, "null", "\"a\""),
    (#"{"anyOf":[{"type":"string"},{"minimum":3}]}"#, "4", "2"),
    (#"{"not":{"required":["a"]}}"#, #"{"b":1}"#, #"{"a":1}"#),
    ("true", "1", "1"), ("false", "1", "1"),
  ]

  @Test func `valid values pass`() throws {
    for (schema, valid, _) in Self.pairs where schema != "false" {
      let validator = try JSONSchemaValidator(try JSONValue(parsing: schema))
      #expect(validator.problems(in: try JSONValue(parsing: valid)) == [], "\(schema)")
    }
  }

  @Test func `invalid values do not pass`() throws {
    for (schema, _, invalid) in Self.pairs where schema != "true" {
      let validator = try JSONSchemaValidator(try JSONValue(parsing: schema))
      let problems = validator.problems(in: try JSONValue(parsing: invalid))
      #expect(!problems.isEmpty, "\(schema) allows \(invalid)")
    }
  }

  @Test(arguments: [
    #"{"minimun":0}"#, #"{"format":"date-time"}"#, #"{"$ref":"/a"}"#,
    #"{"items":{"multipleOf":1}}"#,
    #"{"properties":{"a":{"if":{}}}}"#, #"{"oneOf":[{"uniqueItems":true}]}"#,
    #"{"not":{"x":1}}"#, #"{"additionalProperties":{"x":1}}"#, #"{"propertyNames":{"x":1}}"#,
  ])
  func `an unknown keyword is refused wherever it stands`(schema: String) throws {
    let schema = try JSONValue(parsing: schema)

    let fault = #expect(throws: SchemaFault.self) { try JSONSchemaValidator(schema) }

    #expect(fault?.description.hasSuffix("unknown keyword") == true)
  }

  @Test(arguments: [
    "1", #"{"type":"numbr"}"#, #"{"type":1}"#, #"{"enum":[]}"#, #"{"enum":1}"#,
    #"{"required":"a"}"#, #"{"required":[1]}"#, #"{"properties":[]}"#, #"{"pattern":"("}"#,
    #"{"minimum":"0"}"#, #"{"minItems":1.5}"#, #"{"oneOf":[]}"#, #"{"items":[{}]}"#,
  ])
  func `a malformed keyword is refused`(schema: String) throws {
    let schema = try JSONValue(parsing: schema)

    #expect(throws: SchemaFault.self) { try JSONSchemaValidator(schema) }
  }

  @Test func `a problem names its place`() throws {
    let schema = try JSONValue(
      parsing: #"{"properties":{"a":{"items":{"properties":{"b":{"type":"null"}}}}}}"#)

    let problems = try JSONSchemaValidator(schema).problems(
      in: try JSONValue(parsing: #"{"a":[{},{"b":1}]}"#))

    #expect(problems == ["$.a[1].b: type is not met"])
  }
}
