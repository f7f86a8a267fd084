// Praat manual, "Sound: Resample…": low-pass in the spectrum, then windowed-sinc interpolation.

import RealModule
package import VoiceTypes

/// Signal after a change of its sample rate. The samples are centred in the duration, so the first
/// one is in general not half a sample period after the start.
package struct ResampledSound: Sendable {
  /// The samples, in full-scale units.
  package var samples: [Double]

  /// The sample times.
  package var grid: SampleGrid
}

extension SampleGrid {
  /// Creates a grid that need not start at half a sample period.
  init(firstTime: Double, period: Double, count: Int) {
    self.firstTime = firstTime
    self.period = period
    self.count = count
  }
}

/// Sample rate and precision of a resampled signal.
struct ResamplingTarget: Hashable {
  /// Samples per second.
  let rate: Hertz

  /// Samples on either side of a new one.
  var depth = Resampling.depth
}

/// Resampling as in Praat, down to the order in which a packed spectrum is cut, because cepstra and
/// formants depend on it.
package enum Resampling {
  /// Samples on either side of a new sample: Praat's recommended precision.
  static let depth = 50

  /// Fraction of the packed spectrum from which a rate doubling fades out.
  private static let fadeStart = 0.95

  /// Resamples `signal` to `rate` samples per second, with `depth` samples on either side of a new
  /// one.
  package static func resample(
    _ signal: Signal, to rate: Hertz, depth: Int = depth, sincWindow: SincWindow,
    workspace: inout AnalysisWorkspace
  ) -> ResampledSound {
    let target = ResamplingTarget(rate: rate, depth: depth)
    return resample(
      signal, to: [target], sincWindow: sincWindow, known: nil, workspace: &workspace)[0]
  }

  /// Resamples `signal` to each of `targets`, with one transform for all rates that are lower than
  /// its own, and one low-pass per rate; `padded` is the zero-padded spectrum of the signal, if
  /// known.
  static func resample(
    _ signal: Signal, to targets: [ResamplingTarget], sincWindow: SincWindow,
    known padded: ZeroPaddedSpectrum?, workspace: inout AnalysisWorkspace
  ) -> [ResampledSound] {
    var sounds: [ResamplingTarget: ResampledSound] = [:]
    var lower: [Hertz] = []
    for target in targets
    where target.rate.value * signal.samplePeriod < 1 && !lower.contains(target.rate) {
      lower.append(target.rate)
    }
    eachLowPassed(signal, for: lower, known: padded, workspace: &workspace) { rate, source in
      let grid = centredGrid(for: signal, rate: rate)
      for target in Set(targets) where target.rate == rate {
        sounds[target] = ResampledSound(
          samples: interpolated(source, of: signal, at: grid, target, sincWindow), grid: grid)
      }
    }
    return targets.map { target in
      sounds[target] ?? notLowered(signal, to: target, sincWindow, workspace: &workspace)
    }
  }

  /// Resamples to the same or a higher rate.
  private static func notLowered(
    _ signal: Signal, to target: ResamplingTarget, _ sincWindow: SincWindow,
    workspace: inout AnalysisWorkspace
  ) -> ResampledSound {
    let rate = target.rate
    let grid = centredGrid(for: signal, rate: rate)
    if rate == signal.sampleRate {
      return ResampledSound(samples: signal.samples, grid: grid)
    }
    if rate.value == 2 * signal.sampleRate.value {
      return ResampledSound(samples: doubled(signal.samples, workspace: &workspace), grid: grid)
    }
    return ResampledSound(
      samples: interpolated(signal.samples.span, of: signal, at: grid, target, sincWindow),
      grid: grid)
  }

  private static func interpolated(
    _ source: Span<Double>, of signal: Signal, at grid: SampleGrid, _ target: ResamplingTarget,
    _ sincWindow: SincWindow
  ) -> [Double] {
    let old = SampleGrid(of: signal)
    let positions = ResamplingPositions(
      of: grid, rate: target.rate, in: old, rate: signal.sampleRate)
    if let positions {
      return positions.interpolate(source, depth: target.depth, window: sincWindow)
    }
    let interpolator = SincInterpolator(window: sincWindow)
    return (0..<grid.count).map { index in
      let position = (grid.time(of: index) - old.firstTime) / old.period
      return interpolator.value(of: source, at: position, depth: target.depth)
    }
  }

  /// The grid of as many samples as fit, centred in the signal.
  static func centredGrid(for signal: Signal, rate: Hertz) -> SampleGrid {
    let duration = signal.duration.value
    let count = Int((duration * rate.value + 0.5).rounded(.down))
    return SampleGrid(
      firstTime: 0.5 * (duration - Double(count - 1) / rate.value), period: 1 / rate.value,
      count: count)
  }

  /// Calls `read` for each of `rates`, all lower than that of `signal`, with the samples low-passed
  /// at the new Nyquist frequency.
  private static func eachLowPassed(
    _ signal: Signal, for rates: [Hertz], known: ZeroPaddedSpectrum?,
    workspace: inout AnalysisWorkspace,
    read: (Hertz, Span<Double>) -> Void
  ) {
    guard !rates.isEmpty else { return }
    let padded = known ?? ZeroPaddedSpectrum(of: signal.samples, workspace: &workspace)
    let ends = rates.map { rate in
      Int((rate.value * signal.samplePeriod * Double(padded.size)).rounded(.down))
    }
    var remaining = rates[...]
    padded.lowPassed(to: ends, laterUse: known == nil ? .none : .some) {
      read(remaining.removeFirst(), $0)
    }
  }

  /// Doubles the sample rate by a spectrum of twice the length. As in Praat, the even samples have
  /// the times of the old ones, a quarter of an old sample period late.
  private static func doubled(
    _ samples: [Double], workspace: inout AnalysisWorkspace
  ) -> [Double] {
    let transform = workspace.transform(ofExactly: ZeroPaddedSpectrum.size(for: samples.count))
    let larger = workspace.transform(ofExactly: 2 * transform.size)
    let start = Int((fadeStart * Double(transform.size)).rounded(.down))
    let fade = 1 / Double(transform.size - start)
    return transform.filter(samples, offset: ZeroPaddedSpectrum.padding, resynthesis: larger) {
      place in
      place < start ? 1 : Double(transform.size - place) * fade
    }
  }
}
