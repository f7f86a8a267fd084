// Digital silence after a filter or a low-pass consists of the rounding errors of its transform,
// and of a ringing that depends on every bit of the sound. The logarithms of CPPS and the linear
// prediction of GNE show both: other errors of 1e-17 move CPPS by 1e-4 dB. In all other sounds the
// errors have no effect, and the fast transforms are used. Black-box comparison with Praat 6.1.38:
// filtered and resampled samples are equal to the last bit.

import RealModule
import VoiceTypes

/// Order of operations of filters and resampling.
enum OperationOrder { case fast, ofPraat }

extension Signal {
  /// Windows of this length, in seconds, are searched for silence [E].
  private static let silentWindow = 0.01
  /// Power of a silent window, relative to the mean. The last bit of 16-bit samples has more, the
  /// ringing of a low-pass less.
  private static let silentPower = 1e-9

  /// The order of Praat if a window is digital silence, also after a low-pass.
  var order: OperationOrder {
    let length = max(1, Int(Self.silentWindow / samplePeriod))
    let powers = stride(from: 0, through: samples.count - length, by: length).map { start in
      let window = samples.span.extracting(start..<(start + length))
      return Rows.product(of: window, and: window)
    }
    let silence = Self.silentPower * powers.reduce(0, +) / Double(powers.count)
    return powers.contains { $0 < silence } ? .ofPraat : .fast
  }
}

extension HannStopBand {
  /// The signal filtered by a stop band from zero on.
  func apply(
    to signal: Signal, _ order: OperationOrder, workspace: inout AnalysisWorkspace
  ) -> Signal {
    guard order == .ofPraat else { return apply(to: signal, workspace: &workspace) }
    precondition(low.value <= 0, "only a high-pass is needed")
    let (count, period) = (signal.samples.count, signal.samplePeriod)
    let size = PowerOfTwo.smallest(holding: count)
    let binWidth = 1 / (period * Double(size))
    let (start, end) = (high.value - smoothing.value, high.value + smoothing.value)
    let turn = 0.5 * Double.pi / smoothing.value
    let padded = signal.samples + repeatElement(0, count: size - count)
    let bins = FFTPACK.forwards(padded).enumerated().map { index, bin in
      let frequency = Double(index) * binWidth
      let flank = 0.5 - 0.5 * Double.cos(turn * (frequency - start))
      return bin * period * (frequency <= start ? 0 : frequency <= end ? flank : 1) * binWidth
    }
    return Signal(
      samples: Array(FFTPACK.back(bins, count: size)[..<count]), sampleRate: signal.sampleRate)
  }
}

extension Resampling {
  /// Resamples a signal as Praat 6.1.
  static func resample(
    _ signal: Signal, to rate: Hertz, depth: Int = depth, _ order: OperationOrder,
    workspace: inout AnalysisWorkspace
  ) -> ResampledSound {
    guard order == .ofPraat, rate < signal.sampleRate else {
      return resample(
        signal, to: rate, depth: depth, sincWindow: PraatVersion.v6_1.sincWindow,
        workspace: &workspace)
    }
    let (grid, old) = (centredGrid(for: signal, rate: rate), SampleGrid(of: signal))
    let source = lowPassedAsPraat(signal, rate)
    let samples = (0..<grid.count).map { index in
      let place = (grid.time(of: index) - old.firstTime) / old.period + 1
      return valueAsPraat(of: source, at: place, depth: depth)
    }
    return ResampledSound(samples: samples, grid: grid)
  }

  /// The signal low-passed at half of `rate`; see ``ZeroPaddedSpectrum`` for the cut.
  private static func lowPassedAsPraat(_ signal: Signal, _ rate: Hertz) -> [Double] {
    let (count, padding) = (signal.samples.count, ZeroPaddedSpectrum.padding)
    let size = ZeroPaddedSpectrum.size(for: count)
    var padded = [Double](repeating: 0, count: size)
    padded.replaceSubrange(padding..<(padding + count), with: signal.samples)
    var bins = FFTPACK.forwards(padded)
    // Real parts have odd packed indices, at 2 · bin - 1, and imaginary parts even ones.
    let end = max(1, Int((rate.value * signal.samplePeriod * Double(size)).rounded(.down)) - 2)
    for bin in ((end + 1) / 2)..<bins.count {
      if 2 * bin > end { bins[bin].x = 0 }
      bins[bin].y = 0
    }
    let scale = 1 / Double(size)
    return FFTPACK.back(bins, count: size)[padding..<(padding + count)].map { $0 * scale }
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
    for (first, step) in [(low, -1), (low + 1, 1)] {
      let distance = (place - Double(first)).magnitude
      let width = distance + Double(reach - 1) + 1
      var (angle, half) = (Double.pi * distance, 0.5 * Double.sin(Double.pi * distance))
      var (cosine, sine) = (Double.cos(angle / width), Double.sin(angle / width))
      let turn = (cosine: Double.cos(.pi / width), sine: Double.sin(.pi / width))
      for offset in 0..<reach {
        sum += values[first + step * offset - 1] * (half / angle * (1 + cosine))
        (cosine, sine) = (
          cosine * turn.cosine - sine * turn.sine, cosine * turn.sine + sine * turn.cosine
        )
        (angle, half) = (angle + .pi, -half)
      }
    }
    return sum
  }
}
