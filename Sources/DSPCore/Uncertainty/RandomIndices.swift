// The draws of a seed determine a reported interval.

internal import VoiceMath

/// Random stream of a resampled quantity; separate streams keep intervals independent of each
/// other.
public enum BootstrapStream: UInt64, Sendable {
  case jitter = 0
  case shimmer = 1
  case harmonicity = 2
  case f0 = 3
  case stability = 4
  case cpps = 5
}

/// Indices drawn with replacement.
struct RandomIndices {
  private var words: SplitMix64

  /// Creates the stream of a seed.
  init(seed: UInt64, stream: BootstrapStream) {
    // Streams start at unrelated positions of the sequence: at a mixed word of their own.
    words = SplitMix64(
      seed: seed ^ SplitMix64.mixed((stream.rawValue + 1) &* SplitMix64.increment))
  }

  /// Returns the next index below `count`; the bias is less than count / 2⁶⁴.
  mutating func next(below count: Int) -> Int { words.index(below: count) }
}
