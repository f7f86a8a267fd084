// Reading the store's own JSON files: a file that is not of its shape is not what the store wrote.
// What is said of it shows kinds of values and never a value, which may tell who somebody is.

package import VoiceTypes

extension Shape {
  /// The value that a file of the store holds.
  func read(_ json: JSONValue, file: String) throws(StoreError) -> Root {
    var reading = ShapeReading(of: "the file", prefix: "", mode: .firstFault, showing: .kinds)
    do {
      return try read(json, &reading)
    } catch {
      throw .damaged(path: file, problem: error.first.description)
    }
  }

  /// The value that a file of this or an earlier version holds.
  func read(
    _ bytes: [UInt8], file: String, by schema: RecordSchema
  ) throws(StoreError) -> Root {
    let json = try StoredJSON.parse(bytes, file: file)
    try schema.check(json, file: file)
    return try read(json, file: file)
  }
}

/// The records of a store by the names of their schemas.
enum RecordSchema: String {
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

/// The JSON of the store's files.
enum StoredJSON {
  /// What a file holds.
  static func parse(_ bytes: [UInt8], file: String) throws(StoreError) -> JSONValue {
    do {
      return try JSONValue.parse(bytes)
    } catch {
      throw .damaged(path: file, problem: error.description)
    }
  }

  /// The name and number of the format of a file.
  static func schema(of json: JSONValue, file: String) throws(StoreError) -> String {
    guard case .string(let schema)? = json["schema"] else {
      throw .damaged(path: file, problem: "the schema is missing")
    }
    return schema
  }

  /// The same, where this program reads one schema only.
  static func check(
    _ json: JSONValue, is known: String, file: String
  ) throws(StoreError) {
    let found = try schema(of: json, file: file)
    guard found == known else { throw .newerSchema(path: file, found: found, known: known) }
  }
}

extension Derived {
  /// The schema of a file, which is looked at before the rest of it is read.
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
  /// An object as it is.
  static var members: JSONCoder {
    mapped(
      .anything.described(by: ["type": "object"]), allowed: "an object",
      { if case .object(let members) = $0 { members } else { nil } }, { .object($0) })
  }
}
