// Whole analyses, and everything they say as plain numbers, so that two can be compared.

import DSPCore
import TestSupport
import VoiceTypes

/// Settings as a Praat user has them, in a given range and tier.
func praatSettings(
  range: PitchRange? = nil, method: PitchMethod = .autocorrelation, tier: Tier = .comprehensive,
  version: PraatVersion? = nil
) -> AnalysisSettings {
  var settings = AnalysisSettings(preset: .praat, tier: tier)
  settings.givenPitchRange = range
  settings.pitchMethod = method
  settings.givenPraatVersion = version
  return settings
}

/// An analysis with a workspace of its own.
func analyze(_ signal: Signal, _ settings: AnalysisSettings = praatSettings()) -> VoiceAnalysis {
  var workspace = AnalysisWorkspace()
  return VoiceAnalyzer.analyze(signal, settings: settings, workspace: &workspace)
}

/// A measure with its name.
struct NamedMeasure {
  let name: String
  let measured: Measured
}

extension Jitter {
  /// The measures that are ratios.
  var ratios: [NamedMeasure] {
    [
      NamedMeasure(name: "jitter local", measured: local),
      NamedMeasure(name: "jitter rap", measured: rap),
      NamedMeasure(name: "jitter ppq5", measured: ppq5),
      NamedMeasure(name: "jitter ddp", measured: ddp),
    ]
  }
}

extension Shimmer {
  /// All measures.
  var all: [NamedMeasure] {
    [
      NamedMeasure(name: "shimmer local", measured: local),
      NamedMeasure(name: "shimmer dB", measured: localDecibels),
      NamedMeasure(name: "shimmer apq3", measured: apq3),
      NamedMeasure(name: "shimmer apq5", measured: apq5),
      NamedMeasure(name: "shimmer apq11", measured: apq11),
      NamedMeasure(name: "shimmer dda", measured: dda),
    ]
  }
}

extension FundamentalFrequency {
  /// All measures.
  var all: [NamedMeasure] {
    [
      NamedMeasure(name: "F0 mean", measured: mean),
      NamedMeasure(name: "F0 median", measured: median),
      NamedMeasure(name: "F0 minimum", measured: minimum),
      NamedMeasure(name: "F0 maximum", measured: maximum),
      NamedMeasure(name: "F0 SD", measured: standardDeviation),
      NamedMeasure(name: "F0 SD semitones", measured: standardDeviationSemitones),
      NamedMeasure(name: "confidence", measured: confidencePercent),
      NamedMeasure(name: "voiced fraction", measured: voicedFraction),
    ]
  }
}

extension VoiceAnalysis {
  /// Statistics of F0.
  var fundamentalFrequency: FundamentalFrequency { FundamentalFrequency(of: pitch) }

  /// Pulses, periods and amplitudes; nil if not requested.
  var cycles: GlottalCycles? { voice.hasCycles ? voice.cycles : nil }

  /// Harmonicity by cross-correlation; nil if not requested.
  var harmonicity: Harmonicity? { voice.hasHarmonicity ? voice.harmonicity : nil }

  /// Every measure of the document.
  var measures: [NamedMeasure] {
    guard let cycles, let harmonicity else { return fundamentalFrequency.all }
    return fundamentalFrequency.all + cycles.jitter.ratios + cycles.shimmer.all + [
      NamedMeasure(name: "jitter absolute", measured: cycles.jitter.localAbsolute),
      NamedMeasure(name: "HNR mean", measured: harmonicity.mean),
      NamedMeasure(name: "HNR SD", measured: harmonicity.standardDeviation),
    ]
  }

  /// Every number there is, frame by frame, pulse by pulse and measure by measure; −1000 for none.
  var numbers: [Double] {
    let none = -1_000.0
    let frames = (harmonicity?.frames ?? []).map { $0 ?? none }
    return pitch.frequencies + pitch.strengths + (cycles?.pulses ?? []) + frames
      + measures.map { $0.measured.number ?? none }
  }
}

/// How far a measure lies from another, relative to the other; infinite if either is missing.
func relativeDifference(_ found: NamedMeasure, _ expected: NamedMeasure) -> Double {
  guard let number = found.measured.number, let truth = expected.measured.number else {
    return .infinity
  }
  return (number - truth).magnitude / truth.magnitude
}

/// The largest relative difference between the measures of two analyses.
func worstDeviation(_ analysis: VoiceAnalysis, from reference: VoiceAnalysis) -> WorstDeviation {
  var worst = WorstDeviation()
  for (found, expected) in zip(analysis.measures, reference.measures) {
    if let number = found.measured.number, let truth = expected.measured.number {
      worst.noteRelative(number, to: truth, at: found.name)
    } else if found.measured != expected.measured {
      worst.note(.infinity, at: found.name)
    }
  }
  return worst
}
