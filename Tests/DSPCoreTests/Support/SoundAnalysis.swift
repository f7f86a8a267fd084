// Invariants of every analysis, for any input.

import DSPCore
import Testing
import VoiceTypes

/// Expects that every number is finite and within the bounds of its kind.
func expectSound(
  _ analysis: VoiceAnalysis, of signal: Signal, _ settings: AnalysisSettings, _ label: String
) {
  let ceiling = min(analysis.pitchRange.ceiling.value, 0.5 * signal.sampleRate.value)
  let pulses = analysis.cycles?.pulses ?? []
  let levels = analysis.harmonicity?.values ?? []
  #expect(analysis.pitch.frequencies.allSatisfy { $0 >= 0 && $0 < ceiling }, "\(label): F0")
  #expect(analysis.pitch.strengths.allSatisfy { $0 >= 0 && $0 <= 1 }, "\(label): strength")
  #expect(pulses.allSatisfy { $0.isFinite }, "\(label): a pulse is not a number")
  #expect(pulses.steps.allSatisfy { $0 > 0 }, "\(label): pulses are out of order")
  #expect(levels.allSatisfy { abs($0) <= 150 }, "\(label): HNR")
  #expect(analysis.numbers.allSatisfy { $0.isFinite }, "\(label): a number is not finite")
}
