// Signals that a formula or a seed describes completely.

import RealModule
import VoiceMath
import VoiceSynthesis
import VoiceTypes

/// Signals for tests, by formula or by seed.
enum TestSignal {
  /// `count` draws between −1 and 1, the same for the same seed.
  static func uniformNoise(count: Int, seed: UInt64) -> [Double] {
    var bits = SplitMix64(seed: seed)
    return (0..<count).map { _ in Double.random(in: -1...1, using: &bits) }
  }

  /// Normally distributed draws with a standard deviation of one.
  static func gaussianNoise(count: Int, seed: UInt64) -> [Double] {
    var draws = GaussianDraws(seed: seed, stream: .noise)
    return (0..<count).map { _ in draws.next() }
  }

  /// `sin(2π · cyclesPerSample · k)`.
  static func sinusoid(cyclesPerSample: Double, count: Int) -> [Double] {
    (0..<count).map { Double.sin(2 * .pi * cyclesPerSample * Double($0)) }
  }

  /// Three harmonics of a tone, each half as strong as the one below, with uniform noise on top.
  static func noisyTone(
    f0: Double, noise: Double, sampleRate: Hertz, count: Int, seed: UInt64 = 1
  ) -> Signal {
    let random = uniformNoise(count: count, seed: seed)
    let samples = (0..<count).map { index in
      let angle = 2 * .pi * f0 / sampleRate.value * Double(index)
      let tone =
        Double.sin(angle) + 0.5 * Double.sin(2 * angle) + 0.25 * Double.sin(3 * angle)
      return 0.5 * tone + noise * random[index]
    }
    return Signal(samples: samples, sampleRate: sampleRate)
  }

  /// Gaussian pulses with the given centres, in seconds.
  static func pulses(
    at times: [Double], sigma: Double, heights: [Double]? = nil, sampleRate: Hertz, count: Int
  ) -> Signal {
    let heights = heights ?? Array(repeating: 1, count: times.count)
    let silence = Signal(samples: Array(repeating: 0, count: count), sampleRate: sampleRate)
    let samples = (0..<count).map { index in
      zip(times, heights).reduce(0) { sum, pulse in
        let deviation = (silence.time(ofSample: index) - pulse.0) / sigma
        return sum + pulse.1 * Double.exp(-0.5 * deviation * deviation)
      }
    }
    return Signal(samples: samples, sampleRate: sampleRate)
  }
}

extension Signal {
  /// The same sound, every sample multiplied.
  func amplified(by gain: Double) -> Signal {
    Signal(samples: samples.map { $0 * gain }, sampleRate: sampleRate)
  }

  /// The same samples, declared to have another rate.
  func declared(at rate: Hertz) -> Signal { Signal(samples: samples, sampleRate: rate) }

  /// The same sound with zeros before and after it.
  func padded(before: Int, after: Int = 0) -> Signal {
    let (first, last) = (
      [Double](repeating: 0, count: before), [Double](repeating: 0, count: after)
    )
    return Signal(samples: first + samples + last, sampleRate: sampleRate)
  }
}
