import RealModule
public import VoiceTypes

/// Band-stop filter with raised-cosine flanks: Praat's "Filter (stop Hann band)".
public struct HannStopBand: Sendable {
  /// The centre of the lower flank; at or below zero there is no lower flank.
  public let low: Hertz
  /// The centre of the upper flank; at or above Nyquist there is no upper flank.
  public let high: Hertz
  /// Half the width of a flank; positive.
  public let smoothing: Hertz

  /// Creates a stop band between the centres of its flanks.
  public init(low: Hertz, high: Hertz, smoothing: Hertz) {
    precondition(low < high && smoothing > 0, "width and smoothing of the stop band are positive")
    (self.low, self.high, self.smoothing) = (low, high, smoothing)
  }

  /// The high-pass filter of AVQI's measures against rumble and DC: 0 to 34 Hz, smoothing 0.1 Hz.
  /// Maryn et al. (2010), J Voice 24:540; Barsties & Maryn (2015).
  public static let rumble = HannStopBand(low: 0, high: 34, smoothing: 0.1)

  /// Returns the filtered signal of the same length.
  public func apply(to signal: Signal, workspace: inout AnalysisWorkspace) -> Signal {
    signal.filtered(workspace: &workspace, gain: gain)
  }

  /// The gain at a frequency, 0 … 1.
  package func gain(at frequency: Hertz, nyquist: Hertz) -> Double {
    let aboveLow = low.value <= 0 ? 1 : rise(at: frequency, around: low)
    let belowHigh = high >= nyquist ? 1 : 1 - rise(at: frequency, around: high)
    return 1 - aboveLow * belowHigh
  }

  /// A bin of a transform of `size` samples from which the gain is 1.
  package func firstPassing(of signal: Signal, size: Int) -> Int {
    let binWidth = signal.sampleRate.value / Double(size)
    // One more, so that rounding never excludes a bin of the flank.
    let bin = ((high.value + smoothing.value) / binWidth).rounded(.up) + 1
    return Int(min(bin, Double(size)))
  }

  /// Rises from 0 to 1 within `smoothing` on either side of `middle`.
  private func rise(at frequency: Hertz, around middle: Hertz) -> Double {
    let place = (frequency.value - middle.value) / smoothing.value
    return place <= -1 ? 0 : place >= 1 ? 1 : 0.5 - 0.5 * Double.cos(.pi * 0.5 * (place + 1))
  }
}
