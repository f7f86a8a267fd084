// What measures are called in a sentence; the keys of the document are for programs and tables.

internal import VoiceTypes

extension Measure {
  /// The name as it stands behind "your".
  var spokenName: String {
    switch self {
    case .f0Mean: "mean F0"
    case .f0Median: "median F0"
    case .f0StandardDeviation: "standard deviation of F0"
    case .f0Minimum: "lowest F0"
    case .f0Maximum: "highest F0"
    case .f0StandardDeviationSemitones: "standard deviation of F0"
    case .f0Confidence: "F0 confidence"
    case .f0VoicedFraction: "voiced ratio"
    case .jitterLocal: "jitter (local)"
    case .jitterLocalAbsolute: "jitter (local, absolute)"
    case .jitterRAP: "jitter (RAP)"
    case .jitterPPQ5: "jitter (PPQ5)"
    case .jitterDDP: "jitter (DDP)"
    case .shimmerLocal: "shimmer (local)"
    case .shimmerLocalDecibels: "shimmer (local, dB)"
    case .shimmerAPQ3: "shimmer (APQ3)"
    case .shimmerAPQ5: "shimmer (APQ5)"
    case .shimmerAPQ11: "shimmer (APQ11)"
    case .shimmerDDA: "shimmer (DDA)"
    case .hnrMean: "mean harmonics-to-noise ratio"
    case .hnrStandardDeviation: "standard deviation of the harmonics-to-noise ratio"
    case .hnrAutocorrelationMean: "mean harmonics-to-noise ratio (autocorrelation)"
    case .stabilityScore: "stability score, which is defined by this project,"
    case .cpps: "smoothed cepstral peak prominence"
    case .intensityMean: "mean intensity"
    case .ltasSlope: "slope of the long-term spectrum"
    case .ltasTilt: "tilt of the long-term spectrum"
    case .alphaRatio: "alpha ratio"
    case .h1H2: "level difference of the first two harmonics"
    case .subharmonicRatio: "subharmonic ratio"
    case .meanAutocorrelation: "mean autocorrelation"
    case .nhr: "noise-to-harmonics ratio"
    case .unvoicedFraction: "fraction of unvoiced frames"
    case .voiceBreaks: "number of voice breaks"
    case .degreeOfVoiceBreaks: "degree of voice breaks"
    case .pulses: "number of pulses"
    case .periods: "number of periods"
    case .meanPeriod: "mean period"
    case .f1: "first formant"
    case .f2: "second formant"
    case .f3: "third formant"
    case .b1: "bandwidth of the first formant"
    case .b2: "bandwidth of the second formant"
    case .b3: "bandwidth of the third formant"
    case .tremorF0Frequency: "frequency of the F0 modulation"
    case .tremorF0Intensity: "intensity of the F0 modulation"
    case .tremorAmplitudeFrequency: "frequency of the amplitude modulation"
    case .tremorAmplitudeIntensity: "intensity of the amplitude modulation"
    }
  }
}
