// Where the analysis keeps each measure of the document, and what turns it into the document's unit.
//
// One arm per measure and no default: the compiler refuses a measure that was forgotten.

import DSPCore
import VoiceTypes

extension VoiceAnalysis {
  private static let percent = 100.0
  private static let microsecondsPerSecond = 1e6

  /// A measure in the unit of the document; nil for those that the settings of the analysis leave
  /// out.
  func measured(_ measure: Measure) -> Measured? {
    switch measure {
    case .f0Mean: fundamentalFrequency.mean
    case .f0Median: fundamentalFrequency.median
    case .f0StandardDeviation: fundamentalFrequency.standardDeviation
    case .f0Minimum: fundamentalFrequency.minimum
    case .f0Maximum: fundamentalFrequency.maximum
    case .f0StandardDeviationSemitones: fundamentalFrequency.standardDeviationSemitones
    case .f0Confidence: fundamentalFrequency.confidencePercent
    case .f0VoicedFraction: fundamentalFrequency.voicedFraction
    case .jitterLocal: ofCycles(\.jitter.local, times: Self.percent)
    case .jitterLocalAbsolute: ofCycles(\.jitter.localAbsolute, times: Self.microsecondsPerSecond)
    case .jitterRAP: ofCycles(\.jitter.rap, times: Self.percent)
    case .jitterPPQ5: ofCycles(\.jitter.ppq5, times: Self.percent)
    case .jitterDDP: ofCycles(\.jitter.ddp, times: Self.percent)
    case .shimmerLocal: ofCycles(\.shimmer.local, times: Self.percent)
    case .shimmerLocalDecibels: ofCycles(\.shimmer.localDecibels, times: 1)
    case .shimmerAPQ3: ofCycles(\.shimmer.apq3, times: Self.percent)
    case .shimmerAPQ5: ofCycles(\.shimmer.apq5, times: Self.percent)
    case .shimmerAPQ11: ofCycles(\.shimmer.apq11, times: Self.percent)
    case .shimmerDDA: ofCycles(\.shimmer.dda, times: Self.percent)
    case .hnrMean: perturbation?.harmonicity.mean
    case .hnrStandardDeviation: perturbation?.harmonicity.standardDeviation
    case .hnrAutocorrelationMean: perturbation?.quality.harmonicityAutocorrelation?.mean
    case .stabilityScore: perturbation?.quality.stability.scorePercent
    case .cpps: ofSpectrum { $0.cepstralPeakProminence?.mean }
    case .intensityMean: perturbation?.quality.intensity
    case .ltasSlope: perturbation?.quality.spectralBalance?.slope
    case .ltasTilt: perturbation?.quality.spectralBalance?.tilt
    case .alphaRatio: perturbation?.quality.spectralBalance?.alphaRatio
    case .h1H2: perturbation?.quality.firstHarmonics
    case .subharmonicRatio: perturbation?.quality.subharmonicRatio
    case .meanAutocorrelation: perturbation?.quality.report.meanAutocorrelation
    case .nhr: perturbation?.quality.report.noiseToHarmonics
    case .unvoicedFraction: perturbation?.quality.report.unvoicedFraction
    case .voiceBreaks: perturbation?.quality.report.voiceBreaks
    case .degreeOfVoiceBreaks:
      perturbation?.quality.report.degreeOfVoiceBreaks.scaled(by: Self.percent)
    case .pulses: perturbation?.quality.report.pulses
    case .periods: perturbation?.quality.report.periods
    case .meanPeriod: perturbation?.quality.report.meanPeriod
    case .f1: ofSpectrum { $0.formants?.f1 }
    case .f2: ofSpectrum { $0.formants?.f2 }
    case .f3: ofSpectrum { $0.formants?.f3 }
    case .b1: ofSpectrum { $0.formants?.b1 }
    case .b2: ofSpectrum { $0.formants?.b2 }
    case .b3: ofSpectrum { $0.formants?.b3 }
    case .tremorF0Frequency: perturbation?.quality.tremor?.f0.frequency
    case .tremorF0Intensity: perturbation?.quality.tremor?.f0.intensityPercent
    case .tremorAmplitudeFrequency: perturbation?.quality.tremor?.amplitude.frequency
    case .tremorAmplitudeIntensity: perturbation?.quality.tremor?.amplitude.intensityPercent
    }
  }

  /// Without a voiced frame the reason is that, not the lack of periods that follows from it.
  private func ofCycles(_ value: KeyPath<Perturbation, Measured>, times factor: Double) -> Measured?
  {
    perturbation.map {
      pitch.hasVoicing ? $0[keyPath: value].scaled(by: factor) : .unavailable(.noVoicing)
    }
  }

  private func ofSpectrum(_ value: (VoiceQuality) -> Measured?) -> Measured? {
    perturbation.map { value($0.quality) ?? .unavailable(.rateTooLow(part.sampleRate)) }
  }
}

extension Unavailability {
  /// The sample rate carries no spectrum of a voice.
  fileprivate static func rateTooLow(_ rate: Hertz) -> Unavailability {
    Unavailability(
      .bandwidthLimited,
      "needs a sample rate of at least \(VoiceQuality.lowestRate), the recording has \(rate)",
      needed: VoiceQuality.lowestRate.value, found: rate.value)
  }
}
