internal import VoiceMath

/// Quantity with one unit, stored as a double.
public protocol UnitValue: Comparable, Hashable, Sendable, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral, CustomStringConvertible
{
  /// Number in the unit of the type.
  var value: Double { get }

  /// Unit symbol after the number.
  static var symbol: String { get }

  /// Wraps a number in this unit.
  init(_ value: Double)
}

extension UnitValue {
  /// Creates a value from a literal in this unit.
  public init(floatLiteral value: Double) { self.init(value) }

  /// Creates a value from a literal in this unit.
  public init(integerLiteral value: Int) { self.init(Double(value)) }

  /// Compares the numbers.
  public static func < (left: Self, right: Self) -> Bool { left.value < right.value }

  /// Number with four significant digits and the unit. A whole number has no fraction.
  public var description: String { "\(Decimal.text(value)) \(Self.symbol)" }
}

/// Frequency in hertz.
public struct Hertz: UnitValue {
  /// Number of hertz.
  public let value: Double

  /// Unit symbol.
  public static let symbol = "Hz"

  /// Wraps a number of hertz.
  public init(_ value: Double) { self.value = value }
}

/// Duration or point in time, in seconds.
public struct Seconds: UnitValue {
  /// Number of seconds.
  public let value: Double

  /// Unit symbol.
  public static let symbol = "s"

  /// Wraps a number of seconds.
  public init(_ value: Double) { self.value = value }
}

/// Level or ratio in decibels. The reference depends on the use.
public struct Decibels: UnitValue {
  /// Number of decibels.
  public let value: Double

  /// Unit symbol.
  public static let symbol = "dB"

  /// Wraps a number of decibels.
  public init(_ value: Double) { self.value = value }
}
