package import VoiceTypes

/// Zero crossings of a short window by the method of the published AVQI script.
///
/// The script queries Praat for the crossing nearest to a time and advances that time by one sample
/// until the result changes. Two crossings within one sample may count as one. A window without a
/// crossing in its last 2.5 ms has no rate.
package struct ZeroCrossings {
  /// Search range in the window, in seconds: 2.5 ms inside either end of 30 ms.
  private static let (firstSearch, lastSearch) = (0.0025, 0.0275)

  private let samples: ArraySlice<Double>
  private let firstTime: Double
  private let period: Double

  /// Creates the counter for the samples of `range`; the first is at `firstTime` seconds.
  package init(of signal: Signal, in range: Range<Int>, firstTime: Double) {
    samples = signal.samples[range]
    self.firstTime = firstTime
    period = signal.samplePeriod
  }

  /// Crossings per second; nil if the search leaves the window early.
  package var rate: Double? {
    guard let first = nearest(to: Self.firstSearch) else { return nil }
    var (here, place, count) = (first, first + period, 0)
    var following = nearest(to: place)
    while here < Self.lastSearch {
      while following == here {
        place += period
        following = nearest(to: place)
      }
      guard let next = following else { return nil }
      count += 1
      here = next
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
    let before = samples[samples.startIndex + index]
    let after = samples[samples.startIndex + index + 1]
    guard (before >= 0) != (after >= 0) else { return nil }
    return firstTime + (Double(index) + before / (before - after)) * period
  }
}
