// The sets of limits that ship: the package manifest compiles their bytes in, so that a copied
// program needs no file beside it.

/// The sets of limits that ship with this program.
public enum EmbeddedLimits {
  /// The set from the literature, as the file stands in the sources.
  public static let bytes = PackageResources.reference_limits_json

  /// The set that this program measured, as `sagevoice limits measure` wrote it.
  public static let measuredBytes = PackageResources.measured_limits_json
}
