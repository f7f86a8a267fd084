// What the two raw pitch methods have in common: local mean, peaks, and a correlation per frame.

import VoiceTypes

/// Turns the neighbourhood of a time into normalised correlations at all lags.
package protocol FrameCorrelator: SendableMetatype {
  /// Fills `lags` for a frame of the analysis, from 0 on.
  /// - Returns: The frame's peak amplitude over its middle period; zero when nothing was filled.
  mutating func correlate(frame index: Int, into lags: inout LagBuffer) -> Double

  /// Completes the correlations that were filled last at all lags up to `last`, where the method
  /// left that for later.
  mutating func complete(_ lags: inout LagBuffer, through last: Int)
}

extension FrameCorrelator {
  package mutating func complete(_ lags: inout LagBuffer, through last: Int) {}
}

/// The parts of a frame that do not depend on the method.
struct FrameWindow {
  let grid: SampleGrid
  let geometry: PitchGeometry

  /// The mean over one longest period to either side of sample `right`, within the signal.
  func localMean(before right: Int, in samples: Span<Double>) -> Double {
    let first = max(0, right - geometry.longestPeriod)
    let last = min(grid.count - 1, right - 1 + geometry.longestPeriod)
    guard first <= last else { return 0 }
    return Rows.sum(of: samples.extracting(first...last)) / Double(last - first + 1)
  }

  /// The places of a frame in which its peak is looked for: one longest period in the middle.
  var peakSearch: Range<Int> {
    let first = max(0, geometry.halfWindow - geometry.halfPeakSearch)
    return first..<min(geometry.windowLength, geometry.halfWindow + geometry.halfPeakSearch)
  }

  /// The largest magnitude in the middle of a frame of `geometry.windowLength` samples.
  func peak(in frame: Span<Double>) -> Double {
    Rows.largestMagnitude(of: frame.extracting(peakSearch))
  }
}
