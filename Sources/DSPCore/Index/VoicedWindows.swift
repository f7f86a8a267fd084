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
  }

  /// Number of windows. The script excludes windows that end in the last 30 ms.
  package private(set) var count = 0
  /// The windows above the power threshold, in order.
  package private(set) var loud: [Window] = []

  /// The voiced windows, in order.
  package var kept: [Window] {
    loud.filter { ($0.crossingRate ?? .infinity) < Self.crossingLimit.value }
  }

  package init(of signal: Signal) {
    let grid = SampleGrid(of: signal)
    let threshold = Self.leastPowerShare * Self.power(of: signal.samples[...])
    let end = grid.duration - Self.width
    var left = 0.0
    // Repeated addition, not a product, as in the script: the rounding selects single samples.
    while left + Self.width < end {
      let samples = grid.indices(from: left, to: left + Self.width)
      if Self.power(of: signal.samples[samples]) > threshold {
        let crossings = ZeroCrossings(
          of: signal, in: samples, firstTime: grid.time(of: samples.lowerBound) - left)
        loud.append(Window(index: count, samples: samples, crossingRate: crossings.rate))
      }
      left += Self.width
      count += 1
    }
  }

  private static func power(of samples: ArraySlice<Double>) -> Double {
    samples.isEmpty ? 0 : samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)
  }
}

/// Zero crossings of a short window by the method of the published AVQI script.
///
/// The script queries Praat for the crossing nearest to a time and advances that time by one sample
/// until the result changes. Two crossings within one sample may count as one. A window without a
/// crossing in its last 2.5 ms has no rate.
package struct ZeroCrossings {
  /// Search range in the window, in seconds: 2.5 ms inside either end of 30 ms.
  private static let (firstSearch, lastSearch) = (0.0025, 0.0275)

  private let samples: [Double]
  private let firstTime: Double
  private let period: Double

  /// Creates the counter for the samples of `range`; the first is at `firstTime` seconds.
  package init(of signal: Signal, in range: Range<Int>, firstTime: Double) {
    (samples, self.firstTime) = (Array(signal.samples[range]), firstTime)
    period = signal.samplePeriod
  }

  /// Crossings per second; nil if the search leaves the window early.
  package var rate: Double? {
    guard let first = nearest(to: Self.firstSearch) else { return nil }
    var (here, place, count) = (first, first, 0)
    while here < Self.lastSearch {
      place += period
      guard let next = nearest(to: place) else { return nil }
      if next != here { (here, count) = (next, count + 1) }
    }
    return count > 0 ? Double(count) / (here - first) : nil
  }

  /// The crossing nearest to a time, in seconds. It prefers a crossing between the adjacent
  /// samples, else the nearer side, the later of equals. Nil beyond the last sample, and without
  /// any crossing.
  package func nearest(to time: Double) -> Double? {
    let low = Int(((time - firstTime) / period).rounded(.down))
    guard low >= -1, low < samples.count else { return nil }
    if let around = crossing(after: low) { return around }
    let left = stride(from: low - 1, through: 0, by: -1).lazy.compactMap(crossing).first
    let right = stride(from: low + 1, to: samples.count - 1, by: 1).lazy.compactMap(crossing).first
    guard let left, let right else { return left ?? right }
    return time - left < right - time ? left : right
  }

  /// The zero of the line from a sample to the next one, in seconds; nil for equal signs. Zero
  /// counts as positive.
  private func crossing(after index: Int) -> Double? {
    guard index >= 0, index + 1 < samples.count else { return nil }
    let (before, after) = (samples[index], samples[index + 1])
    guard (before >= 0) != (after >= 0) else { return nil }
    return firstTime + (Double(index) + before / (before - after)) * period
  }
}
