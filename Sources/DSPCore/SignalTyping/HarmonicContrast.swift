import RealModule
internal import VoiceMath
package import VoiceTypes

/// Levels at the multiples of a pitch, which show a pitch that is an octave too low.
///
/// Strongly alternating cycles are similar only two cycles apart, and a pitch tracker finds F0 / 2.
/// The odd multiples of F0 / 2 are then weaker than their neighbours, mainly at low frequencies. A
/// formant raises one or two even multiples, alternation raises all of them, so the median over the
/// multiples counts. The idea is that of the subharmonic-to-harmonic ratio of Sun (2002), ICASSP
/// I:333.
package enum HarmonicContrast {
  /// Maximum number of multiples. Alternation of periods blurs the difference from about 1 / p
  /// multiples on, with p the alternation as a ratio.
  private static let multiples = 10

  /// Minimum number of multiples for a median.
  private static let leastMultiples = 6

  /// The highest frequency, in hertz; above it a voice may have more noise than harmonics.
  private static let highestHz = 4_000.0

  /// Length of the Hann window in periods of the pitch; from 4 on it resolves neighbouring
  /// multiples.
  private static let periodsPerWindow = 6.0

  /// The contrasts of the multiples of a pitch from the second to the last but one, over the mean
  /// levels of `frames`; nil for too few frames or multiples.
  static func contrasts(
    in signal: Signal, pitch: PitchTrack, near hertz: Double, frames: [Int]
  ) -> [Double]? {
    let highest = min(highestHz, 0.5 * signal.sampleRate.value)
    let count = min(multiples, Int(highest / hertz))
    guard count >= leastMultiples else { return nil }
    return meanLevels(of: count, in: signal, pitch: pitch, frames: frames)
      .map { contrasts(of: $0) }
  }

  /// Maximum number of averaged frames, a few seconds.
  static let mostFrames = 60

  /// The median level of even multiples over their odd neighbours, in decibels; nil for too few
  /// voiced frames or multiples.
  package static func evenOverOdd(in signal: Signal, pitch: PitchTrack) -> Double? {
    guard let median = Statistics.quantile(0.5, of: pitch.voicedFrequencies) else { return nil }
    let frames = pitch.frames(near: median).spread(over: mostFrames)
    return contrasts(in: signal, pitch: pitch, near: median, frames: frames)
      .flatMap { Statistics.quantile(0.5, of: $0) }
  }

  /// For each inner multiple its level over the mean of its neighbours in decibels, with inverted
  /// sign for odd ones.
  package static func contrasts(of levels: [Double]) -> [Double] {
    levels.indices.dropFirst().dropLast().map { index in
      let over = levels[index] - 0.5 * (levels[index - 1] + levels[index + 1])
      // Index 1 is the second multiple.
      return index.isMultiple(of: 2) ? -over : over
    }
  }

  private static func meanLevels(
    of count: Int, in signal: Signal, pitch: PitchTrack, frames: [Int]
  ) -> [Double]? {
    let spectra = frames.compactMap { frame in
      levels(
        of: count, in: signal, at: pitch.time(ofFrame: frame),
        frequencyHz: pitch.frequencies[frame])
    }
    guard !spectra.isEmpty else { return nil }
    return (0..<count).map { multiple in
      spectra.reduce(0) { $0 + $1[multiple] } / Double(spectra.count)
    }
  }

  /// The levels of one frame in decibels; nil if the window leaves the signal or is silent.
  private static func levels(
    of count: Int, in signal: Signal, at time: Double, frequencyHz: Double
  ) -> [Double]? {
    let grid = SampleGrid(of: signal)
    let half = Int(0.5 * periodsPerWindow / frequencyHz / grid.period)
    let centre = grid.nearestIndex(to: time)
    guard centre - half >= 0, centre + half < grid.count else { return nil }
    let frame = HannFrame.windowed(
      signal.samples.span.extracting((centre - half)..<(centre + half + 1)))
    let levels = SpectralLines.magnitudes(
      of: frame.span, spacing: 2 * .pi * frequencyHz * grid.period, count: count
    ).map { 20 * Double.log10($0) }
    return levels.allSatisfy(\.isFinite) ? levels : nil
  }
}
