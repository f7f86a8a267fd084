// A power cepstrogram averaged over time, then over quefrency, as it is walked through. Only the
// frames under the averaging window are kept.

import VoiceTypes

/// The averaging of the AVQI script.
enum CepstralSmoothing {
  static let timeWindow: Seconds = 0.01
  static let quefrencyWindow: Seconds = 0.001

  /// Keeps the logarithm of an empty quefrency finite; units of cepstral power.
  static let powerFloor = 1e-30
}

/// Smoothed power cepstra, frame by frame.
struct SmoothedCepstrogram {
  private let cepstrogram: PowerCepstrogram
  private let smoother: SlidingMean
  /// The last frames; frame `f` lies in row `f % rowCount`.
  private var rows: [Double]
  private let rowCount: Int
  private let rowLength: Int
  private var writtenCount = 0
  private var terms: [WeightedRows.Term] = []
  private var averaged: [Double]

  init(_ cepstrogram: PowerCepstrogram) {
    self.cepstrogram = cepstrogram
    let steps = CepstralSmoothing.quefrencyWindow.value / cepstrogram.quefrencyStep
    smoother = SlidingMean(count: cepstrogram.quefrencyCount, width: steps)
    // Both frames just outside the window may take part.
    rowCount = Int(Self.framesPerWindow.rounded(.up)) + 2
    let alignment = WeightedRows.alignment
    rowLength = (cepstrogram.quefrencyCount + alignment - 1) / alignment * alignment
    rows = Array(repeating: 0, count: rowCount * rowLength)
    averaged = Array(repeating: 0, count: rowLength)
  }

  private static var framesPerWindow: Double {
    CepstralSmoothing.timeWindow.value / CepstrogramSettings.timeStep.value
  }

  /// Writes frame `index` into `powers`; frames are asked for in ascending order.
  mutating func write(frame index: Int, into powers: inout [Double]) {
    let half = 0.5 * Self.framesPerWindow
    let window = MeanWindow(
      from: Double(index) - half, to: Double(index) + half, count: cepstrogram.frameCount)
    prepareTerms(of: window)
    WeightedRows.write(terms, of: rows, into: &averaged)
    smoother.smooth(averaged.span.extracting(first: cepstrogram.quefrencyCount), into: &powers)
    for quefrency in powers.indices { powers[quefrency] += CepstralSmoothing.powerFloor }
  }

  /// Has all rows of a window at hand, and what each is multiplied by.
  private mutating func prepareTerms(of window: MeanWindow) {
    let (first, last) = (window.inner.lowerBound, window.inner.upperBound)
    let needed = min(last + 1, cepstrogram.frameCount - 1)
    while writtenCount <= needed {
      writeNext()
    }
    terms.removeAll(keepingCapacity: true)
    for frame in max(0, first - 1)...needed {
      var weight = window.inner.contains(frame) ? 1.0 : 0
      if frame == first { weight += window.firstWeight }
      if frame == last { weight += window.lastWeight }
      if frame == first - 1 { weight += window.beforeWeight }
      if frame == last + 1 { weight += window.afterWeight }
      guard weight != 0 else { continue }
      terms.append(
        WeightedRows.Term(
          start: frame % rowCount * rowLength, weight: weight / window.total))
    }
  }

  private mutating func writeNext() {
    let start = writtenCount % rowCount * rowLength
    cepstrogram.write(frame: writtenCount, into: &rows, from: start)
    writtenCount += 1
  }
}
