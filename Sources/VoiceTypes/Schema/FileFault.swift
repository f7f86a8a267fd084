/// Fault in a file, with the data to correct it.
public struct FileFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// Position in the file, such as `limits[3].high` or `table.csv, line 4`.
  public let place: String

  /// Found value.
  public let found: String

  /// Accepted values.
  public let allowed: String

  /// Kind of the fault.
  public let kind: Kind

  /// Kind of a fault.
  public enum Kind: String, CaseIterable, Sendable {
    case missing
    case invalid
  }

  /// Creates a fault.
  public init(_ place: String, found: String, allowed: String, kind: Kind = .invalid) {
    self.place = place
    self.found = found
    self.allowed = allowed
    self.kind = kind
  }

  /// Position, found value and accepted values in one line.
  public var description: String { "\(place): found \(found); allowed: \(allowed)" }
}

/// Invalid file.
public struct FileFaults: Error, Sendable, Equatable, CustomStringConvertible {
  /// Faults in file order; at least one.
  public let faults: [FileFault]

  /// Creates an error from its faults.
  public init(faults: [FileFault]) { self.faults = faults }

  /// First fault.
  package var first: FileFault { faults[0] }

  /// One line per fault.
  public var description: String { faults.map(\.description).joined(separator: "\n") }
}

/// Extent of a validation.
public enum ValidationMode: String, CaseIterable, Sendable {
  /// Stops at the first fault.
  case firstFault
  /// Reports all faults.
  case allFaults
}
