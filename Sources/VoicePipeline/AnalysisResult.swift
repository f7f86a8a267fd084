public import DSPCore
public import VoiceTypes

/// Analysis result: document, signal and analysis, for plots.
public struct AnalysisResult: Sendable {
  /// Document of the recording.
  public let document: ResultsDocument

  /// Samples of the analysed channel; nil for an unreadable input.
  public let signal: Signal?

  /// Analysis of the samples; nil for a refused or overflowing recording.
  public let analysis: VoiceAnalysis?

  /// Checks that run in every tier; nil if the settings request no checks.
  let firstChecks: [QualityCheck]?
}
