// Measures of a synthetic voice for several suites.

import DSPCore
import VoiceMath
import VoiceSynthesis
import VoiceTypes

/// Cycles and frames of a signal, measured over all of it in the fixed range of 75 to 600 Hz.
struct CycleMeasurements {
  let analysis: VoiceAnalysis
  let periods: PeriodSequence
  let amplitudes: PulseAmplitudes

  init(of signal: Signal) {
    var workspace = AnalysisWorkspace()
    let analysis = VoiceAnalyzer.analyze(
      signal, settings: AnalysisSettings(preset: .praat), workspace: &workspace)
    let pulses = analysis.cycles?.pulses ?? []
    self.analysis = analysis
    periods = PeriodSequence(pulses: pulses)
    amplitudes = PulseAmplitudes(of: signal, pulses: pulses)
  }

  init(of voice: SyntheticVoice) { self.init(of: voice.synthesize().signal) }

  var pulses: [Double] { analysis.cycles?.pulses ?? [] }

  var intervals: [Measure: ConfidenceInterval] { analysis.intervals(of: Set(Measure.allCases)) }

  var tremor: Tremor { Tremor(periods: periods, amplitudes: amplitudes) }

  var stability: StabilityScore {
    StabilityScore(periods: periods, amplitudes: amplitudes, voicing: voicing)
  }

  /// A break is a period longer than 1.25 periods of the floor, as in Praat's manual.
  private var voicing: VoicingContinuity {
    let longestPeriod = 1.25 / 75
    let pitch = analysis.pitch
    let stretch = (pulses.last ?? 0) - (pulses.first ?? 0)
    let broken = periods.intervals.filter { $0 > longestPeriod }.reduce(0, +)
    return VoicingContinuity(
      voiced: Seconds(Double(pitch.voicedFrequencies.count) * pitch.timeStep),
      unvoicedFraction: 1 - (analysis.fundamentalFrequency.voicedFraction.number ?? 0),
      degreeOfVoiceBreaks: stretch > 0 ? broken / stretch : 0)
  }
}

/// Uniform random samples: a recording without a voice.
func whiteNoise(seconds: Int, seed: UInt64) -> Signal {
  let rate = 44_100
  var bits = SplitMix64(seed: seed)
  let samples = (0..<(seconds * rate)).map { _ in Double(bits.next() >> 11) * 0x1p-53 - 0.5 }
  return Signal(samples: samples, sampleRate: Hertz(Double(rate)))
}

/// Ascending pulse times whose periods are 1 / `f0`, each times one plus its deviation.
func pulses(f0: Double, deviations: [Double]) -> [Double] {
  deviations.reduce(into: [0.0]) { pulses, deviation in
    pulses.append(pulses[pulses.count - 1] + (1 + deviation) / f0)
  }
}
