// Zero crossings of a short window, counted as the published AVQI script counts them: it asks Praat
// for the crossing nearest to a time, and moves that time on, sample by sample, until another
// crossing is nearest. Two crossings within one sample of each other may so count as one, and a
// window without any crossing in its last 2.5 ms has no rate at all.

package import VoiceTypes

/// The crossings of a stretch of samples.
package struct ZeroCrossings {
  /// The walk begins and ends 2.5 ms inside a window of 30 ms.
  private static let firstSearch = 0.0025
  private static let lastSearch = 0.0275

  private let samples: ArraySlice<Double>
  private let firstTime: Double
  private let period: Double

  /// Looks at the samples of `range`, of which the first lies at `firstTime` seconds.
  package init(of signal: Signal, in range: Range<Int>, firstTime: Double) {
    samples = signal.samples[range]
    self.firstTime = firstTime
    period = signal.samplePeriod
  }

  /// Crossings per second; nil where the walk leaves the window before it is through.
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

  /// The crossing nearest to a time: the one between the samples around it, or else the nearer of
  /// those to the left and to the right, the later of two; nil beyond the last sample and where
  /// there is none.
  package func nearest(to time: Double) -> Double? {
    let low = Int(((time - firstTime) / period).rounded(.down))
    guard low >= -1, low < samples.count else { return nil }
    if let around = crossing(after: low) { return around }
    let left = stride(from: low - 1, through: 0, by: -1).lazy.compactMap(crossing).first
    let right = stride(from: low + 1, to: samples.count - 1, by: 1).lazy.compactMap(crossing).first
    guard let left, let right else { return left ?? right }
    return time - left < right - time ? left : right
  }

  /// Where the line between a sample and the next one is zero; nil if both have one sign. Zero
  /// counts as positive.
  private func crossing(after index: Int) -> Double? {
    guard index >= 0, index + 1 < samples.count else { return nil }
    let before = samples[samples.startIndex + index]
    let after = samples[samples.startIndex + index + 1]
    guard (before >= 0) != (after >= 0) else { return nil }
    return firstTime + (Double(index) + before / (before - after)) * period
  }
}
