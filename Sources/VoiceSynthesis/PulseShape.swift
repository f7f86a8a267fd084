import RealModule
import VoiceTypes

/// Pulse waveform, a sum of Gaussians in continuous time.
///
/// Gaussians are evaluated at the exact distance from each sample to the pulse, so that no pulse
/// time is rounded to the sampling grid. Practically no energy lies above the Nyquist frequency.
public enum PulseShape: Sendable, Equatable {
  /// A Gaussian of 6 samples for a bare pulse train, a glottal pulse for a vowel.
  case automatic

  /// exp(−t² / 2σ²), σ in samples; its DC part stays in the signal.
  case gaussian(sigmaSamples: Double)

  /// Approximate derivative of the glottal flow: a wide positive lobe for the opening and a narrow
  /// negative one of equal area for the closure, without DC.
  ///
  /// With G(t; σ) = exp(−t² / 2σ²) and T = 1 / F0 of the settings it is (c/w)·G(t + 0.15·T; w) −
  /// G(t; c), with w = 0.06·T and c = 60 µs, each at least 1.5 samples. The pulse time is the
  /// closure, t = 0.
  case glottal
}

/// One Gaussian of a pulse: `height · exp(−(t − offset)² / 2σ²)`, t from the pulse time.
struct PulseLobe {
  // exp(−9²/2) = 2.6e−18: beyond 9 σ a lobe does not change a double of its own height.
  private static let reachInSigmas = 9.0

  let offsetSeconds: Double
  let sigmaSeconds: Double
  let height: Double

  var reachSeconds: Double { Self.reachInSigmas * sigmaSeconds }

  func value(at secondsFromPulse: Double) -> Double {
    let deviation = (secondsFromPulse - offsetSeconds) / sigmaSeconds
    return height * Double.exp(-0.5 * deviation * deviation)
  }
}

// Engineering choices for a voice-like spectrum and an HNR and F0 that Praat reads back.
private enum GlottalPulse {
  static let openingLeadOverPeriod = 0.15
  static let openingSigmaOverPeriod = 0.06
  static let closingSigmaSeconds = 60e-6
  // At the Nyquist frequency a Gaussian of 1.5 samples is at −96 dB.
  static let narrowestSigmaSamples = 1.5
}

// σ = 6 samples is the project's jitter truth test.
private let bareTrainSigmaSamples = 6.0

extension PulseShape {
  static func lobes(of voice: SyntheticVoice) -> [PulseLobe] {
    let samplePeriod = 1 / voice.sampleRate.value
    switch (voice.pulse, voice.vowel) {
    case (.gaussian(let sigmaSamples), _):
      return gaussianLobes(sigmaSeconds: sigmaSamples * samplePeriod)
    case (.automatic, .none):
      return gaussianLobes(sigmaSeconds: bareTrainSigmaSamples * samplePeriod)
    case (.automatic, _), (.glottal, _):
      return glottalLobes(period: 1 / voice.f0.value, samplePeriod: samplePeriod)
    }
  }

  private static func gaussianLobes(sigmaSeconds: Double) -> [PulseLobe] {
    [PulseLobe(offsetSeconds: 0, sigmaSeconds: sigmaSeconds, height: 1)]
  }

  private static func glottalLobes(period: Double, samplePeriod: Double) -> [PulseLobe] {
    let narrowest = GlottalPulse.narrowestSigmaSamples * samplePeriod
    let closing = max(GlottalPulse.closingSigmaSeconds, narrowest)
    let opening = max(GlottalPulse.openingSigmaOverPeriod * period, narrowest)
    let lead = GlottalPulse.openingLeadOverPeriod * period
    return [
      PulseLobe(offsetSeconds: -lead, sigmaSeconds: opening, height: closing / opening),
      PulseLobe(offsetSeconds: 0, sigmaSeconds: closing, height: -1),
    ]
  }
}
