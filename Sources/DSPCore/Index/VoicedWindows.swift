package import VoiceTypes

/// Voiced 30 ms windows of a signal without silences: power above a threshold and few zero
/// crossings. Source: the published AVQI 03.01 script (Maryn & Corthals), after Parsa & Jamieson
/// (2001).
package struct VoicedWindows: Sendable, Equatable {
  /// The length and the step of the windows, in seconds.
  package static let width = 0.03
  /// Minimum power of a window, as a fraction of the mean power.
  package static let leastPowerShare = 0.3
  /// The zero-crossing rate from which a window counts as noise.
  package static let crossingLimit: Hertz = 3000

  /// Window above the power threshold.
  package struct Window: Sendable, Equatable {
    /// Index of the window, from 0.
    package let index: Int
    package let samples: Range<Int>
    /// Zero crossings per second; nil if the count is undefined.
    package let crossingRate: Double?

    /// Whether the zero-crossing rate is below the limit.
    package var isVoiced: Bool {
      crossingRate.map { $0 < VoicedWindows.crossingLimit.value } ?? false
    }
  }

  /// Number of windows. The script excludes windows that end in the last 30 ms.
  package let count: Int
  /// The windows above the power threshold, in order.
  package let loud: [Window]

  /// The voiced windows, in order.
  package var kept: [Window] { loud.filter(\.isVoiced) }

  /// Classifies the windows of a signal.
  package init(of signal: Signal) {
    let grid = SampleGrid(of: signal)
    let threshold = Self.leastPowerShare * Self.power(of: signal.samples[...])
    let end = grid.duration - Self.width
    var (left, index) = (0.0, 0)
    var loud: [Window] = []
    // Repeated addition, not a product, as in the script: the rounding selects single samples.
    while left + Self.width < end {
      let samples = grid.indices(from: left, to: left + Self.width)
      if Self.power(of: signal.samples[samples]) > threshold {
        let crossings = ZeroCrossings(
          of: signal, in: samples, firstTime: grid.time(of: samples.lowerBound) - left)
        loud.append(Window(index: index, samples: samples, crossingRate: crossings.rate))
      }
      left += Self.width
      index += 1
    }
    count = index
    self.loud = loud
  }

  private static func power(of samples: ArraySlice<Double>) -> Double {
    guard !samples.isEmpty else { return 0 }
    return samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)
  }
}
