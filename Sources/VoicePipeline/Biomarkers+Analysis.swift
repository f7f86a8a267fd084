// What the DSP core measured, under the keys and in the units of the document.

import DSPCore
import VoiceTypes

extension Biomarkers {
  private static let percent = 100.0
  private static let microsecondsPerSecond = 1e6

  /// The measures of an analysis, for the tier of `settings`.
  init(of analysis: VoiceAnalysis, tier: Tier) {
    switch tier {
    case .quick: self.init(unsetBecause: .notInTier)
    case .comprehensive: self.init(unsetBecause: .notImplemented)
    }
    let f0 = analysis.fundamentalFrequency
    self[.f0Mean] = f0.mean
    self[.f0Median] = f0.median
    self[.f0Confidence] = f0.confidencePercent
    self[.f0VoicedFraction] = f0.voicedFraction
    guard let perturbation = analysis.perturbation else { return }
    self[.f0StandardDeviation] = f0.standardDeviation
    self[.f0Minimum] = f0.minimum
    self[.f0Maximum] = f0.maximum
    self[.f0StandardDeviationSemitones] = f0.standardDeviationSemitones
    take(perturbation.jitter, isVoiced: analysis.pitch.hasVoicing)
    take(perturbation.shimmer, isVoiced: analysis.pitch.hasVoicing)
    self[.hnrMean] = perturbation.harmonicity.mean
    self[.hnrStandardDeviation] = perturbation.harmonicity.standardDeviation
    take(perturbation.quality)
  }

  private mutating func take(_ quality: VoiceQuality) {
    self[.hnrAutocorrelationMean] = quality.harmonicityAutocorrelation
    self[.intensityMean] = quality.intensity
    self[.ltasSlope] = quality.spectralBalance.slope
    self[.ltasTilt] = quality.spectralBalance.tilt
    self[.alphaRatio] = quality.spectralBalance.alphaRatio
    self[.h1H2] = quality.firstHarmonics
    self[.subharmonicRatio] = quality.subharmonicRatio
    self[.meanAutocorrelation] = quality.report.meanAutocorrelation
    self[.nhr] = quality.report.noiseToHarmonics
    self[.unvoicedFraction] = quality.report.unvoicedFraction
    self[.voiceBreaks] = quality.report.voiceBreaks
    self[.degreeOfVoiceBreaks] = quality.report.degreeOfVoiceBreaks.scaled(by: Self.percent)
    self[.pulses] = quality.report.pulses
    self[.periods] = quality.report.periods
    self[.meanPeriod] = quality.report.meanPeriod
    takeSpectra(quality)
    self[.stabilityScore] = quality.stability.scorePercent
    for (component, part) in quality.stability.components {
      stabilityComponents[component.rawValue] = part.number
    }
    self[.tremorF0Frequency] = quality.tremor.f0.frequency
    self[.tremorF0Intensity] = quality.tremor.f0.intensityPercent
    self[.tremorAmplitudeFrequency] = quality.tremor.amplitude.frequency
    self[.tremorAmplitudeIntensity] = quality.tremor.amplitude.intensityPercent
  }

  private mutating func takeSpectra(_ quality: VoiceQuality) {
    guard let prominence = quality.cepstralPeakProminence, let formants = quality.formants else {
      for measure in Measure.allCases where measure == .cpps || measure.group == "formants" {
        self[measure] = .unavailable(.rateTooLow)
      }
      return
    }
    self[.cpps] = prominence.mean
    (self[.f1], self[.f2], self[.f3]) = (formants.f1, formants.f2, formants.f3)
    (self[.b1], self[.b2], self[.b3]) = (formants.b1, formants.b2, formants.b3)
  }

  /// The measures of samples that are too large for the arithmetic.
  static func overflowing(tier: Tier) -> Biomarkers {
    guard tier == .quick else { return Biomarkers(unsetBecause: .numericOverflow) }
    var biomarkers = Biomarkers(unsetBecause: .notInTier)
    for measure in Measure.allCases where measure.isQuick {
      biomarkers[measure] = .unavailable(.numericOverflow)
    }
    return biomarkers
  }

  private mutating func take(_ jitter: Jitter, isVoiced: Bool) {
    let measures: [(Measure, Measured, Double)] = [
      (.jitterLocal, jitter.local, Self.percent),
      (.jitterLocalAbsolute, jitter.localAbsolute, Self.microsecondsPerSecond),
      (.jitterRAP, jitter.rap, Self.percent),
      (.jitterPPQ5, jitter.ppq5, Self.percent),
      (.jitterDDP, jitter.ddp, Self.percent),
    ]
    set(measures, isVoiced: isVoiced)
  }

  private mutating func take(_ shimmer: Shimmer, isVoiced: Bool) {
    let measures: [(Measure, Measured, Double)] = [
      (.shimmerLocal, shimmer.local, Self.percent),
      (.shimmerLocalDecibels, shimmer.localDecibels, 1),
      (.shimmerAPQ3, shimmer.apq3, Self.percent),
      (.shimmerAPQ5, shimmer.apq5, Self.percent),
      (.shimmerAPQ11, shimmer.apq11, Self.percent),
      (.shimmerDDA, shimmer.dda, Self.percent),
    ]
    set(measures, isVoiced: isVoiced)
  }

  /// Without a voiced frame the reason is that, not the lack of periods that follows from it.
  private mutating func set(_ measures: [(Measure, Measured, Double)], isVoiced: Bool) {
    for (measure, value, factor) in measures {
      self[measure] = isVoiced ? value.scaled(by: factor) : .unavailable(.noVoicing)
    }
  }
}

extension Contours {
  /// The curves of an analysis, in times of the recording.
  init(of analysis: VoiceAnalysis) {
    let pitch = analysis.pitch
    let offset = analysis.offset
    let points = (0..<pitch.frameCount).map { index in
      F0Point(
        time: pitch.time(ofFrame: index) + offset,
        frequency: pitch.isVoiced(index) ? pitch.frequencies[index] : nil,
        strength: pitch.strengths[index])
    }
    let harmonicity = analysis.perturbation?.harmonicity
    self.init(
      f0: points, pulses: analysis.perturbation?.pulses.map { $0 + offset } ?? [],
      harmonicity: harmonicity?.frames ?? [],
      harmonicityGrid: (
        start: (harmonicity?.firstFrameTime ?? 0) + offset, step: harmonicity?.timeStep ?? 0
      ))
  }
}

extension Unavailability {
  /// The sample rate carries no spectrum of a voice.
  fileprivate static let rateTooLow = Unavailability(
    .bandwidthLimited, "needs a sample rate of at least \(VoiceQuality.lowestRate)",
    needed: VoiceQuality.lowestRate.value)
}
