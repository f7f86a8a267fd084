// A power cepstrogram averaged over time, then over quefrency, as it is walked through. Only the
// frames under the averaging window are kept.

import RealModule
import VoiceTypes

/// The averaging of the AVQI script.
enum CepstralSmoothing {
  static let timeWindow: Seconds = 0.01
  static let quefrencyWindow: Seconds = 0.001

  /// Keeps the logarithm of an empty quefrency finite; units of cepstral power.
  static let powerFloor = 1e-30
}

/// Smoothed cepstra in decibels, frame by frame.
struct SmoothedCepstrogram {
  private var cepstrogram: PowerCepstrogram
  private var smoother: SlidingMean
  /// The last frames; frame `f` lies in row `f % rows.count`.
  private var rows: [[Double]]
  private var writtenCount = 0
  private var averaged: [Double]

  init(_ cepstrogram: PowerCepstrogram) {
    self.cepstrogram = cepstrogram
    let empty = Array(repeating: 0.0, count: cepstrogram.quefrencyCount)
    let steps = CepstralSmoothing.quefrencyWindow.value / cepstrogram.quefrencyStep
    smoother = SlidingMean(count: empty.count, width: steps)
    // Both frames just outside the window may take part.
    rows = Array(repeating: empty, count: Int(Self.framesPerWindow.rounded(.up)) + 2)
    averaged = empty
  }

  private static var framesPerWindow: Double {
    CepstralSmoothing.timeWindow.value / CepstrogramSettings.timeStep.value
  }

  /// Writes frame `index` into `decibels`; frames are asked for in ascending order.
  mutating func write(frame index: Int, into decibels: inout [Double]) {
    let half = 0.5 * Self.framesPerWindow
    let window = MeanWindow(
      from: Double(index) - half, to: Double(index) + half, count: cepstrogram.frameCount)
    average(over: window)
    smoother.smooth(averaged, into: &decibels)
    let scale = 10 / Double.log(10)
    for quefrency in decibels.indices {
      decibels[quefrency] =
        scale * Double.log(decibels[quefrency] + CepstralSmoothing.powerFloor)
    }
  }

  private mutating func average(over window: MeanWindow) {
    let (first, last) = (window.inner.lowerBound, window.inner.upperBound)
    let needed = min(last + 1, cepstrogram.frameCount - 1)
    while writtenCount <= needed {
      cepstrogram.write(frame: writtenCount, into: &rows[writtenCount % rows.count])
      writtenCount += 1
    }
    for index in averaged.indices { averaged[index] = 0 }
    for frame in max(0, first - 1)...needed {
      var weight = window.inner.contains(frame) ? 1.0 : 0
      if frame == first { weight += window.firstWeight }
      if frame == last { weight += window.lastWeight }
      if frame == first - 1 { weight += window.beforeWeight }
      if frame == last + 1 { weight += window.afterWeight }
      add(row: frame % rows.count, times: weight / window.total)
    }
  }

  private mutating func add(row: Int, times weight: Double) {
    for index in averaged.indices { averaged[index] += weight * rows[row][index] }
  }
}
