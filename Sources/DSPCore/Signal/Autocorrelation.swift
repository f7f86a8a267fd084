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
  /// The value at lag zero of the autocorrelation of the taper, over the others.
  private let reciprocals: [Double]
  private let transform: RealFFT

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
    var ofTaper = Array(repeating: 0.0, count: lagCount)
    transform.autocorrelate(taper, into: &ofTaper)
    let energy = ofTaper[0]
    reciprocals = ofTaper.map { energy / $0 }
  }

  package mutating func correlate(around time: Double, into lags: inout LagBuffer) -> Double {
    let right = window.grid.lowIndex(at: time) + 1
    var peak = 0.0
    transform.load(count: taper.count) { frame in
      fill(&frame, from: right - window.geometry.halfWindow)
      peak = window.peak(in: frame.span)
    }
    guard peak > 0 else { return 0 }

    transform.autocorrelate(loaded: taper.count, lagCount: reciprocals.count) { raw in
      lags.set(raw, times: 1 / raw[0], and: reciprocals.span)
    }
    return peak
  }

  private func fill(_ frame: inout MutableSpan<Double>, from start: Int) {
    let samples = signal.samples.span
    let mean = window.localMean(before: start + window.geometry.halfWindow, in: samples)
    if start >= 0 && start + taper.count <= samples.count {
      Rows.taper(
        samples.extracting(start..<(start + taper.count)), minus: mean, by: taper.span,
        into: &frame)
      return
    }
    // Framing keeps the window inside the sound; rounding may cost one sample at the ends.
    for offset in taper.indices {
      let index = start + offset
      let sample = index >= 0 && index < samples.count ? samples[index] - mean : 0
      frame[offset] = sample * taper[offset]
    }
  }
}
