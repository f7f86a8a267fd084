package import VoiceTypes

/// Time at which the lags are computed that only interpolation reads.
package enum FarLags {
  /// Together with all others, by a transform that holds them.
  case atOnce
  /// On request: a smaller transform wraps a few of them around, and direct sums correct them.
  case onDemand
}

/// "Raw autocorrelation" method: autocorrelation of a windowed frame over that of the window
/// itself.
///
/// Boersma (1993), IFA Proceedings 17:97–110: the division undoes the taper, so that the height of
/// a peak is the periodic fraction of the power. Frames 2n and 2n + 1 always share the inverse
/// transform of their power spectra, so that the last bits do not depend on the core.
package struct WindowedAutocorrelation: FrameCorrelator {
  private let frames: TaperedFrames
  /// Lag zero of the autocorrelation of the taper over each lag.
  private let reciprocals: [Double]
  private let pair: EvenFFTPair
  /// The frames of the current pair, and the index of the pair.
  private var tapered: (even: TaperedFrame, odd: TaperedFrame)
  private var held: Int?
  /// Whether the last requested frame is the odd one.
  private var isOdd = false
  /// Lags below this one are free of circular wrap-around.
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
          ofExactly: CircularFFTLength.cheapest(
            length: length, searched: geometry.maximumLag + 1, touched: geometry.touchedLag))
      }
    frames = TaperedFrames(
      signal: signal, window: FrameWindow(grid: SampleGrid(of: signal), geometry: geometry),
      taper: taper, transform: transform, keepsSamples: farLags == .onDemand)
    pair = workspace.transforms.evenPair(size: transform.size)
    let frame = TaperedFrame(lagCount: lagCount, size: transform.size)
    tapered = (frame, frame)
  }

  package mutating func correlate(frame index: Int, into lags: inout LagBuffer) -> Double {
    let geometry = frames.window.geometry
    if held != index / 2 {
      let even = index - index % 2
      measurePair(
        around: geometry.time(ofFrame: even),
        and: even + 1 < geometry.frameCount ? geometry.time(ofFrame: even + 1) : nil)
      held = index / 2
    }
    isOdd = !index.isMultiple(of: 2)
    return write(isOdd ? tapered.odd : tapered.even, into: &lags)
  }

  package func peak(ofFrame index: Int) -> Double? {
    frames.peak(around: frames.window.geometry.time(ofFrame: index))
  }

  /// Fills `lags` for a single frame at any time.
  /// - Returns: As for a numbered frame.
  package mutating func correlate(around time: Double, into lags: inout LagBuffer) -> Double {
    measurePair(around: time, and: nil)
    (held, isOdd) = (nil, false)
    return write(tapered.even, into: &lags)
  }

  private mutating func write(_ frame: TaperedFrame, into lags: inout LagBuffer) -> Double {
    guard frame.peak > 0 else { return 0 }
    let size = frames.transform.size
    let factor = 1 / (frame.energy.scaled * Double(size))
    lags.set(frame.lags.span, times: factor, and: reciprocals.span)
    exactLags = min(reciprocals.count, size - frames.taper.count + 1)
    return frame.peak
  }

  /// Corrects the circular wrap-around of all lags up to `last`.
  package mutating func complete(_ lags: inout LagBuffer, through last: Int) {
    let end = min(last + 1, reciprocals.count)
    guard exactLags < end else { return }
    let frame = isOdd ? tapered.odd : tapered.even
    for lag in exactLags..<end {
      // Lag l includes lag `size − l`: the products of the frame's first and last values.
      let count = frames.taper.count - (frames.transform.size - lag)
      let wrapped = Rows.product(
        of: frame.samples.span.extracting(first: count),
        and: frame.samples.span.extracting(last: count))
      lags.set(lags[lag] - wrapped / frame.energy.plain * reciprocals[lag], atLag: lag)
    }
    exactLags = end
  }

  /// Correlates two frames by one transform of their power spectra.
  private mutating func measurePair(around time: Double, and other: Double?) {
    frames.measure(around: time, into: &tapered.even)
    if let other {
      frames.measure(around: other, into: &tapered.odd)
    } else {
      tapered.odd.clear()
    }
    guard tapered.even.peak > 0 || tapered.odd.peak > 0 else { return }
    let transform = frames.transform
    transform.writeSpectrum { spectrum in
      pair.combine(tapered.even.powers.span, tapered.odd.powers.span, into: &spectrum)
    }
    transform.transformBack()
    transform.readSamples { pair.separate($0, into: &tapered.even.lags, &tapered.odd.lags) }
  }
}
