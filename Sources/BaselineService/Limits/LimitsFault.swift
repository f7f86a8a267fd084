// What is wrong with a file of limits, so that whoever wrote it can put it right.

/// One thing that is wrong with a set of limits.
public struct LimitsFault: Sendable, Equatable, CustomStringConvertible {
  /// The place, such as `limits[3].high`; `limits file` for all of it.
  public let field: String

  /// What stands there.
  public let found: String

  /// What may stand there.
  public let allowed: String

  /// States a fault.
  public init(field: String, found: String, allowed: String) {
    self.field = field
    self.found = found
    self.allowed = allowed
  }

  /// Place, finding and what is allowed, in one line.
  public var description: String { "\(field): found \(found); allowed: \(allowed)" }
}

/// A set of limits that cannot be used.
public struct LimitsError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Every fault, in the order of the file; at least one.
  public let faults: [LimitsFault]

  /// States the faults.
  public init(faults: [LimitsFault]) { self.faults = faults }

  /// A line for each fault.
  public var description: String { faults.map(\.description).joined(separator: "\n") }
}
