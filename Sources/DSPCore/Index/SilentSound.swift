// Sound with digital silence, in Praat's order of operations.
//
// After a low-pass, silence consists of ringing near the Nyquist frequency and of the rounding errors
// of the transform, which depend on every bit of the sound. The logarithms of CPPS and the linear
// prediction of GNE show both: other errors of 1e-17 move CPPS by 1e-4 dB. In all other sounds the
// errors have no effect, and the fast transforms are used. Black-box comparison with Praat 6.1.38:
// filtered and resampled samples are equal to the last bit.

import RealModule
import VoiceTypes

extension Signal {
  /// Windows of this length, in seconds, are searched for silence [E].
  private static let silentWindow = 0.01

  /// Power of a silent window, relative to the mean. The last bit of 16-bit samples has more, the
  /// ringing of a low-pass less.
  private static let silentPower = 1e-9

  /// Whether a window is digital silence, also after a low-pass.
  var isSilentInPart: Bool {
    let length = max(1, Int(Self.silentWindow / samplePeriod))
    let powers = stride(from: 0, through: samples.count - length, by: length).map { start in
      let window = samples.span.extracting(start..<(start + length))
      return Rows.product(of: window, and: window)
    }
    let sum = powers.reduce(0, +)
    return powers.contains { $0 < Self.silentPower * sum / Double(powers.count) }
  }
}

extension HannStopBand {
  /// The signal filtered by a stop band from zero on, in Praat's order of operations.
  func appliedAsPraat(to signal: Signal) -> Signal {
    precondition(low.value <= 0, "only a high-pass is needed")
    let (count, period) = (signal.samples.count, signal.samplePeriod)
    let size = PowerOfTwo.smallest(holding: count)
    let transform = FFTPACK(size: size)
    let binWidth = 1 / (period * Double(size))
    let start = high.value - smoothing.value
    let turn = 0.5 * Double.pi / smoothing.value
    var values = signal.samples
    values.append(contentsOf: repeatElement(0, count: size - count))
    values = transform.forwards(values)
    for place in values.indices {
      let frequency = Double((place + 1) / 2) * binWidth
      var value = values[place] * period
      if frequency <= start {
        value = 0
      } else if frequency <= high.value + smoothing.value {
        value *= 0.5 - 0.5 * Double.cos(turn * (frequency - start))
      }
      values[place] = value * binWidth
    }
    return Signal(
      samples: Array(transform.back(values).prefix(count)), sampleRate: signal.sampleRate)
  }
}

extension Resampling {
  /// Resamples to a lower rate in the order of operations of Praat 6.1.
  static func resampledAsPraat(
    _ signal: Signal, to rate: Hertz, depth: Int = depth
  ) -> ResampledSound {
    let grid = centredGrid(for: signal, rate: rate)
    let old = SampleGrid(of: signal)
    let source = lowPassedAsPraat(signal, rate)
    return ResampledSound(
      samples: (0..<grid.count).map { index in
        let place = (grid.time(of: index) - old.firstTime) / old.period + 1
        return valueAsPraat(of: source, at: place, depth: depth)
      }, grid: grid)
  }

  /// The signal low-passed at half of `rate`; see ``ZeroPaddedSpectrum`` for the cut.
  private static func lowPassedAsPraat(_ signal: Signal, _ rate: Hertz) -> [Double] {
    let (count, padding) = (signal.samples.count, ZeroPaddedSpectrum.padding)
    let size = ZeroPaddedSpectrum.size(for: count)
    let transform = FFTPACK(size: size)
    var values = [Double](repeating: 0, count: size)
    values.replaceSubrange(padding..<(padding + count), with: signal.samples)
    values = transform.forwards(values)
    let end = Int((rate.value * signal.samplePeriod * Double(size)).rounded(.down))
    // Packed index 2k + 1 is that of Re k, at 2k - 1.
    for index in max(1, end - 2)..<size { values[index] = 0 }
    let scale = 1 / Double(size)
    return transform.back(values)[padding..<(padding + count)].map { $0 * scale }
  }

  /// Windowed sinc at `place`, counted from one, summed outwards on the left, then on the right.
  private static func valueAsPraat(of values: [Double], at place: Double, depth: Int) -> Double {
    let low = Int(place.rounded(.down))
    let reach = min(depth, low, values.count - low)
    guard reach > 2, place != Double(low) else {
      return SincInterpolator(window: .reachingPastEdge).value(
        of: values.span, at: place - 1, depth: depth)
    }
    var sum = 0.0
    for (first, step, distance) in [
      (low, -1, place - Double(low)), (low + 1, 1, Double(low + 1) - place),
    ] {
      let width = distance + Double(reach - 1) + 1
      var angle = Double.pi * distance
      var half = 0.5 * Double.sin(angle)
      var (cosine, sine) = (Double.cos(angle / width), Double.sin(angle / width))
      let turn = (Double.cos(.pi / width), Double.sin(.pi / width))
      for offset in 0..<reach {
        sum += values[first + step * offset - 1] * (half / angle * (1 + cosine))
        angle += .pi
        (cosine, sine) = (cosine * turn.0 - sine * turn.1, cosine * turn.1 + sine * turn.0)
        half = -half
      }
    }
    return sum
  }
}
