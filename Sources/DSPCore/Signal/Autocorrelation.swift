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
///
/// Frames share the way back from their power spectra two by two, frame 2n with frame 2n + 1 whoever asks for
/// either, so that a frame's last bits do not depend on which core it fell to.
package struct WindowedAutocorrelation: FrameCorrelator {
  private let frames: TaperedFrames
  /// The value at lag zero of the autocorrelation of the taper, over the others.
  private let reciprocals: [Double]
  private let pair: EvenPair
  /// The frames that share a transform, and which of all pairs they are.
  private var looks: (even: TaperedFrame, odd: TaperedFrame)
  private var held: Int?
  /// Whether the frame that was asked for last is the odd one.
  private var isOdd = false
  /// Lags before this one are free of what was wrapped around.
  private var exactLags = 0

  package init(
    signal: Signal, geometry: PitchGeometry, precision: PitchPrecision,
    farLags: FarLags = .atOnce, workspace: inout AnalysisWorkspace
  ) {
    let length = geometry.windowLength
    let lagCount = geometry.touchedLag + 1
    let taper =
      switch precision {
      case .standard: Window.hann(count: length)
      case .veryAccurate: Window.gaussian(count: length)
      }
    var ofTaper = Array(repeating: 0.0, count: lagCount)
    let whole = workspace.transform(holding: length + lagCount)
    whole.autocorrelate(taper, into: &ofTaper)
    let energy = ofTaper[0]
    reciprocals = ofTaper.map { energy / $0 }
    let transform =
      switch farLags {
      case .atOnce: whole
      case .onDemand:
        workspace.transform(
          ofExactly: WrappedSize.cheapest(
            length: length, searched: geometry.maximumLag + 1, touched: geometry.touchedLag))
      }
    frames = TaperedFrames(
      signal: signal, window: FrameWindow(grid: SampleGrid(of: signal), geometry: geometry),
      taper: taper, transform: transform, keepsSamples: farLags == .onDemand)
    pair = workspace.transforms.evenPair(size: transform.size)
    let frame = TaperedFrame(lagCount: lagCount, size: transform.size)
    looks = (frame, frame)
  }

  package mutating func correlate(frame index: Int, into lags: inout LagBuffer) -> Double {
    let geometry = frames.window.geometry
    if held != index / 2 {
      let even = index - index % 2
      look(
        around: geometry.time(ofFrame: even),
        beside: even + 1 < geometry.frameCount ? geometry.time(ofFrame: even + 1) : nil)
      held = index / 2
    }
    isOdd = !index.isMultiple(of: 2)
    return write(isOdd ? looks.odd : looks.even, into: &lags)
  }

  /// Fills `lags` for a frame that lies anywhere and shares nothing.
  /// - Returns: As of a frame.
  package mutating func correlate(around time: Double, into lags: inout LagBuffer) -> Double {
    look(around: time, beside: nil)
    (held, isOdd) = (nil, false)
    return write(looks.even, into: &lags)
  }

  private mutating func write(_ frame: TaperedFrame, into lags: inout LagBuffer) -> Double {
    guard frame.peak > 0 else { return 0 }
    let size = frames.transform.size
    let factor = 1 / (frame.energy.scaled * Double(size))
    lags.set(frame.lags.span, times: factor, and: reciprocals.span)
    exactLags = min(reciprocals.count, size - frames.taper.count + 1)
    return frame.peak
  }

  /// Frees all lags up to `last` of what the transform wrapped around.
  package mutating func complete(_ lags: inout LagBuffer, through last: Int) {
    let end = min(last + 1, reciprocals.count)
    guard exactLags < end else { return }
    let frame = isOdd ? looks.odd : looks.even
    for lag in exactLags..<end {
      // Lag l has lag `size − l` on top: the products of the frame's first and last values.
      let count = frames.taper.count - (frames.transform.size - lag)
      let wrapped = Rows.product(
        of: frame.samples.span.extracting(first: count),
        and: frame.samples.span.extracting(last: count))
      lags.set(lags[lag] - wrapped / frame.energy.plain * reciprocals[lag], atLag: lag)
    }
    exactLags = end
  }

  /// Correlates two frames by one transform of their power spectra.
  private mutating func look(around time: Double, beside other: Double?) {
    frames.measure(around: time, into: &looks.even)
    if let other {
      frames.measure(around: other, into: &looks.odd)
    } else {
      looks.odd.clear()
    }
    guard looks.even.peak > 0 || looks.odd.peak > 0 else { return }
    let transform = frames.transform
    transform.writeSpectrum { spectrum in
      pair.combine(looks.even.powers.span, looks.odd.powers.span, into: &spectrum)
    }
    transform.transformBack()
    transform.readSamples { pair.separate($0, into: &looks.even.lags, &looks.odd.lags) }
  }
}
