// Forward cross-correlation of one window with the stretches that follow it:
//   r(l) = Σ y[j] y[j+l] / √(E(0) E(l)),  E(l) = Σ y[j+l]²,  j = 0 ..< L, y = x − local mean.
//
// The sums come from a transform, whose rounding is harmless except in one place: in digital
// silence, and in recordings of few bits, r is exactly equal at neighbouring lags, and noise in its
// last bit would make maxima of them. Where neighbours differ by no more than that noise, they are
// summed anew, to more than double precision.

package import VoiceTypes

/// The "raw cross-correlation" method.
package struct ForwardCrossCorrelation: FrameCorrelator {
  /// Rounding of the transform, relative to the norms of head and stretch, with a margin of ten.
  private static let transformNoise = 1e-14

  /// Beyond this error of a correlation the transform is not good enough.
  private static let tolerableNoise = 1e-10

  private let signal: Signal
  private let window: FrameWindow
  private let transform: RealFFT
  /// Half of window plus longest period, in seconds: from the frame's centre back to its start.
  private let halfSpan: Double
  private var frame: [Double]
  private var stretch: [Double]
  private var raw: [Double]

  package init(
    signal: Signal, geometry: PitchGeometry, floor: Hertz, workspace: inout AnalysisWorkspace
  ) {
    let length = geometry.windowLength
    self.signal = signal
    window = FrameWindow(grid: SampleGrid(of: signal), geometry: geometry)
    halfSpan = (1 / floor.value + geometry.windowDuration) / 2
    transform = workspace.transform(holding: length + geometry.maximumLag + 1)
    frame = Array(repeating: 0, count: length)
    stretch = []
    stretch.reserveCapacity(length + geometry.maximumLag)
    raw = Array(repeating: 0, count: geometry.maximumLag + 1)
  }

  package mutating func correlate(around time: Double, into lags: inout LagBuffer) -> Double {
    let samples = signal.samples
    let length = window.geometry.windowLength
    let right = window.grid.lowIndex(at: time) + 1
    let mean = window.localMean(before: right, in: samples)
    for offset in 0..<length {
      let index = right - window.geometry.halfWindow + offset
      frame[offset] = index >= 0 && index < samples.count ? samples[index] - mean : 0
    }
    let peak = window.peak(in: frame)
    guard peak > 0 else { return 0 }

    let start = max(0, window.grid.lowIndex(at: time - halfSpan))
    let available = min(window.geometry.maximumLag + length, samples.count - start)
    guard available >= length else { return 0 }
    stretch.removeAll(keepingCapacity: true)
    for index in start..<(start + available) { stretch.append(samples[index] - mean) }
    fill(&lags)
    return peak
  }

  private mutating func fill(_ lags: inout LagBuffer) {
    let length = window.geometry.windowLength
    transform.crossCorrelate(headCount: length, of: stretch, into: &raw)
    let scale = 1 / Double(transform.size)
    var energy = CompensatedSum()
    for index in 0..<length { energy.add(stretch[index] * stretch[index]) }
    let headEnergy = energy.value
    let stretchEnergy = stretch.reduce(0) { $0 + $1 * $1 }

    lags.set(1, atLag: 0)
    var previousNorm = headEnergy
    for lag in stride(from: 1, through: stretch.count - length, by: 1) {
      let (leaving, entering) = (stretch[lag - 1], stretch[lag + length - 1])
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
        lags.set(dotProduct(atLag: lag) / norm, atLag: lag)
        if lag > 1 && !lags[lag - 1].isNaN {
          lags.set(dotProduct(atLag: lag - 1) / previousNorm, atLag: lag - 1)
        }
      }
      previousNorm = norm
    }
  }

  private func dotProduct(atLag lag: Int) -> Double {
    var sum = CompensatedSum()
    for index in 0..<window.geometry.windowLength {
      sum.add(product: stretch[index], stretch[index + lag])
    }
    return sum.value
  }
}
