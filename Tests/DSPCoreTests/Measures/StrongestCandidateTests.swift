// Harmonicity takes a short cut: it refines only candidates that may win and chooses no path. The
// pitch analysis with all costs at zero is the long way round, with every candidate refined.

import DSPCore
import RealModule
import Testing
import VoiceSynthesis
import VoiceTypes

// Both ways evaluate the same interpolation at the same places.
private let roundingTolerance = 1e-9

@Suite struct StrongestCandidateTests {
  private static func settings(for signal: Signal) throws -> PitchSettings {
    let nyquist = Hertz(0.5 * signal.sampleRate.value)
    var settings = PitchSettings(
      method: .crossCorrelation, range: try #require(PitchRange(floor: 75, ceiling: nyquist)))
    settings.precision = .veryAccurate
    settings.timeStep = HarmonicitySettings.timeStep
    settings.silenceThreshold = HarmonicitySettings.silenceThreshold
    settings.voicingThreshold = 0
    settings.octaveCost = 0
    settings.octaveJumpCost = 0
    settings.voicedUnvoicedCost = 0
    return settings
  }

  /// The long way: decibels of the strength of every voiced frame.
  private static func levels(of signal: Signal) throws -> [Double?] {
    var workspace = AnalysisWorkspace()
    let track = PitchTracker.track(
      signal, settings: try settings(for: signal), workspace: &workspace)
    return zip(track.frequencies, track.strengths).map { frequency, strength in
      frequency > 0 ? Harmonicity.decibels(ofStrength: strength) : nil
    }
  }

  private static func shortCut(_ signal: Signal) -> [Double?] {
    var workspace = AnalysisWorkspace()
    return Harmonicity.crossCorrelation(
      of: signal, floor: 75, sincWindow: .fixedHalfWidth, workspace: &workspace
    ).frames
  }

  private static let signals: [Signal] =
    [OddSignal.noise, .impulses, .square, .burstInSilence, .coarseBits].map {
      Signal(samples: $0.samples(count: 8_000, seed: 8), sampleRate: 8_000)
    } + [
      SyntheticVoice(f0: 131, vowel: .a, duration: 1, seed: 5).with {
        $0.sampleRate = 16_000
        $0.hnr = 12
        $0.shimmerPercent = 8
        $0.onsetSilence = 0.2
      }.synthesize().signal,
      SyntheticVoice(f0: 180, vowel: .u, duration: 1, seed: 6).with {
        $0.sampleRate = 16_000
        $0.hnr = 0
        $0.jitterPercent = 3
      }.synthesize().signal,
    ]

  @Test(arguments: signals.indices)
  func `the fast candidate search equals the full one in every frame`(index: Int) throws {
    let signal = Self.signals[index]
    let none = -1_000.0

    let short = Self.shortCut(signal).map { $0 ?? none }
    let long = try Self.levels(of: signal).map { $0 ?? none }

    #expect(short.contains { $0 > none })
    #expect(largestDifference(short, long) < roundingTolerance)
  }
}
