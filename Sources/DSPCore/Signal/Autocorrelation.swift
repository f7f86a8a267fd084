// Autocorrelation of a windowed frame, divided by the autocorrelation of the window itself.
//
// Boersma (1993), IFA Proceedings 17:97–110: the division undoes the taper, so that the height of
// a peak is the share of the power that repeats.

package import VoiceTypes

/// When the lags are computed that no maximum is looked for at, but interpolation may touch.
package enum FarLags {
  /// With all others, by a transform that holds them.
  case atOnce
  /// When asked for: a smaller transform wraps a few of them around, and what that added is summed
  /// directly and taken away.
  case onDemand
}

/// The "raw autocorrelation" method.
package struct WindowedAutocorrelation: FrameCorrelator {
  private let signal: Signal
  private let window: FrameWindow
  private let taper: [Double]
  /// The value at lag zero of the autocorrelation of the taper, over the others.
  private let reciprocals: [Double]
  private let transform: RealFFT
  /// The last frame under its taper, where far lags are completed on demand; empty otherwise.
  private var frame: [Double]
  /// Lags before this one are free of what was wrapped around.
  private var exactLags = 0
  /// The energy of the last frame.
  private var energy = 0.0

  package init(
    signal: Signal, geometry: PitchGeometry, precision: PitchPrecision,
    farLags: FarLags = .atOnce, workspace: inout AnalysisWorkspace
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
    var ofTaper = Array(repeating: 0.0, count: lagCount)
    let whole = workspace.transform(holding: length + lagCount)
    whole.autocorrelate(taper, into: &ofTaper)
    let energy = ofTaper[0]
    reciprocals = ofTaper.map { energy / $0 }
    frame = farLags == .onDemand ? taper : []
    transform =
      switch farLags {
      case .atOnce: whole
      case .onDemand:
        workspace.transform(
          ofExactly: WrappedSize.cheapest(
            length: length, searched: geometry.maximumLag + 1, touched: geometry.touchedLag))
      }
  }

  package mutating func correlate(around time: Double, into lags: inout LagBuffer) -> Double {
    let right = window.grid.lowIndex(at: time) + 1
    var peak = 0.0
    transform.load(count: taper.count) { loaded in
      fill(&loaded, from: right - window.geometry.halfWindow)
      peak = window.peak(in: loaded.span)
      var kept = frame.mutableSpan
      for index in kept.indices { kept[index] = loaded[index] }
    }
    guard peak > 0 else { return 0 }

    transform.autocorrelate(lagCount: reciprocals.count) { raw in
      energy = raw[0] / Double(transform.size)
      lags.set(raw, times: 1 / raw[0], and: reciprocals.span)
    }
    exactLags = min(reciprocals.count, transform.size - taper.count + 1)
    return peak
  }

  /// Frees all lags up to `last` of what the transform wrapped around.
  package mutating func complete(_ lags: inout LagBuffer, through last: Int) {
    let (frame, end) = (frame, min(last + 1, reciprocals.count))
    for lag in exactLags..<max(exactLags, end) {
      // Lag l has lag `size − l` on top: the products of the frame's first and last values.
      let count = taper.count - (transform.size - lag)
      let wrapped = Rows.product(
        of: frame.span.extracting(first: count), and: frame.span.extracting(last: count))
      lags.set(lags[lag] - wrapped / energy * reciprocals[lag], atLag: lag)
    }
    exactLags = max(exactLags, end)
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
