public import VoiceTypes

/// Band-pass filter with raised-cosine flanks: Praat's "Filter (pass Hann band)".
public struct HannPassBand: Sendable {
  private let complement: HannStopBand

  /// Creates a band between the centres of its flanks; at or above Nyquist there is no upper flank.
  public init(low: Hertz, high: Hertz, smoothing: Hertz) {
    complement = HannStopBand(low: low, high: high, smoothing: smoothing)
  }

  /// Returns the filtered signal of the same length.
  public func apply(to signal: Signal, workspace: inout AnalysisWorkspace) -> Signal {
    signal.filtered(workspace: &workspace, gain: gain)
  }

  /// The gain at a frequency, 0 … 1.
  package func gain(at frequency: Hertz, nyquist: Hertz) -> Double {
    1 - complement.gain(at: frequency, nyquist: nyquist)
  }
}
