// Pictures without numbers: spectrograms and mean cepstra.

import DSPCore
import RealModule
import Testing
import VoiceReport
import VoiceSynthesis
import VoiceTypes

@Suite struct PictureTests {
  private func tone(_ hertz: Double, rate: Double = 16_000, seconds: Double = 0.5) -> Signal {
    let samples = (0..<Int(rate * seconds)).map {
      0.5 * Double.sin(2 * .pi * hertz * Double($0) / rate)
    }
    return Signal(samples: samples, sampleRate: Hertz(rate))
  }

  private func spectrogram(
    _ signal: Signal, _ change: (inout SpectrogramSettings) -> Void = { _ in }
  ) -> Spectrogram? {
    var workspace = AnalysisWorkspace()
    var settings = SpectrogramSettings()
    change(&settings)
    return Spectrogram(
      of: signal, settings: settings, columns: 20, rows: 100, workspace: &workspace)
  }

  @Test(arguments: [400.0, 1000, 3210])
  func `a tone is darkest at its frequency at any time`(hertz: Double) throws {
    let found = try #require(spectrogram(tone(hertz)))

    // The first and the last frame reach beyond the sound.
    for column in 1..<(found.columns - 1) {
      let levels = (0..<found.rows).map { found.levels[$0 * found.columns + column] }
      let darkest = try #require(levels.indices.max { levels[$0] < levels[$1] })
      let frequency = (Double(darkest) + 0.5) * found.top.value / Double(found.rows)
      // A row is 50 Hz; the rise towards high frequencies moves the top of a wide line a little.
      #expect((frequency - hertz).magnitude <= 100)
    }
    #expect(found.levels.max() == 0)
  }

  @Test func `the pre-emphasis is that many decibels an octave`() throws {
    let flat = try #require(spectrogram(tone(1000)) { $0.preEmphasis = 0 })
    let raised = try #require(spectrogram(tone(1000)) { $0.preEmphasis = 12 })

    func rise(_ found: Spectrogram) -> Double {
      // Row 59 is 2975 Hz, row 29 is 1475 Hz.
      found.levels[59 * found.columns + 10] - found.levels[29 * found.columns + 10]
    }
    #expect((rise(raised) - rise(flat) - 12 * Double.log2(2975.0 / 1475)).magnitude < 1e-9)
  }

  @Test func `the highest frequency is no higher than the recording has`() throws {
    #expect(try #require(spectrogram(tone(400, rate: 8000))).top == 4000)
    let told = try #require(spectrogram(tone(400)) { $0.maximumFrequency = 2500 })
    #expect(told.top == 2500)
  }

  @Test func `digital silence has no spectrogram`() {
    let silence = Signal(samples: [Double](repeating: 0, count: 4000), sampleRate: 8000)

    #expect(spectrogram(silence) == nil)
  }

  @Test(arguments: [110.0, 180, 240])
  func `the peak of a mean cepstrum is at the period of the voice`(f0: Double) throws {
    let signal = SyntheticVoice(f0: Hertz(f0), vowel: .a, duration: 2, seed: 5).with {
      $0.hnr = 25
    }.synthesize().signal
    var workspace = AnalysisWorkspace()
    let analysis = VoiceAnalyzer.analyze(
      signal, settings: AnalysisSettings(), workspace: &workspace)
    let cepstrum = try #require(MeanCepstrum(of: analysis.voice, workspace: &workspace))

    let quefrency = cepstrum.peak.position * cepstrum.quefrencyStep
    // A quefrency step is 0.1 ms, and smoothing over 1 ms flattens the top.
    #expect((quefrency - 1 / f0).magnitude < 0.0003)
    let height = cepstrum.peak.height - cepstrum.line.value(at: cepstrum.peak.position)
    let cpps = try #require(analysis.value(of: .cpps)?.number)
    // The peaks of frames lie at several quefrencies; their mean stands out less.
    #expect(height <= cpps + 0.5 && height > cpps - 4)
  }
}
