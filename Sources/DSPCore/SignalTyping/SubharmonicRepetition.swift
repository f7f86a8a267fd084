import VoiceMath
import VoiceTypes

/// Repetition below the usual pitch range: subharmonic (f0/n) check of a signal that appears
/// irregular.
///
/// If alternate periods differ by a few percent, only every second cycle is similar, and half the
/// F0 of a low voice is below the pitch floor.
public struct SubharmonicRepetition: Sendable, Equatable {
  /// The repetition rate, in hertz.
  public let frequencyHz: Double

  /// Voiced frames over all frames in the lower range, 0 … 1.
  public let voicedRatio: Double

  /// Mean height of the correlation in the lower range, 0 … 1.
  public let meanStrength: Double

  /// Even over odd multiples of the repetition rate, in decibels.
  public let evenOverOddDecibels: Double
}

extension SubharmonicRepetition {
  /// The pitch range, from an octave below the 60 Hz of the first pass.
  private static let floor: Hertz = 30
  private static let ceiling: Hertz = 600

  /// Tracks the segment down to an octave below the usual floor; nil if it is unvoiced.
  init?(of source: SignalTypeSource, workspace: inout AnalysisWorkspace) {
    guard let range = PitchRange(floor: Self.floor, ceiling: Self.ceiling) else { return nil }
    var settings = source.settings
    settings.range = range
    let track = PitchTracker.track(source.signal, settings: settings, workspace: &workspace)
    var evidence = SignalTypeEvidence()
    evidence.readPitch(track)
    // Without a pitch, a repetition within the range is not that of a voice: a high tone repeats at
    // every submultiple, and this list has room for more of them.
    guard let median = Statistics.quantile(0.5, of: track.voicedFrequencies),
      median < source.settings.range.floor.value || !source.pitch.voicedFrequencies.isEmpty,
      let contrast = HarmonicContrast.evenOverOdd(in: source.signal, pitch: track)
    else { return nil }
    frequencyHz = median
    voicedRatio = evidence.voicedRatio
    meanStrength = evidence.meanStrength
    evenOverOddDecibels = contrast
  }
}
