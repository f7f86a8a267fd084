// A signal that hardly repeats at any pitch in range may yet repeat well below it: when alternate
// periods differ by a few percent, only every second cycle is alike, and half the F0 of a low voice
// lies below the pitch floor. So a signal that would otherwise look irregular gets a second look.

import VoiceMath
import VoiceTypes

/// A repetition below the usual pitch range.
public struct SlowRepetition: Sendable, Equatable {
  /// How often per second the signal repeats, in hertz.
  public let frequencyHz: Double

  /// Voiced frames over all frames, 0 … 1, in the range that reaches lower.
  public let voicedRatio: Double

  /// Mean height of the correlation there, 0 … 1.
  public let meanStrength: Double

  /// Even over odd multiples of it, in decibels.
  public let evenOverOddDecibels: Double
}

extension SlowRepetition {
  /// An octave below the 60 Hz of the first pass.
  private static let floor: Hertz = 30
  private static let ceiling: Hertz = 600

  /// Tracks the segment down to an octave below the usual floor; nil where it is never voiced.
  init?(of source: SignalTypeSource, workspace: inout AnalysisWorkspace) {
    guard let range = PitchRange(floor: Self.floor, ceiling: Self.ceiling) else { return nil }
    var settings = source.settings
    settings.range = range
    let track = PitchTracker.track(source.signal, settings: settings, workspace: &workspace)
    var evidence = SignalTypeEvidence()
    evidence.readPitch(track)
    // Without a pitch a repetition within the range is none of a voice: a high tone repeats at each of its parts, and
    // this list has room for more of them.
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
