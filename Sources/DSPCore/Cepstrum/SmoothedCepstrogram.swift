import VoiceTypes

/// Smoothing parameters of the AVQI script.
enum CepstralSmoothing {
  static let timeWindow: Seconds = 0.01
  static let quefrencyWindow: Seconds = 0.001

  /// Additive floor, which keeps the logarithm of an empty quefrency finite; units of cepstral
  /// power.
  static let powerFloor = 1e-30
}

/// Power cepstra averaged over time, then over quefrency. A ring buffer holds the frames of the
/// averaging window.
struct SmoothedCepstrogram {
  private let cepstrogram: PowerCepstrogram
  private let smoother: SlidingMean
  /// The ring buffer: frame `f` is in row `f % rowCount`.
  private var rows: [Double]
  private let rowCount: Int
  private let rowLength: Int
  private var writtenCount = 0
  private var starts: [Int] = []
  private var terms: [WeightedRows.Term] = []
  private var averaged: [Double]

  /// Starts at frame `first`. Frames are paired independently of the start, because the rounding of
  /// a frame depends on its partner in the shared transform.
  init(_ cepstrogram: PowerCepstrogram, from first: Int = 0) {
    self.cepstrogram = cepstrogram
    let steps = CepstralSmoothing.quefrencyWindow.value / cepstrogram.quefrencyStep
    smoother = SlidingMean(count: cepstrogram.quefrencyCount, width: steps)
    // Both frames next to the window may contribute; frames are written in pairs.
    rowCount = Int(Self.framesPerWindow.rounded(.up)) + 3
    let alignment = WeightedRows.alignment
    rowLength = (cepstrogram.quefrencyCount + alignment - 1) / alignment * alignment
    rows = Array(repeating: 0, count: rowCount * rowLength)
    averaged = Array(repeating: 0, count: rowLength)
    let needed = Self.window(around: first, of: cepstrogram).needed
    writtenCount = needed.lowerBound - needed.lowerBound % 2
  }

  private static var framesPerWindow: Double {
    CepstralSmoothing.timeWindow.value / CepstrogramSettings.timeStep.value
  }

  /// Writes frame `index` into `powers`; indices must ascend.
  mutating func write(frame index: Int, into powers: inout [Double]) {
    average(over: Self.window(around: index, of: cepstrogram))
    smoother.smooth(averaged.span.extracting(first: cepstrogram.quefrencyCount), into: &powers)
    for quefrency in powers.indices { powers[quefrency] += CepstralSmoothing.powerFloor }
  }

  /// The averaging window of a frame, and the frames that it needs.
  private static func window(
    around index: Int, of cepstrogram: PowerCepstrogram
  ) -> (mean: MeanWindow, needed: ClosedRange<Int>) {
    let half = 0.5 * framesPerWindow
    let window = MeanWindow(
      from: Double(index) - half, to: Double(index) + half, count: cepstrogram.frameCount)
    let (first, last) = (window.inner.lowerBound, window.inner.upperBound)
    return (window, max(0, first - 1)...min(last + 1, cepstrogram.frameCount - 1))
  }

  /// Writes the mean over the frames of `window` into `averaged`.
  private mutating func average(over window: (mean: MeanWindow, needed: ClosedRange<Int>)) {
    let (window, needed) = window
    while writtenCount <= needed.upperBound { writeNextTwo() }
    if let shape = window.shape(among: cepstrogram.frameCount) {
      starts.removeAll(keepingCapacity: true)
      for frame in needed { starts.append(start(of: frame)) }
      WeightedRows.write(shape, ofRowsAt: starts, of: rows, into: &averaged)
    } else {
      prepareTerms(of: window, over: needed)
      WeightedRows.write(terms, of: rows, into: &averaged)
    }
  }

  /// Computes the weight of each row for a window at an end.
  private mutating func prepareTerms(of window: MeanWindow, over frames: ClosedRange<Int>) {
    let (first, last) = (window.inner.lowerBound, window.inner.upperBound)
    terms.removeAll(keepingCapacity: true)
    for frame in frames {
      var weight = window.inner.contains(frame) ? 1.0 : 0
      if frame == first { weight += window.firstWeight }
      if frame == last { weight += window.lastWeight }
      if frame == first - 1 { weight += window.beforeWeight }
      if frame == last + 1 { weight += window.afterWeight }
      guard weight != 0 else { continue }
      terms.append(WeightedRows.Term(start: start(of: frame), weight: weight / window.total))
    }
  }

  private func start(of frame: Int) -> Int { frame % rowCount * rowLength }

  /// Writes the next two frames; the last frame may be its own partner.
  private mutating func writeNextTwo() {
    let second = min(writtenCount + 1, cepstrogram.frameCount - 1)
    cepstrogram.write(
      frames: (writtenCount, second), into: &rows,
      from: (start(of: writtenCount), start(of: second)))
    writtenCount = second + 1
  }
}
