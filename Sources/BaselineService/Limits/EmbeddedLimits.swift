// The set of limits that ships: the package manifest compiles its bytes in, so that a copied
// program needs no file beside it.

/// The set of limits that ships with this program.
public enum EmbeddedLimits {
  /// The file, as it stands in the sources.
  public static let bytes = PackageResources.reference_limits_json
}
