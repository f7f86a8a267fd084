// What is wrong with a file, so that whoever wrote it can put it right.

/// One thing in a file that is not as it should be.
public struct FileFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// The place in the file, such as `limits[3].high` or `table.csv, line 4`.
  public let place: String

  /// What was found there.
  public let found: String

  /// What may stand there.
  public let allowed: String

  /// Whether nothing stands there, or something that may not.
  public let kind: Kind

  /// What is wrong with a place.
  public enum Kind: String, CaseIterable, Sendable {
    case missing
    case invalid
  }

  /// States a fault.
  public init(_ place: String, found: String, allowed: String, kind: Kind = .invalid) {
    self.place = place
    self.found = found
    self.allowed = allowed
    self.kind = kind
  }

  /// Place, finding and what is allowed, in one line.
  public var description: String { "\(place): found \(found); allowed: \(allowed)" }
}

/// A file that cannot be used.
public struct FileFaults: Error, Sendable, Equatable, CustomStringConvertible {
  /// Every fault, in the order of the file; at least one.
  public let faults: [FileFault]

  /// States the faults.
  public init(faults: [FileFault]) { self.faults = faults }

  /// The first of them.
  package var first: FileFault { faults[0] }

  /// A line for each fault.
  public var description: String { faults.map(\.description).joined(separator: "\n") }
}

/// How long a check goes on.
public enum ValidationMode: String, CaseIterable, Sendable {
  /// To the first fault.
  case firstFault
  /// To the end, so that all faults can be put right at once.
  case allFaults
}
