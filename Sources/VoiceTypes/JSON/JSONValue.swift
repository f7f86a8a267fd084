// JSON with a fixed member order. Equal input must yield equal bytes; Foundation's encoder does not
// preserve the order.

/// JSON value. Objects preserve the order of their members.
public indirect enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case int(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// Key with its value.
  public struct Member: Sendable, Equatable {
    /// Key, unique within its object.
    public let key: String

    /// Value of the key.
    public let value: JSONValue

    /// Creates a member.
    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }

    /// Compares keys by code units, as JSON does: `é` differs from `e` with a combining accent.
    public static func == (first: Member, second: Member) -> Bool {
      first.isNamed(second.key) && first.value == second.value
    }

    package func isNamed(_ key: String) -> Bool { self.key.hasSameBytes(as: key) }
  }

  /// Creates an object with members sorted by key.
  public static func map(_ members: [String: JSONValue]) -> JSONValue {
    .object(members.sorted { $0.key < $1.key }.map { Member($0.key, $0.value) })
  }

  /// Converts a number; nil becomes null.
  public static func optional(_ number: Double?) -> JSONValue {
    number.map { .number($0) } ?? .null
  }

  /// Converts a string; nil becomes null.
  public static func optional(_ string: String?) -> JSONValue {
    string.map { .string($0) } ?? .null
  }

  /// Converts an integer; nil becomes null.
  public static func optional(_ int: Int?) -> JSONValue {
    int.map { .int($0) } ?? .null
  }

  /// Converts a number without fraction to an integer: `44100`, not `44100.0`.
  package static func wholeIfExact(_ number: Double) -> JSONValue {
    Int(exactly: number).map { .int($0) } ?? .number(number)
  }

  /// Value of a member; nil if it is missing or this is not an object.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.isNamed(key) }?.value
  }

  /// Whether both values are equal regardless of member order. `1` equals `1.0`.
  package func isSame(as other: JSONValue) -> Bool {
    switch (self, other) {
    case (.array(let own), .array(let others)):
      return own.count == others.count && zip(own, others).allSatisfy { $0.isSame(as: $1) }
    case (.object(let own), .object(let others)):
      guard own.count == others.count else { return false }
      let values = Dictionary(
        others.map { (UTF8Key($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
      return own.allSatisfy { values[UTF8Key($0.key)]?.isSame(as: $0.value) ?? false }
    default:
      return finiteNumber.map { $0 == other.finiteNumber } ?? (self == other)
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates an integer.
  public init(integerLiteral value: Int) { self = .int(value) }

  /// Creates an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Creates an object with the members in the given order.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
