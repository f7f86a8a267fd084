// The largest FFT of a long recording is several times as large as the recording. An estimate
// before allocation avoids running out of memory.

package import VoiceTypes

/// Estimate of the peak memory of an analysis.
package struct MemoryEstimate {
  /// Maximum memory of one analysis in bytes, equivalent to 50 minutes at 44.1 kHz [E].
  package static let mostBytes = 4 << 30

  private static let bytesPerSample = 8

  /// Bytes per sample of a transform: the sample and its fraction of two spectra.
  private static let bytesPerTransformed = 24

  /// Number of padding zeros for resampling, both sides together.
  private static let padding = 2000

  /// Tier of the analysis.
  private let tier: Tier

  /// Creates the estimate of a tier.
  package init(tier: Tier) { self.tier = tier }

  /// Estimates the bytes for a number of samples.
  package func bytes(samples count: Int) -> Int {
    guard tier == .comprehensive else { return Self.bytesPerSample * count }
    var size = 1
    while size < count + Self.padding { size *= 2 }
    return Self.bytesPerSample * count + Self.bytesPerTransformed * size
  }

  /// Refusal of a recording that needs too much memory; nil otherwise.
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
