package import VoiceTypes

extension UpdateLine {
  /// JSON Schema of an update, draft 2020-12.
  package static var jsonSchema: JSONValue {
    shape.schema(
      id: "urn:sagevoice:update:1",
      title: "sagevoice update, a line of `watch --updates` and `records follow`")
  }
}

/// The schema of a file whose type is nobody else's matter.
package enum StatusSchema {
  /// JSON Schema of `status.json`, draft 2020-12.
  package static var json: JSONValue { StatusReport.jsonSchema }
}
