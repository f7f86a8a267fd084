// Autocorrelation of a windowed frame, divided by the autocorrelation of the window itself.
//
// Boersma (1993), IFA Proceedings 17:97–110: the division undoes the taper, so that the height of
// a peak is the share of the power that repeats.

package import VoiceTypes

/// The "raw autocorrelation" method.
package struct WindowedAutocorrelation: FrameCorrelator {
  private let signal: Signal
  private let window: FrameWindow
  private let taper: [Double]
  /// Autocorrelation of the taper over its value at lag zero.
  private let taperCorrelation: [Double]
  private let transform: RealFFT
  private var frame: [Double]
  private var raw: [Double]

  package init(
    signal: Signal, geometry: PitchGeometry, precision: PitchPrecision,
    workspace: inout AnalysisWorkspace
  ) {
    let length = geometry.windowLength
    let lagCount = geometry.touchedLag + 1
    self.signal = signal
    window = FrameWindow(grid: SampleGrid(of: signal), geometry: geometry)
    taper =
      switch precision {
      case .standard: Window.hann(count: length)
      case .veryAccurate: Window.gaussian(count: length)
      }
    transform = workspace.transform(holding: length + lagCount)
    frame = Array(repeating: 0, count: length)
    raw = Array(repeating: 0, count: lagCount)
    var ofTaper = raw
    transform.autocorrelate(taper, into: &ofTaper)
    let energy = ofTaper[0]
    taperCorrelation = ofTaper.map { $0 / energy }
  }

  package mutating func correlate(around time: Double, into lags: inout LagBuffer) -> Double {
    let right = window.grid.lowIndex(at: time) + 1
    fillFrame(from: right - window.geometry.halfWindow)
    let peak = window.peak(in: frame)
    guard peak > 0 else { return 0 }

    transform.autocorrelate(frame, into: &raw)
    let energy = raw[0]
    lags.set(1, atLag: 0)
    for lag in 1..<raw.count {
      lags.set(raw[lag] / (energy * taperCorrelation[lag]), atLag: lag)
    }
    return peak
  }

  private mutating func fillFrame(from start: Int) {
    let samples = signal.samples
    let mean = window.localMean(before: start + window.geometry.halfWindow, in: samples)
    for offset in frame.indices {
      let index = start + offset
      // Framing keeps the window inside the sound; rounding may cost one sample at the ends.
      let sample = index >= 0 && index < samples.count ? samples[index] - mean : 0
      frame[offset] = sample * taper[offset]
    }
  }
}
