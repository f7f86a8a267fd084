// A sound at another sample rate: what cannot be represented there is taken out of the spectrum,
// then the samples are interpolated by a windowed sinc. Praat manual, "Sound: Resample…".
//
// The new samples lie symmetrically in the sound, so that the first one is in general not half a
// sample period after the start. Everything is as Praat does it, down to the order in which a
// packed spectrum is cut: cepstra and formants come out of what this leaves.

import RealModule
package import VoiceTypes

/// A sound after a change of its sample rate.
package struct ResampledSound: Sendable {
  /// The samples, in full-scale units.
  package var samples: [Double]

  /// Where they lie.
  package let grid: SampleGrid
}

extension SampleGrid {
  /// A grid of its own, not bound to half a sample period.
  init(firstTime: Double, period: Double, count: Int) {
    self.firstTime = firstTime
    self.period = period
    self.count = count
  }
}

/// Changes of the sample rate.
package enum Resampling {
  /// Samples used on either side of a new sample: Praat's recommended precision.
  static let depth = 50

  /// From this share of the packed spectrum on, the doubling of a rate fades out.
  private static let fadeStart = 0.95

  /// How samples are interpolated.
  private struct Precision {
    let depth: Int
    let window: SincWindow
  }

  /// `signal` at `rate` samples per second, out of `depth` samples on either side of a new one.
  package static func resample(
    _ signal: Signal, to rate: Hertz, depth: Int = depth, sincWindow: SincWindow,
    workspace: inout AnalysisWorkspace
  ) -> ResampledSound {
    resample(signal, to: [rate], depth: depth, sincWindow: sincWindow, workspace: &workspace)[0]
  }

  /// `signal` at each of `rates`, by one transform of it for all that are lower than its own.
  package static func resample(
    _ signal: Signal, to rates: [Hertz], depth: Int = depth, sincWindow: SincWindow,
    workspace: inout AnalysisWorkspace
  ) -> [ResampledSound] {
    resample(
      signal, to: rates, depth: depth, sincWindow: sincWindow, known: nil, workspace: &workspace)
  }

  /// The same by the spectrum of the sound between zeros, where it is known.
  static func resample(
    _ signal: Signal, to rates: [Hertz], depth: Int = depth, sincWindow: SincWindow,
    known padded: PaddedSound?, workspace: inout AnalysisWorkspace
  ) -> [ResampledSound] {
    let precision = Precision(depth: depth, window: sincWindow)
    var sounds: [Hertz: ResampledSound] = [:]
    let lower = rates.filter { $0.value * signal.samplePeriod < 1 }
    eachLowPassed(signal, for: lower, known: padded, workspace: &workspace) { rate, source in
      let grid = centredGrid(for: signal, rate: rate)
      sounds[rate] = ResampledSound(
        samples: interpolated(source, of: signal, at: grid, rate: rate, precision),
        grid: grid)
    }
    return rates.map { rate in
      sounds[rate]
        ?? notLowered(signal, to: rate, precision, workspace: &workspace)
    }
  }

  /// `signal` at its own or a higher rate.
  private static func notLowered(
    _ signal: Signal, to rate: Hertz, _ precision: Precision, workspace: inout AnalysisWorkspace
  ) -> ResampledSound {
    let grid = centredGrid(for: signal, rate: rate)
    if rate == signal.sampleRate {
      return ResampledSound(samples: signal.samples, grid: grid)
    }
    if rate.value == 2 * signal.sampleRate.value {
      return ResampledSound(samples: doubled(signal.samples, workspace: &workspace), grid: grid)
    }
    return ResampledSound(
      samples: interpolated(
        signal.samples.span, of: signal, at: grid, rate: rate, precision),
      grid: grid)
  }

  private static func interpolated(
    _ source: Span<Double>, of signal: Signal, at grid: SampleGrid, rate: Hertz,
    _ precision: Precision
  ) -> [Double] {
    let old = SampleGrid(of: signal)
    let positions = ResamplingPositions(of: grid, rate: rate, in: old, rate: signal.sampleRate)
    if let positions {
      return positions.interpolate(source, depth: precision.depth, window: precision.window)
    }
    let interpolator = SincInterpolator(window: precision.window)
    return (0..<grid.count).map { index in
      let position = (grid.time(of: index) - old.firstTime) / old.period
      return interpolator.value(of: source, at: position, depth: precision.depth)
    }
  }

  /// As many samples as fit, in the middle of the sound.
  private static func centredGrid(for signal: Signal, rate: Hertz) -> SampleGrid {
    let duration = signal.duration.value
    let count = Int((duration * rate.value + 0.5).rounded(.down))
    return SampleGrid(
      firstTime: 0.5 * (duration - Double(count - 1) / rate.value), period: 1 / rate.value,
      count: count)
  }

  /// Calls `read` for each of `rates`, all lower than that of `signal`, with its samples without
  /// what lies beyond the new Nyquist frequency.
  private static func eachLowPassed(
    _ signal: Signal, for rates: [Hertz], known: PaddedSound?, workspace: inout AnalysisWorkspace,
    read: (Hertz, Span<Double>) -> Void
  ) {
    guard !rates.isEmpty else { return }
    let padded = known ?? PaddedSound(of: signal.samples, workspace: &workspace)
    let ends = rates.map { rate in
      Int((rate.value * signal.samplePeriod * Double(padded.size)).rounded(.down))
    }
    var remaining = rates[...]
    padded.lowPassed(to: ends) { read(remaining.removeFirst(), $0) }
  }

  /// Twice as many samples, from a spectrum twice as long; Praat takes the even ones to lie at the
  /// times of the old ones, a quarter of an old sample period late.
  private static func doubled(
    _ samples: [Double], workspace: inout AnalysisWorkspace
  ) -> [Double] {
    let transform = workspace.transform(ofExactly: PaddedSound.size(for: samples.count))
    let larger = workspace.transform(ofExactly: 2 * transform.size)
    let start = Int((fadeStart * Double(transform.size)).rounded(.down))
    let fade = 1 / Double(transform.size - start)
    return transform.filter(samples, offset: PaddedSound.padding, resynthesis: larger) { place in
      place < start ? 1 : Double(transform.size - place) * fade
    }
  }
}
