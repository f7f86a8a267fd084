// A band kept in the spectrum of a sound and everything else taken out, with raised-cosine flanks:
// Praat's "Filter (pass Hann band)".

public import VoiceTypes

/// A filter that passes the frequencies of a band and stops all others.
public struct HannPassBand: Sendable {
  private let complement: HannStopBand

  /// A band between the middles of its flanks; at or above Nyquist there is no upper flank.
  public init(low: Hertz, high: Hertz, smoothing: Hertz) {
    complement = HannStopBand(low: low, high: high, smoothing: smoothing)
  }

  /// The filtered sound, as long as it was.
  public func apply(to signal: Signal, workspace: inout AnalysisWorkspace) -> Signal {
    signal.filtered(workspace: &workspace, gain: gain)
  }

  /// What a sinusoid is multiplied by, 0 … 1.
  package func gain(at frequency: Hertz, nyquist: Hertz) -> Double {
    1 - complement.gain(at: frequency, nyquist: nyquist)
  }
}
