// Sounds with a spectrum known by formula.

import RealModule
import VoiceSynthesis
import VoiceTypes

/// A sinusoid of a sound.
struct Partial {
  var frequency: Double
  var amplitude: Double
}

/// Sounds with a spectrum known by formula.
enum HarmonicSound {
  /// A sum of sinusoids.
  static func partials(_ partials: [Partial], sampleRate: Hertz, count: Int) -> Signal {
    let samples = (0..<count).map { index in
      partials.reduce(0) { sum, partial in
        let angle = 2 * Double.pi * partial.frequency / sampleRate.value * Double(index)
        return sum + partial.amplitude * Double.sin(angle)
      }
    }
    return Signal(samples: samples, sampleRate: sampleRate)
  }

  /// One second at 16 kHz of smooth pulses, 100 a second, of amplitudes 1 + a, 1 − a, 1 + a, …:
  /// in the spectrum the odd multiples of 50 Hz are a times the even ones.
  static func alternatingPulses(_ alternation: Double) -> Signal {
    let (period, width) = (160, 6.0)
    let samples = (0..<16_000).map { index in
      let cycle = index / period
      let offset = Double(index % period - period / 2) / width
      let height = cycle.isMultiple(of: 2) ? 1 + alternation : 1 - alternation
      return 0.2 * height * Double.exp(-0.5 * offset * offset)
    }
    return Signal(samples: samples, sampleRate: 16_000)
  }

  /// Zeros.
  static func silence(sampleRate: Hertz, count: Int) -> Signal {
    Signal(samples: Array(repeating: 0, count: count), sampleRate: sampleRate)
  }

  /// Normally distributed noise with a standard deviation of one.
  static func noise(sampleRate: Hertz, count: Int) -> Signal {
    var draws = GaussianDraws(seed: 14, stream: .noise)
    return Signal(samples: (0..<count).map { _ in draws.next() }, sampleRate: sampleRate)
  }
}

extension Signal {
  /// The sum with another sound of the same length, multiplied by a factor.
  func adding(_ other: Signal, times factor: Double) -> Signal {
    let samples = zip(samples, other.samples).map { $0 + factor * $1 }
    return Signal(samples: samples, sampleRate: sampleRate)
  }

  /// The same sound, every sample multiplied by a factor.
  func multiplied(by factor: Double) -> Signal {
    Signal(samples: samples.map { $0 * factor }, sampleRate: sampleRate)
  }
}
