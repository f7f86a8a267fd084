// Decoding of JSON files of the store. Error messages contain kinds of values, never values, which may identify a
// person.

package import VoiceTypes

extension Shape {
  func read(_ json: JSONValue, file: String) throws(StoreError) -> Root {
    var reading = ShapeReading(of: "the file", prefix: "", mode: .firstFault, showing: .kinds)
    do {
      return try read(json, &reading)
    } catch {
      throw .damaged(path: file, problem: error.first.description)
    }
  }

  /// Decodes the value of a file of this or an earlier version.
  func read(_ bytes: [UInt8], file: String, by schema: RecordSchema) throws(StoreError) -> Root {
    let json = try StoredJSON.parse(bytes, file: file)
    try schema.check(json, file: file)
    return try read(json, file: file)
  }
}

/// The records of a store by their schema names.
package enum RecordSchema: String, Sendable {
  case store, state, tombstone, failed, stranded, alerts, adopted
  case header = "session"
  case baseline = "kept-baseline"
  case person = "kept-person"

  /// The version that this program writes.
  private var newest: Int { self == .store ? 2 : 1 }

  /// Throws unless the JSON has a known version of this schema.
  func check(_ json: JSONValue, file: String) throws(StoreError) {
    let (name, schema) = ("sagevoice/\(rawValue)/", try StoredJSON.schema(of: json, file: file))
    guard schema.hasPrefix(name), let version = Int(schema.dropFirst(name.count)), version >= 1
    else {
      throw .damaged(
        path: file, problem: "the schema is \(schema.excerpt) instead of \(name)\(newest)")
    }
    guard version <= newest else {
      throw .newerSchema(path: file, found: schema, known: "\(name)\(newest)")
    }
  }
}

enum StoredJSON {
  static func parse(_ bytes: [UInt8], file: String) throws(StoreError) -> JSONValue {
    do {
      return try JSONValue.parse(bytes)
    } catch {
      throw .damaged(path: file, problem: error.description)
    }
  }

  /// The schema name and version of a file.
  static func schema(of json: JSONValue, file: String) throws(StoreError) -> String {
    guard case .string(let schema)? = json["schema"] else {
      throw .damaged(path: file, problem: "the schema is missing")
    }
    return schema
  }

  /// Throws unless the file has this schema.
  static func check(_ json: JSONValue, is known: String, file: String) throws(StoreError) {
    let found = try schema(of: json, file: file)
    guard found == known else { throw .newerSchema(path: file, found: found, known: known) }
  }

  static func bytes<Record: Shaped>(_ record: Record) -> [UInt8] {
    Record.shape.json(of: record).fileBytes
  }

  /// Decodes a record of any version.
  /// - Parameter file: The path in error messages.
  static func read<Record: Shaped>(_ bytes: [UInt8], at file: String) throws(StoreError) -> Record {
    try Record.shape.read(parse(bytes, file: file), file: file)
  }
}

extension Derived {
  /// The schema member, which is checked before the other members.
  init(schema: String) { self.init("schema", always: schema, .notNeeded) }
}

extension JSONCoder where Value == StoreTime {
  static var time: JSONCoder { mapped(.anyText, allowed: "a time", { StoreTime($0) }, { $0.text }) }
}

extension JSONCoder where Value == SessionID {
  package static var sessionID: JSONCoder {
    mapped(.anyText, allowed: "a session id", { SessionID($0) }, { $0.text })
  }
}

extension JSONCoder where Value == UserHash {
  package static var user: JSONCoder {
    mapped(.hash, allowed: "a keyed hash", { UserHash(text: $0) }, { $0.text })
  }
}

extension JSONCoder where Value == RecordingIdentity {
  static var identity: JSONCoder {
    mapped(.hash, allowed: "a keyed hash", { RecordingIdentity(text: $0) }, { $0.text })
  }
}

extension JSONCoder where Value == [JSONValue.Member] {
  /// An object with arbitrary members.
  static var members: JSONCoder {
    mapped(
      .anything.described(by: ["type": "object"]), allowed: "an object",
      { if case .object(let members) = $0 { members } else { nil } }, { .object($0) })
  }
}

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
