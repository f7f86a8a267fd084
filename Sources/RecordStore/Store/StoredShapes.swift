// Decoding of JSON files of the store. Error messages contain kinds of values, never values, which may identify a
// person.

package import VoiceTypes

extension Shape {
  /// Decodes the value of a file.
  func read(_ json: JSONValue, file: String) throws(StoreError) -> Root {
    var reading = ShapeReading(of: "the file", prefix: "", mode: .firstFault, showing: .kinds)
    do {
      return try read(json, &reading)
    } catch {
      throw .damaged(path: file, problem: error.first.description)
    }
  }

  /// Decodes the value of a file of this or an earlier version.
  func read(
    _ bytes: [UInt8], file: String, by schema: RecordSchema
  ) throws(StoreError) -> Root {
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

/// JSON files of the store.
enum StoredJSON {
  /// Parses a file.
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
  static func check(
    _ json: JSONValue, is known: String, file: String
  ) throws(StoreError) {
    let found = try schema(of: json, file: file)
    guard found == known else { throw .newerSchema(path: file, found: found, known: known) }
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
