// What is read at all; what is good enough to be measured is decided elsewhere.

internal import VoiceTypes

/// Bounds on an input that hold for every preset.
enum IngestLimits {
  /// The highest sample rate that is measured: that of the fastest audio interfaces [E].
  static let highestRate: Hertz = 192_000

  /// Promised audio that may be missing before a file counts as truncated (contract).
  static let tolerableGap: Seconds = 0.1

  /// Bytes that are read into memory: 2 GiB, past which 32-bit WAV lengths become unreliable [E].
  static let mostBytes = 1 << 31

  /// Samples that are decoded: 2 GiB as doubles, 101 minutes at 44.1 kHz [E].
  static let mostSamples = 1 << 28
}
