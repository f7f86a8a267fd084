// The level of the noise in pauses, with events that are not noise.

import DSPCore
import RealModule
import Testing
import VoiceSynthesis
import VoiceTypes

@Suite struct NoiseBandTests {
  private static let rate = 44_100.0

  /// Error of the level of stationary noise in half a second, in decibels.
  private static let tolerance = 0.5

  /// White noise of power 1e-4 with another sound added.
  private func noise(seconds: Double = 1, adding event: (Double) -> Double = { _ in 0 }) -> Signal {
    var draws = GaussianDraws(seed: 5, stream: .noise)
    let samples = (0..<Int(seconds * Self.rate)).map { index in
      0.01 * draws.next() + event(Double(index) / Self.rate)
    }
    return Signal(samples: samples, sampleRate: Hertz(Self.rate))
  }

  private func level(_ signal: Signal) throws -> Double {
    let windows = NoiseBand.windows(of: signal, in: 0...signal.duration.value)
    return 10 * Double.log10(try #require(NoiseBand.noise(in: windows.powers)))
  }

  @Test(arguments: [0.3, 0.5, 2])
  func `white noise has its true level`(seconds: Double) throws {
    #expect(abs(try level(noise(seconds: seconds)) + 40) < Self.tolerance)
  }

  @Test func `an event in two thirds of the windows is not noise`() throws {
    let sound = noise { time in
      (0.2..<0.85).contains(time) ? 0.3 * Double.sin(2 * .pi * 700 * time) : 0
    }

    #expect(abs(try level(sound) + 40) < Self.tolerance)
  }

  @Test func `a rumble of 20 Hz is below the band`() throws {
    #expect(abs(try level(noise { 0.1 * Double.sin(2 * .pi * 20 * $0) }) + 40) < Self.tolerance)
  }

  @Test func `a sine above the band has its power`() {
    let sine = Signal(
      samples: (0..<44_100).map { Double.sin(2 * .pi * 300 * Double($0) / Self.rate) },
      sampleRate: Hertz(Self.rate))

    #expect(abs(NoiseBand.power(of: sine, in: 0...1) - 0.5) < 0.01)
  }

  @Test func `windows of digital silence are counted and have no power`() {
    var samples = noise().samples
    for index in 0..<22_050 { samples[index] = 0 }

    let windows = NoiseBand.windows(
      of: Signal(samples: samples, sampleRate: Hertz(Self.rate)), in: 0...1)

    #expect((48...51).contains(windows.silent))
    #expect((47...51).contains(windows.powers.count))
  }
}
