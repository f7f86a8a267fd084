// JSON Schemas of files that other programs read.

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
  /// JSON Schema of the report of a quarantined or unreadable file, draft 2020-12.
  package static var jsonSchema: JSONValue {
    let plain = [shape.codec.describe(), StrandedReport.shape.codec.describe()]
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "urn:sagevoice:error-report:1",
      "title": "sagevoice report of an unusable file",
      "oneOf": .array(plain),
    ]
  }
}

extension ExportForm {
  /// JSON Schema of `export.json`, draft 2020-12.
  package static var manifestSchema: JSONValue {
    ExportManifest.shape.schema(
      id: "urn:sagevoice:export:1", title: "sagevoice manifest of an export")
  }
}
