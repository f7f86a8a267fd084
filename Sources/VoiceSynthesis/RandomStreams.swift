// The generator is fixed: a seed gives the same numbers on every machine.

internal import VoiceMath

/// xoshiro256** 1.0 (Blackman & Vigna 2018, public domain).
package struct Xoshiro256StarStar: RandomNumberGenerator {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  package init(state: (UInt64, UInt64, UInt64, UInt64)) { self.state = state }

  package mutating func next() -> UInt64 {
    let result = Self.rotateLeft(state.1 &* 5, by: 7) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = Self.rotateLeft(state.3, by: 45)
    return result
  }

  private static func rotateLeft(_ word: UInt64, by bits: UInt64) -> UInt64 {
    (word << bits) | (word >> (64 - bits))
  }
}

/// Purpose of random numbers; each has its own stream of the same seed.
package enum RandomStream: Int {
  case jitter = 0
  case shimmer = 1
  case noise = 2
  case noiseFloor = 3
  case chaoticPeriods = 4
  case chaoticAmplitudes = 5
}

extension Xoshiro256StarStar {
  private static let stateWords = 4

  /// Creates the stream of a seed: each purpose in turn uses the next four words of SplitMix64.
  init(seed: UInt64, stream: RandomStream) {
    var words = SplitMix64(seed: seed)
    for _ in 0..<(stream.rawValue * Self.stateWords) { _ = words.next() }
    self.init(state: (words.next(), words.next(), words.next(), words.next()))
  }
}
