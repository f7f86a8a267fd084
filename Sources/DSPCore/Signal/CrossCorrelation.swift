package import VoiceTypes

/// "Raw cross-correlation" method: forward cross-correlation of one window with later windows.
///
///     r(l) = Σ y[j] y[j+l] / √(E(0) E(l)),  E(l) = Σ y[j+l]²,  j = 0 ..< L,  y = x − local mean
///
/// The sums are computed by FFT. Its rounding matters only in digital silence and at a low bit
/// depth, where r is exactly equal at neighbouring lags, and noise in the last bit would create
/// maxima. Frames with differences below that noise, or with a quiet window next to a loud one, are
/// summed directly, to more than double precision.
package struct ForwardCrossCorrelation: FrameCorrelator {
  /// Rounding error of the transform, relative to the norms of both windows, with a margin of ten.
  private static let transformNoise = 1e-14

  /// The maximum error of a correlation from the transform.
  private static let tolerableNoise = 1e-10

  private let signal: Signal
  private let window: FrameWindow
  private let transform: RealFFT
  /// Half of window plus longest period, in seconds: from the frame's centre back to its start.
  private let halfSpan: Double
  /// The samples of the frame and of the following lags, less the local mean.
  private var stretch: [Double]
  private var raw: [Double]

  package init(
    signal: Signal, geometry: PitchGeometry, floor: Hertz, workspace: inout AnalysisWorkspace
  ) {
    let length = geometry.windowLength
    self.signal = signal
    window = FrameWindow(grid: SampleGrid(of: signal), geometry: geometry)
    halfSpan = (1 / floor.value + geometry.windowDuration) / 2
    transform = workspace.transform(holding: length + geometry.maximumLag)
    stretch = Array(repeating: 0, count: length + geometry.maximumLag)
    raw = Array(repeating: 0, count: geometry.maximumLag + 1)
  }

  package mutating func correlate(frame index: Int, into lags: inout LagBuffer) -> Double {
    correlate(around: window.geometry.time(ofFrame: index), into: &lags)
  }

  /// Fills `lags` for a single frame at any time.
  /// - Returns: As for a numbered frame.
  package mutating func correlate(around time: Double, into lags: inout LagBuffer) -> Double {
    let signal = signal
    let samples = signal.samples.span
    let length = window.geometry.windowLength
    let right = window.grid.lowIndex(at: time) + 1
    let mean = window.localMean(before: right, in: samples)
    let searched = window.peakSearch
    let first = right - window.geometry.halfWindow
    let inside =
      max(
        0, first + searched.lowerBound)..<max(
        0, first + searched.lowerBound, min(samples.count, first + searched.upperBound))
    let peak = Rows.largestMagnitude(of: samples.extracting(inside), minus: mean)
    guard peak > 0 else { return 0 }

    let start = max(0, window.grid.lowIndex(at: time - halfSpan))
    let available = min(stretch.count, samples.count - start)
    guard available >= length else { return 0 }
    Rows.subtract(mean, from: samples.extracting(start..<(start + available)), into: &stretch)
    fill(&lags, lagCount: available - length + 1)
    return peak
  }

  private mutating func fill(_ lags: inout LagBuffer, lagCount: Int) {
    let length = window.geometry.windowLength
    let stretch = stretch
    let row = stretch.span.extracting(0..<(length + lagCount - 1))
    var facts = LagRowFacts.none
    transform.crossCorrelate(row.extracting(0..<length), with: row, lagCount: lagCount) { sums in
      lags.set(count: lagCount) { correlations, start in
        facts = NormalizedLags(length: length, scale: 1 / Double(transform.size))
          .write(sums, along: row, into: &correlations, from: start)
        correlations[start] = 1
      }
    }
    if !facts.isResolvable(atNoise: 2 * Self.transformNoise) {
      fillExactly(&lags, lagCount: lagCount)
    }
  }

  /// Fills `lags` with compensated energies, and with exact sums for flat correlations.
  private mutating func fillExactly(_ lags: inout LagBuffer, lagCount: Int) {
    let length = window.geometry.windowLength
    let stretch = stretch
    let row = stretch.span.extracting(0..<(length + lagCount - 1))
    transform.crossCorrelate(
      row.extracting(0..<length), with: row, lagCount: lagCount, into: &raw)
    let scale = 1 / Double(transform.size)
    var energy = CompensatedSum()
    for index in 0..<length { energy.add(row[index] * row[index]) }
    let headEnergy = energy.value
    let stretchEnergy = Rows.product(of: row, and: row)
    var exact = ExactLagSums(of: row, length: length)

    var previousNorm = headEnergy
    for lag in 1..<max(1, lagCount) {
      let (leaving, entering) = (row[lag - 1], row[lag + length - 1])
      energy.add(-(leaving * leaving))
      energy.add(entering * entering)
      // Digital silence: 0/0 stays NaN, so that no candidate can arise there.
      guard headEnergy > 0, energy.value > 0 else {
        lags.set(.nan, atLag: lag)
        continue
      }
      let norm = (headEnergy * energy.value).squareRoot()
      lags.set(raw[lag] * scale / norm, atLag: lag)
      let noise = Self.transformNoise * (stretchEnergy / energy.value).squareRoot()
      let isFlat = (lags[lag] - lags[lag - 1]).magnitude <= noise
      if isFlat || noise > Self.tolerableNoise {
        lags.set(exact.sum(atLag: lag) / norm, atLag: lag)
        if lag > 1 && !lags[lag - 1].isNaN {
          lags.set(exact.sum(atLag: lag - 1) / previousNorm, atLag: lag - 1)
        }
      }
      previousNorm = norm
    }
  }
}
