// The balance of the spectrum, and the sounds that the other spectral measures are taken from. Each
// takes a transform of the whole sound, which no two cores can share: so they are made while another
// core looks for pulses.

import VoiceTypes

/// The spectrum of a stretch: its balance, and the stretch at the rates of cepstra and formants.
struct VoiceSpectrum: Sendable {
  /// Slope and tilt of the long-term average spectrum, and the alpha ratio; nil where not asked for.
  let balance: SpectralBalance?

  /// The sound at the rate of cepstra; nil below ``VoiceQuality/lowestRate`` and where not asked for.
  let ofCepstra: ResampledSound?

  /// The sound at the rate of formants; nil below ``VoiceQuality/lowestRate`` and where not asked for.
  let ofFormants: ResampledSound?

  /// Measures a stretch, and brings it to the rates of the measures that `settings` ask for.
  init(
    of signal: Signal, pitch: PitchTrack, settings: AnalysisSettings,
    workspace: inout AnalysisWorkspace
  ) {
    balance = settings.ifAsking(forAnyOf: .spectralBalance) {
      SpectralBalance(of: signal, workspace: &workspace)
    }
    guard signal.sampleRate >= VoiceQuality.lowestRate else {
      (ofCepstra, ofFormants) = (nil, nil)
      return
    }
    let cepstra = settings.needsCepstra ? PowerCepstrogram.rate : nil
    let formants = settings.ifAsking(forAnyOf: .formants) {
      Hertz(2 * FormantCeiling.of(pitch).value)
    }
    let rates = [cepstra, formants == cepstra ? nil : formants].compactMap { $0 }
    let sounds = Resampling.resample(
      signal, to: rates, sincWindow: settings.sincWindow, workspace: &workspace)
    ofCepstra = cepstra == nil ? nil : sounds.first
    ofFormants = formants == nil ? nil : sounds.last
  }
}

extension AnalysisSettings {
  /// Whether cepstra are needed: the signal type rests on them too.
  fileprivate var needsCepstra: Bool { gates || asks(for: .cpps) }

  /// What `measure` makes, where one of `measures` is wanted.
  func ifAsking<Value>(forAnyOf measures: Set<Measure>, _ measure: () -> Value) -> Value? {
    asks(forAnyOf: measures) ? measure() : nil
  }
}

extension Set<Measure> {
  /// Everything that is read from the formants.
  static let formants: Set = [.f1, .f2, .f3, .b1, .b2, .b3]

  /// Everything that is read from slow modulation.
  static let tremor: Set = [
    .tremorF0Frequency, .tremorF0Intensity, .tremorAmplitudeFrequency, .tremorAmplitudeIntensity,
  ]

  /// Everything that is read from the balance of the spectrum.
  static let spectralBalance: Set = [.ltasSlope, .ltasTilt, .alphaRatio]
}
