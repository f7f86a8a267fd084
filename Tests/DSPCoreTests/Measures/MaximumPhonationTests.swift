// Durations of sounds that were built with them.

import DSPCore
import RealModule
import Testing
import VoiceSynthesis
import VoiceTypes

// One frame of the level on either side.
private let levelTolerance = 2 * 0.003

// A few roundings of numbers of order one.
private let roundingTolerance = 1e-12

@Suite struct MaximumPhonationTests {
  private static let rate: Hertz = 16_000

  /// Noise between silences, by its amplitudes and durations in seconds.
  private static func noise(
    _ parts: [(amplitude: Double, seconds: Double)], seed: UInt64 = 5
  ) -> Signal {
    let counts = parts.map { Int($0.seconds * rate.value) }
    let noise = TestSignal.uniformNoise(count: counts.reduce(0, +), seed: seed)
    let gains = zip(parts, counts).flatMap { Array(repeating: $0.amplitude, count: $1) }
    return Signal(samples: zip(noise, gains).map { $0 * $1 }, sampleRate: rate)
  }

  /// A track in frames of 10 ms with a voice of 100 Hz in the given frames.
  private static func track(_ voiced: [Range<Int>], count: Int = 500) -> PitchTrack {
    let frequencies = (0..<count).map { frame in
      voiced.contains { $0.contains(frame) } ? 100.0 : 0
    }
    return PitchTrack(
      frequencies: frequencies, strengths: frequencies.map { $0 > 0 ? 0.9 : 0 },
      firstFrameTime: 0.005, timeStep: 0.01)
  }

  private static func duration(_ signal: Signal, pitch: PitchTrack? = nil) -> Measured {
    var workspace = AnalysisWorkspace()
    return MaximumPhonation(of: signal, pitch: pitch, workspace: &workspace).duration
  }

  /// Time by which the level window prolongs a sound at an abrupt edge: the tail of the Kaiser
  /// window that holds a fraction of 10^-2.5 of its weight.
  private static let edge: Double = {
    let (half, alpha) = (0.064, 2 * Double.pi * .pi + 0.5)
    func bessel(_ x: Double) -> Double {
      var (sum, term, k) = (1.0, 1.0, 1.0)
      while term > 1e-18 * sum {
        term *= (x / (2 * k)) * (x / (2 * k))
        sum += term
        k += 1
      }
      return sum
    }
    let steps = 2000
    let weights = (-steps...steps).map { step in
      bessel(alpha * max(0, 1 - Double.pow(Double(step) / Double(steps), 2)).squareRoot())
    }
    let limit = weights.reduce(0, +) * Double.exp10(-2.5)
    var (sum, index) = (0.0, 0)
    while sum < limit {
      sum += weights[index]
      index += 1
    }
    return half * Double(steps - index) / Double(steps)
  }()

  @Test(arguments: [0.5, 1, 3])
  func `a fricative lasts as long as its sound and two window edges`(seconds: Double) throws {
    let found = try #require(
      Self.duration(Self.noise([(0, 1), (0.3, seconds), (0, 1)])).number)

    #expect(abs(found - seconds - 2 * Self.edge) < 2 * levelTolerance)
  }

  @Test func `a vowel lasts from its first voiced frame to its last, breath noise left out`() {
    // Breath noise, 14 dB below the voice, from 0.8 to 1 s and from 4 to 4.2 s.
    let sound = Self.noise([(0, 0.8), (0.06, 0.2), (0.3, 3), (0.06, 0.2), (0, 0.8)])

    let found = Self.duration(sound, pitch: Self.track([100..<400]))

    #expect(abs((found.number ?? 0) - 3) < roundingTolerance)
  }

  @Test func `an irregular voice within a vowel neither ends nor shortens it`() {
    let sound = Self.noise([(0, 1), (0.3, 3), (0, 1)])

    let found = Self.duration(sound, pitch: Self.track([100..<180, 300..<400]))

    #expect(abs((found.number ?? 0) - 3) < roundingTolerance)
  }

  @Test func `a pause of 0.3 s ends a sound, and one of 0.1 s does not`() throws {
    let short = Self.noise([(0, 1), (0.3, 1), (0, 0.1), (0.3, 1.5), (0, 1)])
    let long = Self.noise([(0, 1), (0.3, 1), (0, 0.3), (0.3, 1.5), (0, 1)])

    let (one, longest) = (Self.duration(short).number, Self.duration(long).number)

    #expect(abs(try #require(one) - 2.6 - 2 * Self.edge) < 2 * levelTolerance)
    #expect(abs(try #require(longest) - 1.5 - 2 * Self.edge) < 2 * levelTolerance)
  }

  @Test(arguments: [true, false])
  func `a sound at an edge of the recording is a lower bound`(isAtStart: Bool) throws {
    let parts: [(amplitude: Double, seconds: Double)] = [(0.3, 2), (0, 1)]

    let found = Self.duration(Self.noise(isAtStart ? parts : parts.reversed()))

    let reason = try #require(found.unavailability)
    #expect(reason.code == .cutOff && reason.needed == nil)
    #expect(abs(try #require(reason.found) - 2 - Self.edge) < 2 * levelTolerance)
    #expect(reason.message.contains("at least 2.03 s"))
  }

  @Test func `a recording that is voiced throughout has a lower bound`() {
    let found = Self.duration(Self.noise([(0.3, 5)]), pitch: Self.track([0..<500]))

    #expect(found.unavailability?.code == .cutOff)
    #expect(found.unavailability?.found == 5)
  }

  @Test func `background noise above the threshold is no end of a vowel`() {
    // 20 dB below the voice.
    let sound = Self.noise([(0.03, 1), (0.3, 3), (0.03, 1)])

    let found = Self.duration(sound, pitch: Self.track([100..<400]))

    #expect(found.unavailability?.code == .cutOff)
    #expect(abs((found.unavailability?.found ?? 0) - 3) < roundingTolerance)
  }

  @Test func `a loud cough and clicks do not change the duration of a soft sound`() throws {
    // 30 dB above the sound, 0.3 s long, and a click of one sample.
    let alone = Self.noise([(0, 2), (0.02, 2), (0, 1)])
    var samples = Self.noise([(0, 0.5), (0.63, 0.3), (0, 1.2), (0.02, 2), (0, 1)]).samples
    samples[Int(4.6 * Self.rate.value)] = 1

    let found = try #require(Self.duration(Signal(samples: samples, sampleRate: Self.rate)).number)

    #expect(abs(found - (try #require(Self.duration(alone).number))) < 2 * levelTolerance)
  }

  @Test func `gain and more silence change no duration`() throws {
    let sound = Self.noise([(0, 1), (0.3, 2), (0, 1)])
    let silence = Array(repeating: 0.0, count: 3 * 16_000)
    let padded = Signal(samples: silence + sound.samples + silence, sampleRate: Self.rate)

    let found = try #require(Self.duration(sound).number)

    #expect(Self.duration(sound.amplified(by: 0.125)) == .value(found))
    #expect(abs(found - (try #require(Self.duration(padded).number))) < levelTolerance)
  }

  @Test func `silence and an unvoiced vowel have no duration`() {
    let silence = Self.noise([(0, 2)])
    let breath = Self.noise([(0, 1), (0.3, 3), (0, 1)])

    #expect(Self.duration(silence).unavailability?.code == .lowSNR)
    #expect(Self.duration(breath, pitch: Self.track([])).unavailability?.code == .noVoicing)
  }

  /// The sequence x ← 1664525 x + 1013904223 modulo 2³² in 5 s, times `gain` of the time.
  private static func sequence(_ gain: (Double) -> Double) -> Signal {
    var x: UInt32 = 1
    let samples = (0..<80_000).map { index in
      x = 1_664_525 &* x &+ 1_013_904_223
      return gain(Double(index) / rate.value) * (Double(x) / 2_147_483_648 - 1)
    }
    return Signal(samples: samples, sampleRate: rate)
  }

  // Praat 6.1.38: Filter (pass Hann band): 80, 8000, 80; To TextGrid (silences): 50, 0.003, -25, 0.1,
  // 0.1; the longest sounding interval.
  @Test func `constant noise has the duration of Praat's silences`() throws {
    let one = Self.sequence { $0 >= 1 && $0 < 4 ? 0.3 : 0 }
    let two = Self.sequence { $0 >= 0.5 && $0 < 1.5 ? 0.3 : $0 >= 1.8 && $0 < 4 ? 0.2 : 0 }

    #expect(abs(try #require(Self.duration(one).number) - 3.075) < levelTolerance)
    #expect(abs(try #require(Self.duration(two).number) - 2.268) < levelTolerance)
  }

  @Test func `a fading sound lasts longer than in Praat by the longest event`() throws {
    // 10 dB per second.
    let fading = Self.sequence { $0 >= 1 ? 0.5 * Double.exp10(-($0 - 1) / 2) : 0 }
    var workspace = AnalysisWorkspace()

    let praat = try NonsilentIntervals(of: fading, workspace: &workspace).intervals

    #expect(praat.count == 1 && abs(praat[0].upperBound - 3.541) < levelTolerance)
    let found = try #require(Self.duration(fading).number)
    // The level of noise fluctuates by 1 dB, a tenth of a second.
    #expect(abs(found - 2.577 - NonsilentIntervals.longestEvent.value) < 0.1)
  }

  @Test func `other tasks do not name its settings`() {
    var settings = AnalysisSettings()
    settings.task = .sustainedS

    #expect(MaximumPhonation.choices(in: settings).count == 4)
    #expect(MaximumPhonation.choices(in: AnalysisSettings()).isEmpty)
  }
}
