// The work of an analysis follows from the length of a sound, not from its shape: noise and high tones have
// hundreds of maxima in a correlation, and each takes a search of its own to be refined.

import DSPCore
import RealModule
import Testing
import VoiceTypes

@Suite struct WorkBoundTests {
  private static let seconds = 0.5

  /// Candidates of a frame in a list that is full, and one more on the path.
  private static let candidatesPerFrame = 16

  /// Frames a second of all pitch tracks of an unpitched sound: 80 in the first range with either ceiling, 40 from
  /// half of its floor on, 40 from 30 Hz on.
  private static let framesPerSecond = 240

  /// Frames of the two harmonicities that show whether a sound has a value at all: two each.
  private static let harmonicityFrames = 4

  /// Sounds without a pitch between 60 and 600 Hz.
  enum Sound: String, CaseIterable, Sendable {
    case whiteNoise, dither, alternatingExtremes, tone, lowerTone, denseClicks

    func samples(count: Int) -> [Double] {
      let noise = TestSignal.uniformNoise(count: count, seed: 11)
      return (0..<count).map { index in
        switch self {
        case .whiteNoise: 0.3 * noise[index]
        case .dither: noise[index] < 0 ? 0 : 1.0 / 32_768
        case .alternatingExtremes: index.isMultiple(of: 2) ? 1 : -1
        case .tone: 0.3 * Double.sin(2 * .pi * 0.4 * Double(index))
        case .lowerTone: 0.3 * Double.sin(2 * .pi * 0.317_46 * Double(index))
        case .denseClicks: noise[index].magnitude > 0.95 ? noise[index] : 0
        }
      }
    }
  }

  @Test(arguments: Sound.allCases, [44_100, 96_000])
  func `an unvoiced sound needs at most one refinement per candidate`(
    sound: Sound, rate: Hertz
  ) {
    let count = Int(Self.seconds * rate.value)
    let signal = Signal(samples: sound.samples(count: count), sampleRate: rate)
    var workspace = AnalysisWorkspace()

    let analysis = VoiceAnalyzer.analyze(
      signal, settings: AnalysisSettings(), workspace: &workspace)

    let frames = Int(Self.seconds * Double(Self.framesPerSecond))
    // Every second lag of the longest period can be a maximum.
    let maximaOfHarmonicity = Int(rate.value / PitchRange.praatStandard.floor.value) / 2
    #expect(analysis.pitch.voicedFrequencies.isEmpty)
    #expect(
      workspace.refinements
        <= Self.candidatesPerFrame * frames + Self.harmonicityFrames * maximaOfHarmonicity)
  }
}
