// The binary form of values in the protocol of PostgreSQL: network byte order. It covers the types of the schema; any other
// type is an error.

internal import RecordStore
internal import VoiceTypes

/// Type numbers of the server (`pg_type.oid`); built-in numbers are the same everywhere.
enum SQLType {
  static let bool: UInt32 = 16
  static let bytea: UInt32 = 17
  static let name: UInt32 = 19
  static let int8: UInt32 = 20
  static let int2: UInt32 = 21
  static let int4: UInt32 = 23
  static let text: UInt32 = 25
  static let json: UInt32 = 114
  static let float8: UInt32 = 701
  static let varchar: UInt32 = 1043
  static let void: UInt32 = 2278
  static let uuid: UInt32 = 2950
  static let jsonb: UInt32 = 3802
}

extension SQLValue {
  /// The type of the parameter (0 leaves it to the server), and its bytes; nil for null.
  var encoded: (type: UInt32, bytes: [UInt8]?) {
    switch self {
    case .null: (0, nil)
    case .bool(let value): (SQLType.bool, [value ? 1 : 0])
    case .int(let value): (SQLType.int8, Self.bigEndian(value))
    case .number(let value): (SQLType.float8, Self.bigEndian(value.bitPattern))
    case .text(let value): (SQLType.text, Array(value.utf8))
    case .bytes(let value): (SQLType.bytea, value)
    case .uuid(let value):
      (SQLType.uuid, Hex.bytes(of: value.utf8.filter { $0 != UInt8(ascii: "-") }))
    // The binary format of jsonb begins with its version.
    case .json(let value): (SQLType.jsonb, [1] + Array(value.utf8))
    }
  }

  /// The value of a column.
  static func decoded(_ bytes: [UInt8], as type: UInt32) throws(SQLError) -> SQLValue {
    switch type {
    case SQLType.bool: return .bool(bytes.first == 1)
    case SQLType.int2: return .int(Int64(Int16(truncatingIfNeeded: try integer(bytes, of: 2))))
    case SQLType.int4: return .int(Int64(Int32(truncatingIfNeeded: try integer(bytes, of: 4))))
    case SQLType.int8: return .int(Int64(bitPattern: try integer(bytes, of: 8)))
    case SQLType.float8: return .number(Double(bitPattern: try integer(bytes, of: 8)))
    case SQLType.bytea: return .bytes(bytes)
    case SQLType.text, SQLType.varchar, SQLType.name, SQLType.json, SQLType.void:
      return .text(String(decoding: bytes, as: UTF8.self))
    // The binary format of jsonb begins with its version.
    case SQLType.jsonb: return .text(String(decoding: bytes.dropFirst(), as: UTF8.self))
    case SQLType.uuid: return .text(uuid(bytes))
    default: throw .unreadable("a value of the type \(type)")
    }
  }

  private static func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    stride(from: value.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: value >> $0)
    }
  }

  private static func integer(_ bytes: [UInt8], of count: Int) throws(SQLError) -> UInt64 {
    guard bytes.count == count else { throw .unreadable("a number of \(bytes.count) bytes") }
    return bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Five groups of hexadecimal digits.
  private static func uuid(_ bytes: [UInt8]) -> String {
    var text = Hex.text(of: bytes)
    for place in [8, 13, 18, 23] where place < text.utf8.count {
      text.insert("-", at: text.index(text.startIndex, offsetBy: place))
    }
    return text
  }
}
