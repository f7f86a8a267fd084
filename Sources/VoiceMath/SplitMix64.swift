// The algorithm is fixed: reported intervals and synthetic voices depend on each seed's numbers.

/// SplitMix64 (Steele, Lea & Flood 2014, OOPSLA).
package struct SplitMix64: RandomNumberGenerator, Sendable {
  /// The state increment: 2⁶⁴ over the golden ratio, made odd.
  package static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// Returns the next 64 random bits.
  package mutating func next() -> UInt64 {
    state &+= Self.increment
    return Self.mixed(state)
  }

  /// Returns the next index below `count`; the bias is less than count / 2⁶⁴.
  package mutating func index(below count: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(count)).high)
  }

  /// Mixes a word so that each output bit depends on all input bits.
  package static func mixed(_ word: UInt64) -> UInt64 {
    var mixed = word
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
