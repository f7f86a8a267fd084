// Random numbers for resampling, the same on every machine and for ever: which blocks a seed draws
// is part of a reported interval, so it is not left to the standard library.

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

/// SplitMix64 (Steele, Lea & Flood 2014, OOPSLA).
struct RandomIndices {
  private static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

  private var state: UInt64

  /// The numbers of a seed for one use.
  init(seed: UInt64, stream: BootstrapStream) {
    state = seed
    // Streams start at unrelated places of the sequence: at a mixed word of their own.
    state ^= Self.mixed((stream.rawValue + 1) &* Self.increment)
  }

  /// The next index below `count`; uneven by less than count / 2⁶⁴.
  mutating func next(below count: Int) -> Int {
    state &+= Self.increment
    return Int(Self.mixed(state).multipliedFullWidth(by: UInt64(count)).high)
  }

  private static func mixed(_ word: UInt64) -> UInt64 {
    var mixed = word
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
