import VoiceTypes

/// Windowed frame with its spectrum and autocorrelation.
struct TaperedFrame {
  /// The windowed samples, if stored; else empty.
  fileprivate(set) var samples: [Double] = []

  /// Power spectrum |X|² from zero to Nyquist, times a power of two for an energy of about one.
  /// Without it, a faint frame would be lost in the rounding of a loud partner.
  fileprivate(set) var powers: [Double]

  /// The autocorrelation from lag zero on, times that factor and the size of the transform; lag
  /// zero is the energy.
  var lags: [Double]

  /// The energy, plain and times the power of two.
  fileprivate(set) var energy = (plain: 0.0, scaled: 0.0)

  /// The largest magnitude in the middle; zero for a silent frame.
  fileprivate(set) var peak = 0.0

  /// Allocates the powers and `lagCount` lags of a frame in a transform of `size` samples.
  init(lagCount: Int, size: Int) {
    powers = Array(repeating: 0, count: size / 2 + 1)
    lags = Array(repeating: 0, count: lagCount)
  }

  /// Stores the samples.
  fileprivate mutating func keep(_ row: Span<Double>) {
    if samples.count != row.count { samples = Array(repeating: 0, count: row.count) }
    var target = samples.mutableSpan
    for index in row.indices { target[index] = row[index] }
  }

  /// Resets to a silent frame.
  mutating func clear() {
    peak = 0
    energy = (0, 0)
    for index in powers.indices { powers[index] = 0 }
  }
}

/// Frame extraction with a taper.
struct TaperedFrames {
  let signal: Signal
  let window: FrameWindow
  let taper: [Double]
  let transform: RealFFT
  /// Whether frames store their samples.
  let keepsSamples: Bool

  /// Computes peak, energy and powers of the frame around a time.
  func measure(around time: Double, into frame: inout TaperedFrame) {
    let right = window.grid.lowIndex(at: time) + 1
    var energy = 0.0
    transform.load(count: taper.count) { loaded in
      fill(&loaded, from: right - window.geometry.halfWindow)
      frame.peak = window.peak(in: loaded.span)
      energy = Rows.product(of: loaded.span, and: loaded.span)
      if keepsSamples { frame.keep(loaded.span) }
    }
    guard frame.peak > 0 else { return frame.clear() }
    let scale =
      energy.isNormal ? Double(sign: .plus, exponent: -Int(energy.exponent), significand: 1) : 1
    frame.energy = (energy, energy * scale)
    transform.writePowers(times: scale, into: &frame.powers)
  }

  /// The peak of the frame around a time; nil at the ends of the signal.
  func peak(around time: Double) -> Double? {
    let right = window.grid.lowIndex(at: time) + 1
    let (start, search) = (right - window.geometry.halfWindow, window.peakSearch)
    let samples = signal.samples.span
    guard start >= 0, start + taper.count <= samples.count else { return nil }
    var peak = 0.0
    transform.load(count: search.count) { middle in
      Rows.taper(
        samples.extracting((start + search.lowerBound)..<(start + search.upperBound)),
        minus: window.localMean(before: right, in: samples),
        by: taper.span.extracting(search), into: &middle)
      peak = Rows.largestMagnitude(of: middle.span)
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
    // Framing keeps the window inside the signal; rounding may cost one sample at the ends.
    for offset in taper.indices {
      let index = start + offset
      let sample = index >= 0 && index < samples.count ? samples[index] - mean : 0
      frame[offset] = sample * taper[offset]
    }
  }
}
