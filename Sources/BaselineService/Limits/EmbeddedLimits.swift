internal import EmbeddedFiles

/// Reference limits embedded in this program.
public enum EmbeddedLimits {
  /// Limits from the literature, byte for byte as in the source file.
  public static let bytes = EmbeddedFiles.limits["reference-limits.json"]

  /// Measured limits, as written by `Benchmarks/reference.py`.
  public static let measuredBytes = EmbeddedFiles.limits["measured-limits.json"]
}
