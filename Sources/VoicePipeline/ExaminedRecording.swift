// A document beside what it was made from, for those who draw it.

public import DSPCore
public import VoiceTypes

/// What is said of a recording, the recording, and what was found in it.
public struct ExaminedRecording: Sendable {
  /// What is said of it.
  public let document: ResultsDocument

  /// The samples of the channel that was chosen; nil for an input that could not be read.
  public let signal: Signal?

  /// What was found in them; nil for a recording that was refused, and where samples are too large
  /// to be measured.
  public let analysis: VoiceAnalysis?

  /// What every recording is asked, whatever the tier.
  let firstChecks: [QualityCheck]
}
