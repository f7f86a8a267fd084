import VoiceTypes

/// Correlation method of a pitch analysis: normalised correlations at all lags of a frame.
package protocol FrameCorrelator: SendableMetatype {
  /// Fills `lags` for a frame of the analysis, from 0 on.
  /// - Returns: The frame's peak amplitude over its middle period; zero if nothing was filled.
  mutating func correlate(frame index: Int, into lags: inout LagBuffer) -> Double

  /// The peak amplitude of a frame without its correlation; nil if it is not known before.
  func peak(ofFrame index: Int) -> Double?

  /// Completes deferred lags of the last correlations up to `last`.
  mutating func complete(_ lags: inout LagBuffer, through last: Int)
}

extension FrameCorrelator {
  package func peak(ofFrame index: Int) -> Double? { nil }

  package mutating func complete(_ lags: inout LagBuffer, through last: Int) {}
}

/// Frame operations that do not depend on the method.
struct FrameWindow {
  let grid: SampleGrid
  let geometry: PitchGeometry

  /// The mean over one longest period on either side of sample `right`, within the signal.
  func localMean(before right: Int, in samples: Span<Double>) -> Double {
    let first = max(0, right - geometry.longestPeriod)
    let last = min(grid.count - 1, right - 1 + geometry.longestPeriod)
    guard first <= last else { return 0 }
    return Rows.sum(of: samples.extracting(first...last)) / Double(last - first + 1)
  }

  /// The indices in a frame for its peak: one longest period in the middle.
  var peakSearch: Range<Int> {
    let first = max(0, geometry.halfWindow - geometry.halfPeakSearch)
    return first..<min(geometry.windowLength, geometry.halfWindow + geometry.halfPeakSearch)
  }

  /// The largest magnitude in the middle of a frame of `geometry.windowLength` samples.
  func peak(in frame: Span<Double>) -> Double {
    Rows.largestMagnitude(of: frame.extracting(peakSearch))
  }
}
