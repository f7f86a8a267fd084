// Which windows of 30 ms of speech are voiced: loud enough, and with few zero crossings.
// Source: the published AVQI 03.01 script (Maryn & Corthals), after Parsa & Jamieson (2001).

package import VoiceTypes

/// The voiced windows of a sound without silences.
package struct VoicedWindows: Sendable, Equatable {
  /// The length of a window, and the step from one to the next, in seconds.
  package static let width = 0.03

  /// The share of the mean power of the sound that a window must exceed.
  package static let leastPowerShare = 0.3

  /// Windows with as many zero crossings per second or more are noise.
  package static let crossingLimit: Hertz = 3000

  /// A window that is loud enough.
  package struct Window: Sendable, Equatable {
    /// Its number, from 0.
    package let index: Int

    /// Its samples.
    package let samples: Range<Int>

    /// Its zero crossings per second; nil where they cannot be counted.
    package let crossingRate: Double?

    /// Whether it is kept.
    package var isVoiced: Bool {
      crossingRate.map { $0 < VoicedWindows.crossingLimit.value } ?? false
    }
  }

  /// Number of windows looked at. The script leaves out those that end in the last 30 ms.
  package let count: Int

  /// The windows that are loud enough, in order.
  package let loud: [Window]

  /// The windows that are voiced, in order.
  package var kept: [Window] { loud.filter(\.isVoiced) }

  /// Looks through a sound, window by window.
  package init(of signal: Signal) {
    let grid = SampleGrid(of: signal)
    let threshold = Self.leastPowerShare * Self.power(of: signal.samples[...])
    let end = grid.duration - Self.width
    var (left, index) = (0.0, 0)
    var loud: [Window] = []
    // The sum of many widths, not a product, as in the script: it decides about single samples.
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
