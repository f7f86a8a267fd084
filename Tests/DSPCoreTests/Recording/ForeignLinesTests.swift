// Lines halfway between the harmonics of a voice, and lines of a second voice.

import DSPCore
import RealModule
import Testing
import VoiceSynthesis
import VoiceTypes

@Suite struct ForeignLinesTests {
  private static let rate = 16_000.0
  private static let seconds = 2.0
  private static let f0 = 150.0

  /// Twelve harmonics of 150 Hz in noise, and harmonics of `other` hertz 30 dB below them.
  /// - Parameter stretch: The exponent of the numbers of the other harmonics; 1 for a voice.
  private static func voice(with other: Double? = nil, stretch: Double = 1) -> Signal {
    var draws = GaussianDraws(seed: 9, stream: .noise)
    func harmonics(_ f0: Double, _ time: Double, _ stretch: Double = 1) -> Double {
      (1...12).reduce(0) { sum, number in
        let frequency = f0 * Double.pow(Double(number), stretch)
        return sum + Double.sin(2 * .pi * frequency * time) / Double(number)
      }
    }
    return Signal(
      samples: (0..<Int(seconds * rate)).map { index in
        let time = Double(index) / rate
        let second = other.map { 0.03 * harmonics($0, time, stretch) } ?? 0
        return 0.1 * (harmonics(f0, time) + second) + 0.001 * draws.next()
      }, sampleRate: Hertz(rate))
  }

  private static func lines(
    in signal: Signal, repeatedAt repetition: Hertz? = nil
  ) throws -> ForeignLines {
    let frames = Int(seconds / 0.01) - 1
    let pitch = PitchTrack(
      frequencies: Array(repeating: f0, count: frames),
      strengths: Array(repeating: 0.99, count: frames), firstFrameTime: 0.01, timeStep: 0.01)
    var workspace = AnalysisWorkspace()
    return try #require(
      ForeignLines(
        in: signal, in: 0...seconds, pitch: pitch, offset: 0, repetition: repetition,
        workspace: &workspace))
  }

  @Test func `lines halfway between the harmonics are subharmonics of the voice`() throws {
    let lines = try Self.lines(in: Self.voice(with: 0.5 * Self.f0))

    #expect(lines.hasSubharmonics)
  }

  @Test func `harmonics of the lower candidate belong to the voice`() throws {
    let alone = try Self.lines(in: Self.voice())
    let repeated = try Self.lines(
      in: Self.voice(with: 0.5 * Self.f0), repeatedAt: Hertz(0.5 * Self.f0))
    let second = try Self.lines(in: Self.voice(with: 187), repeatedAt: Hertz(0.5 * Self.f0))

    #expect(!repeated.hasSubharmonics)
    #expect(repeated.comb < 1.3 * alone.comb, "\(repeated) \(alone)")
    #expect(second.comb > 1.5 * repeated.comb, "\(second) \(repeated)")
  }

  @Test(arguments: [nil, 187, 211, 263])
  func `a voice in noise and a second voice have no subharmonics`(other: Double?) throws {
    let lines = try Self.lines(in: Self.voice(with: other))

    #expect(!lines.hasSubharmonics)
  }

  @Test func `a second voice has a stronger comb than noise`() throws {
    let noise = try Self.lines(in: Self.voice())
    let second = try Self.lines(in: Self.voice(with: 187))

    #expect(second.comb > 2 * noise.comb)
  }

  @Test func `a second voice has a stronger comb than lines without a common F0`() throws {
    let stretched = try [0.8, 1.2].map { try Self.lines(in: Self.voice(with: 187, stretch: $0)) }
    let second = try Self.lines(in: Self.voice(with: 187))

    #expect(stretched.allSatisfy { second.comb > 1.3 * $0.comb }, "\(second) \(stretched)")
  }
}
