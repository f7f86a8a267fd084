// Units as types, so that a number cannot cross a module boundary without saying what it is.

internal import VoiceMath

/// A quantity with one unit, stored as a double.
public protocol UnitValue: Comparable, Hashable, Sendable, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral, CustomStringConvertible
{
  /// The number, in the unit that the type is named for.
  var value: Double { get }

  /// The symbol written behind the number.
  static var symbol: String { get }

  /// Wraps a number that is already in this unit.
  init(_ value: Double)
}

extension UnitValue {
  /// The number as it is written.
  public init(floatLiteral value: Double) { self.init(value) }

  /// The number as it is written.
  public init(integerLiteral value: Int) { self.init(Double(value)) }

  /// Compares the numbers.
  public static func < (left: Self, right: Self) -> Bool { left.value < right.value }

  /// The number to four significant digits, without a fraction if it has none, and the unit.
  public var description: String { "\(Decimal.text(value)) \(Self.symbol)" }
}

/// A frequency in hertz.
public struct Hertz: UnitValue {
  /// The number of hertz.
  public let value: Double

  /// Hz.
  public static let symbol = "Hz"

  /// Wraps a number of hertz.
  public init(_ value: Double) { self.value = value }
}

/// A duration or a point in time, in seconds.
public struct Seconds: UnitValue {
  /// The number of seconds.
  public let value: Double

  /// s.
  public static let symbol = "s"

  /// Wraps a number of seconds.
  public init(_ value: Double) { self.value = value }
}

/// A level or a ratio in decibels; the reference is stated where it is used.
public struct Decibels: UnitValue {
  /// The number of decibels.
  public let value: Double

  /// dB.
  public static let symbol = "dB"

  /// Wraps a number of decibels.
  public init(_ value: Double) { self.value = value }
}
