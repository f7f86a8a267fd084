// The sets of limits that ship.

internal import EmbeddedFiles

/// The sets of limits that ship with this program.
public enum EmbeddedLimits {
  /// The set from the literature, as the file stands in the sources.
  public static let bytes = EmbeddedFiles.limits["reference-limits.json"]

  /// The set that this program measured, as `sagevoice limits measure` wrote it.
  public static let measuredBytes = EmbeddedFiles.limits["measured-limits.json"]
}
