// Random numbers that are the same on every machine and for ever: which numbers a seed draws is part
// of a reported interval and of a synthetic voice, so it is not left to the standard library.

/// SplitMix64 (Steele, Lea & Flood 2014, OOPSLA).
package struct SplitMix64: RandomNumberGenerator, Sendable {
  /// What the state grows by from number to number: 2⁶⁴ over the golden ratio, made odd.
  package static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

  private var state: UInt64

  /// Starts at a seed.
  package init(seed: UInt64) { state = seed }

  /// The next 64 random bits.
  package mutating func next() -> UInt64 {
    state &+= Self.increment
    return Self.mixed(state)
  }

  /// The next index below `count`; uneven by less than count / 2⁶⁴.
  package mutating func index(below count: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(count)).high)
  }

  /// A word whose bits all depend on all bits of another.
  package static func mixed(_ word: UInt64) -> UInt64 {
    var mixed = word
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
