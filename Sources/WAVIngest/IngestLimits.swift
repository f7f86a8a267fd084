internal import VoiceTypes

/// Limits of an input for every preset; the quality checks have limits of their own.
enum IngestLimits {
  /// The highest supported sample rate: that of the fastest audio interfaces [E].
  static let highestRate: Hertz = 192_000

  /// Declared audio that may be missing before a file counts as truncated (contract).
  static let tolerableGap: Seconds = 0.1

  /// Input limit in bytes: 2 GiB, past which 32-bit WAV lengths are unreliable [E].
  static let mostBytes = 1 << 31

  /// Limit of decoded samples: 2 GiB as doubles, 101 minutes at 44.1 kHz [E].
  static let mostSamples = 1 << 28
}
