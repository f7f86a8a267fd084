/// Relation between the size of a growing file and the size declared in its header.
package enum DeclaredSizeStatus: Equatable, Sendable {
  /// The file has all bytes that the header declares.
  case fits
  /// The file is shorter than the header declares.
  case short
  /// The header is missing or declares no size.
  case unknown
}
