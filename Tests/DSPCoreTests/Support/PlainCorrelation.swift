// The two correlations of a frame as direct sums over their definitions, for the transforms to
// match. Boersma (1993), eq. 8 and 9; the sizes are the ones hand-checked in PitchGeometryTests.

import DSPCore
import TestSupport
import VoiceTypes

/// The neighbourhood of a frame without its local mean.
struct PlainFrame {
  /// The index of the last sample at or before the centre, plus one.
  let right: Int
  /// The sound minus the mean over one longest period to either side of the centre.
  let centred: [Double]

  init(of signal: Signal, geometry: PitchGeometry, around time: Double) {
    right = Int(((time - signal.firstSampleTime) / signal.samplePeriod).rounded(.down)) + 1
    let period = geometry.longestPeriod
    let near = signal.samples[max(0, right - period)..<min(signal.samples.count, right + period)]
    let mean = near.reduce(0, +) / Double(near.count)
    centred = signal.samples.map { $0 - mean }
  }

  /// The samples of the frame itself.
  func window(_ geometry: PitchGeometry) -> [Double] {
    Array(centred[(right - geometry.halfWindow)..<(right + geometry.halfWindow)])
  }
}

/// Autocorrelation of the tapered frame over that of the taper, at the lags 0 … `lags`.
func plainAutocorrelation(
  of signal: Signal, geometry: PitchGeometry, around time: Double, taper: [Double], lags: Int
) -> [Double] {
  let frame = PlainFrame(of: signal, geometry: geometry, around: time)
  let tapered = zip(frame.window(geometry), taper).map { $0 * $1 }
  return (0...lags).map { lag in
    (plainSum(tapered, lag: lag) / plainSum(tapered, lag: 0))
      / (plainSum(taper, lag: lag) / plainSum(taper, lag: 0))
  }
}

/// The largest magnitude within half a longest period, and one sample, of the frame's centre.
func plainPeak(in frame: [Double], geometry: PitchGeometry) -> Double {
  let reach = geometry.longestPeriod / 2 + 1
  let (first, last) = (
    max(1, geometry.halfWindow + 1 - reach), min(frame.count, geometry.halfWindow + reach)
  )
  return frame[(first - 1)...(last - 1)].map(\.magnitude).max() ?? 0
}

/// Forward cross-correlation over the norms of the two stretches, at the lags 0 … `lags`.
func plainCrossCorrelation(
  of signal: Signal, geometry: PitchGeometry, floor: Hertz, around time: Double, lags: Int
) -> [Double] {
  let frame = PlainFrame(of: signal, geometry: geometry, around: time)
  let startTime = time - 0.5 * (1 / floor.value + geometry.windowDuration)
  let start = max(
    0, Int(((startTime - signal.firstSampleTime) / signal.samplePeriod).rounded(.down)))
  let head = Array(frame.centred[start..<(start + geometry.windowLength)])
  return (0...lags).map { lag in
    let shifted = Array(frame.centred[(start + lag)..<(start + lag + geometry.windowLength)])
    let energies = plainSum(head, lag: 0) * plainSum(shifted, lag: 0)
    return zip(head, shifted).reduce(0) { $0 + $1.0 * $1.1 } / energies.squareRoot()
  }
}

/// Σ_j values[j] · values[j + lag].
func plainSum(_ values: [Double], lag: Int) -> Double { laggedSum(values, values, lag: lag) }
