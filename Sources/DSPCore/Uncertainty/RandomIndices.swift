// Which blocks a seed draws is part of a reported interval.

internal import VoiceMath

/// What is resampled; each use draws from its own stream, so that one more interval never moves
/// another.
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

  /// The numbers of a seed for one use.
  init(seed: UInt64, stream: BootstrapStream) {
    // Streams start at unrelated places of the sequence: at a mixed word of their own.
    words = SplitMix64(
      seed: seed ^ SplitMix64.mixed((stream.rawValue + 1) &* SplitMix64.increment))
  }

  /// The next index below `count`; uneven by less than count / 2⁶⁴.
  mutating func next(below count: Int) -> Int { words.index(below: count) }
}
