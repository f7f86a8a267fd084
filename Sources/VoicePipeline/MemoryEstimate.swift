// What an analysis takes of memory before it takes it: the largest transform of a long recording is several
// times as large as the recording, and where there is no room for it, nothing can be said any more.

package import VoiceTypes

/// The memory that the analysis of a recording needs at once.
package struct MemoryEstimate {
  /// What one analysis may take, in bytes: a recording of 50 minutes at 44.1 kHz needs as much [E].
  package static let mostBytes = 4 << 30

  private static let bytesPerSample = 8

  /// Of every sample of a transform: itself, and its share of two spectra.
  private static let bytesPerTransformed = 24

  /// Zeros that are put around a recording before its rate is changed, both sides together.
  private static let padding = 2000

  /// How much is measured.
  private let tier: Tier

  /// The memory of a tier.
  package init(tier: Tier) { self.tier = tier }

  /// The bytes for a recording of so many samples.
  package func bytes(samples count: Int) -> Int {
    guard tier == .comprehensive else { return Self.bytesPerSample * count }
    var size = 1
    while size < count + Self.padding { size *= 2 }
    return Self.bytesPerSample * count + Self.bytesPerTransformed * size
  }

  /// Why a recording takes too much; nil when it does not.
  package func refusal(samples count: Int) -> Refusal? {
    let needed = bytes(samples: count)
    guard needed > Self.mostBytes else { return nil }
    return Refusal(
      RefusalText.tooMuchMemory,
      [
        .samples: "\(count)", .needed: "\(needed >> 20)", .allowed: "\(Self.mostBytes >> 20)",
      ])
  }
}
