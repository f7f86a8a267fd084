// JSON with a fixed member order. The results document promises the same bytes for the same
// input; Foundation's encoder keeps no order, so documents are built from these values.

/// A JSON value whose objects keep their members in the order given.
public indirect enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case int(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// A key and its value.
  public struct Member: Sendable, Equatable {
    /// The key; unique within its object.
    public let key: String

    /// The value.
    public let value: JSONValue

    /// Pairs a key with a value.
    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }

    /// Keys are equal by their code units, as JSON has it: `é` is not `e` with an accent.
    public static func == (first: Member, second: Member) -> Bool {
      first.isNamed(second.key) && first.value == second.value
    }

    package func isNamed(_ key: String) -> Bool { self.key.hasSameBytes(as: key) }
  }

  /// A free map: members sorted by key.
  public static func map(_ members: [String: JSONValue]) -> JSONValue {
    .object(members.sorted { $0.key < $1.key }.map { Member($0.key, $0.value) })
  }

  /// A number, or null where there is none.
  public static func optional(_ number: Double?) -> JSONValue {
    number.map { .number($0) } ?? .null
  }

  /// A string, or null where there is none.
  public static func optional(_ string: String?) -> JSONValue {
    string.map { .string($0) } ?? .null
  }

  /// A whole number, or null where there is none.
  public static func optional(_ int: Int?) -> JSONValue {
    int.map { .int($0) } ?? .null
  }

  /// Whole numbers without a fraction: `44100`, not `44100.0`.
  package static func wholeIfExact(_ number: Double) -> JSONValue {
    Int(exactly: number).map { .int($0) } ?? .number(number)
  }

  /// The value of a member, if this is an object that has it.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.isNamed(key) }?.value
  }

  /// Whether both values are equal in any order of members: `1` and `1.0` are.
  package func isSame(as other: JSONValue) -> Bool {
    switch (self, other) {
    case (.array(let own), .array(let others)):
      return own.count == others.count && zip(own, others).allSatisfy { $0.isSame(as: $1) }
    case (.object(let own), .object(let others)):
      guard own.count == others.count else { return false }
      let values = Dictionary(
        others.map { (JSONKey($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
      return own.allSatisfy { values[JSONKey($0.key)]?.isSame(as: $0.value) ?? false }
    default:
      return finiteNumber.map { $0 == other.finiteNumber } ?? (self == other)
    }
  }
}

/// A key as a hash table holds it. Hash and equality are those of the UTF-8 bytes: the hash of `String` is the
/// same for all canonically equal texts, so that a table of them takes quadratic time.
struct JSONKey: Hashable {
  private let text: String

  init(_ text: String) { self.text = text }

  static func == (first: JSONKey, second: JSONKey) -> Bool {
    first.text.hasSameBytes(as: second.text)
  }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

extension String {
  /// Whether both texts have the same UTF-8 bytes. `==` compares canonical equivalence, in time quadratic in the
  /// length of a run of combining marks.
  fileprivate func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// True or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// A whole number.
  public init(integerLiteral value: Int) { self = .int(value) }

  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// An object with the members in the order written.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
