// What a pitch track says of F0 over the analysed stretch. Frames count equally; no interpolation.

import RealModule
internal import VoiceMath
public import VoiceTypes

/// The F0 measures of a pitch track.
public struct FundamentalFrequency: Sendable, Equatable {
  /// Mean over the voiced frames, in hertz.
  public let mean: Measured

  /// Median over the voiced frames, in hertz.
  public let median: Measured

  /// Standard deviation (n − 1) over the voiced frames, in hertz.
  public let standardDeviation: Measured

  /// The smallest frame value, in hertz; not interpolated.
  public let minimum: Measured

  /// The largest frame value, in hertz; not interpolated.
  public let maximum: Measured

  /// Standard deviation (n − 1) of the frame values on a semitone scale.
  public let standardDeviationSemitones: Measured

  /// 100 × the mean over all frames of the strength, an unvoiced frame counting 0; percent.
  public let confidencePercent: Measured

  /// Voiced frames over all frames, 0 … 1.
  public let voicedFraction: Measured

  /// Measures a track.
  public init(of track: PitchTrack) {
    let voiced = track.voicedFrequencies
    let semitones = voiced.map { 12 * Double.log2($0) }
    mean = Self.measured(Statistics.mean(voiced))
    median = Self.measured(Statistics.quantile(0.5, of: voiced))
    minimum = Self.measured(voiced.min())
    maximum = Self.measured(voiced.max())
    standardDeviation = Statistics.spread(of: voiced)
    standardDeviationSemitones = Statistics.spread(of: semitones)
    guard track.frameCount > 0 else {
      confidencePercent = .unavailable(.noVoicing)
      voicedFraction = .unavailable(.noVoicing)
      return
    }
    let frames = Double(track.frameCount)
    confidencePercent = Measured(100 * track.strengths.reduce(0, +) / frames)
    voicedFraction = Measured(Double(voiced.count) / frames)
  }

  private static func measured(_ value: Double?) -> Measured {
    value.map { Measured($0) } ?? .unavailable(.noVoicing)
  }
}
