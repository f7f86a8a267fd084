// Frames of a sound under a taper, and their power spectra.

import VoiceTypes

/// What is known of a frame.
struct TaperedFrame {
  /// The samples under the taper, where they are kept; empty otherwise.
  fileprivate(set) var samples: [Double] = []

  /// |X|² at the frequencies from zero to Nyquist, times a power of two that makes the energy about one:
  /// beside a loud frame a faint one would be lost in its roundings.
  fileprivate(set) var powers: [Double]

  /// The autocorrelation at the lags from zero on, times that and the size of the transform; the one at
  /// zero is the energy.
  var lags: [Double]

  /// The energy, and the same times the power of two.
  fileprivate(set) var energy = (plain: 0.0, scaled: 0.0)

  /// The largest magnitude in the middle; zero where there is nothing to correlate.
  fileprivate(set) var peak = 0.0

  /// Room for the powers and `lagCount` lags of a frame in a transform of `size` samples.
  init(lagCount: Int, size: Int) {
    powers = Array(repeating: 0, count: size / 2 + 1)
    lags = Array(repeating: 0, count: lagCount)
  }

  /// Keeps samples, as many as ever.
  fileprivate mutating func keep(_ row: Span<Double>) {
    if samples.count != row.count { samples = Array(repeating: 0, count: row.count) }
    var target = samples.mutableSpan
    for index in row.indices { target[index] = row[index] }
  }

  /// Nothing to correlate.
  mutating func clear() {
    peak = 0
    energy = (0, 0)
    for index in powers.indices { powers[index] = 0 }
  }
}

/// Where frames lie in a sound, and what they are seen through.
struct TaperedFrames {
  let signal: Signal
  let window: FrameWindow
  let taper: [Double]
  let transform: RealFFT
  /// Whether a frame keeps its samples.
  let keepsSamples: Bool

  /// Peak, energy and powers of the frame around a time.
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
