// Strict JSON parser (RFC 8259) that preserves member order.
// Foundation's parser (Swift 6.3) silently accepts duplicate keys, varies the member order between
// runs, accepts UTF-16 and reports no position.

extension JSONValue {
  /// Parses one JSON value: UTF-8 with or without byte order mark (RFC 8259, 8.1). Rejects
  /// comments, duplicate keys and text after the value.
  ///
  /// A number without fraction and exponent becomes `int` if it fits, otherwise the nearest
  /// `number`. Time and memory are linear in the number of bytes.
  public static func parse(
    _ bytes: [UInt8], _ limits: JSONLimits = .none
  ) throws(JSONSyntaxError) -> JSONValue {
    var reader = JSONReader(bytes: bytes.withoutByteOrderMark, limits: limits)
    return try reader.document()
  }
}

/// Limits of a JSON text other than its size in bytes.
public struct JSONLimits: Sendable {
  /// Maximum number of values at all depths, including elements and members.
  public var values = Int.max

  /// Maximum number of consecutive combining marks. Swift compares and hashes a run of them in
  /// quadratic time: 0.5 s for 64 KiB.
  public var marksInARow = Int.max

  /// No limits, for files of this program.
  public static let none = JSONLimits()

  /// Limits for input from people. No natural word has more marks in a row (UAX #15, Stream-Safe
  /// Text Format).
  public static let ofPeople = JSONLimits(marksInARow: 30)

  /// Limits for input from people, with a maximum number of values.
  public static func ofPeople(values: Int) -> JSONLimits {
    JSONLimits(values: values, marksInARow: ofPeople.marksInARow)
  }
}

/// Parser state: input, position and limits.
struct JSONReader {
  /// Maximum nesting depth, equal to Foundation's. Each level uses stack space.
  static let deepestNesting = 512

  /// Maximum number of members for which a linear search of keys is faster than a hash table.
  private static let mostScannedKeys = 16

  let bytes: [UInt8]
  var position = 0
  private var depth = 0
  let limits: JSONLimits
  private var values = 0

  init(bytes: [UInt8], limits: JSONLimits) { (self.bytes, self.limits) = (bytes, limits) }

  mutating func document() throws(JSONSyntaxError) -> JSONValue {
    try checkEncoding()
    let value = try value()
    skipSpace()
    guard next == nil else {
      throw fault("there is more text after the end of the value; a file contains one value")
    }
    return value
  }

  private func checkEncoding() throws(JSONSyntaxError) {
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw JSONSyntaxError(
        in: bytes, at: error.byteOffsets.lowerBound,
        problem: "this is not UTF-8 text; save the file as UTF-8")
    }
  }

  private mutating func value() throws(JSONSyntaxError) -> JSONValue {
    skipSpace()
    values += 1
    guard values <= limits.values else {
      throw fault("there are more than \(limits.values) values; send fewer")
    }
    switch next {
    case UInt8(ascii: "{"): return .object(try members())
    case UInt8(ascii: "["): return .array(try elements())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"): return try number()
    case .some(let byte) where byte.isDigit: return try number()
    default: return try word()
    }
  }

  private mutating func members() throws(JSONSyntaxError) -> [JSONValue.Member] {
    try goDeeper()
    defer { depth -= 1 }
    if accept("}") { return [] }
    var members: [JSONValue.Member] = []
    var keys: Set<UTF8Key> = []
    repeat {
      skipSpace()
      let start = position
      let key = try key()
      guard Self.isNew(key, among: members, &keys) else {
        throw fault("the key \(key.excerpt) occurs twice in one object; keep one", at: start)
      }
      members.append(.init(key, try value()))
    } while accept(",")
    guard accept("}") else { throw fault("a comma or } was expected after the value") }
    return members
  }

  /// Whether no member has `key`. `keys` holds all keys once there are more than `mostScannedKeys`.
  private static func isNew(
    _ key: String, among members: [JSONValue.Member], _ keys: inout Set<UTF8Key>
  ) -> Bool {
    if members.count < mostScannedKeys { return !members.contains { $0.isNamed(key) } }
    if keys.isEmpty { keys = Set(members.map { UTF8Key($0.key) }) }
    return keys.insert(UTF8Key(key)).inserted
  }

  /// Parses a key and its colon.
  private mutating func key() throws(JSONSyntaxError) -> String {
    guard next == UInt8(ascii: "\"") else { throw fault(missingKey) }
    let key = try string()
    guard accept(":") else { throw fault("a colon was expected after the key") }
    return key
  }

  private mutating func elements() throws(JSONSyntaxError) -> [JSONValue] {
    try goDeeper()
    defer { depth -= 1 }
    if accept("]") { return [] }
    var elements: [JSONValue] = []
    repeat { elements.append(try value()) } while accept(",")
    guard accept("]") else { throw fault("a comma or ] was expected after the value") }
    return elements
  }

  /// Consumes an opening bracket. Throws beyond the maximum nesting depth.
  private mutating func goDeeper() throws(JSONSyntaxError) {
    depth += 1
    guard depth <= Self.deepestNesting else {
      throw fault("arrays and objects are nested more than \(Self.deepestNesting) levels deep")
    }
    position += 1
  }

  private mutating func word() throws(JSONSyntaxError) -> JSONValue {
    for (word, value) in Self.words where bytes[position...].starts(with: word.utf8) {
      position += word.utf8.count
      return value
    }
    throw fault(missingValue)
  }

  private static let words: [(String, JSONValue)] = [
    ("true", true), ("false", false), ("null", .null),
  ]
}

// MARK: - Steps and faults

extension JSONReader {
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte.isSpace { position += 1 }
  }

  /// Skips white space and consumes `sign` if it is next.
  private mutating func accept(_ sign: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: sign) else { return false }
    position += 1
    return true
  }

  /// Creates an error at the current position, or at `offset`.
  func fault(_ problem: String, at offset: Int? = nil) -> JSONSyntaxError {
    JSONSyntaxError(in: bytes, at: offset ?? position, problem: problem)
  }

  private var missingKey: String {
    switch next {
    case nil: "the text ends within an object"
    case UInt8(ascii: "}"): "a comma before } is not allowed"
    default: "a key in double quotes was expected"
    }
  }

  private var missingValue: String {
    switch next {
    case nil where position == 0: "the file is empty"
    case nil: "the text ends where a value was expected"
    case UInt8(ascii: "'"): "text needs double quotes"
    case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","): "a value is missing here"
    case UInt8(ascii: "/"), UInt8(ascii: "#"): "JSON has no comments"
    default:
      "a value was expected: text in double quotes, a number, an array, an object, true, false "
        + "or null"
    }
  }
}
