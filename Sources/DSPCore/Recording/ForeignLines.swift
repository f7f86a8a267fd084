import RealModule
internal import VoiceMath
package import VoiceTypes

/// Spectral lines between the harmonics of a voice that last from one window to the next: a second
/// voice, speech, music or a tone under the vowel.
///
/// 1. A comb filter with the local period removes the voice: x(t) − ½ (x(t − T) + x(t + T)).
/// 2. The short-time spectra of the rest are divided by the gain of the comb and by the mean of
///    each gap between two harmonics. The mean profile of all gaps is removed, and with it the
///    subharmonics of the voice, which have the same position in every gap.
/// 3. Noise and perturbation differ from window to window; lines correlate. The second window is
///    also stretched by a few percent, because a speaking voice moves.
///
/// Project rule with engineering choices; the article "Checks of a recording" has the error rates.
package struct ForeignLines: Sendable, Equatable {
  /// Persistence of lines, 0 for noise: the power-weighted correlation of adjacent windows and
  /// 1.5 times their unweighted covariance.
  package let steady: Double

  /// Persistence of moving lines with a varying level, as of speech: the covariance in the loud
  /// windows and 0.13 times the standard deviation of the level in decibels. An irregular moment of
  /// the voice is as loud, so that levels count up to 7 dB above their median.
  package let moving: Double

  /// Strength of the harmonics of a second F0 per window: about 1.3 for a voice alone.
  package let comb: Double

  /// The level between the harmonics relative to the voice.
  package let level: Decibels

  /// Whether the voice has lines of its own halfway between its harmonics.
  package let hasSubharmonics: Bool

  /// Weights of the two summands [E].
  private static let covarianceWeight = 1.5
  private static let deviationWeight = 0.13

  /// The ratio of the highest level that counts to the median level, 7 dB [E].
  private static let mostOverMedian = 5.0

  /// Relative stretches of the frequency axis from one window to the next [E].
  private static let stretches = [-0.06, -0.03, 0, 0.03, 0.06]

  /// Least power in the middle of the gaps of a voice with subharmonics, relative to their mean
  /// [E]. On half of the speakers, 56 clean vowels have at most 1.31, and with a second voice,
  /// speech or music at most 1.27.
  private static let leastMiddle = 1.4

  /// Minimum number of window pairs.
  private static let fewestPairs = 4

  /// The share of the voice from which on a window is a pitch error.
  private static let pitchError = 0.5

  /// Measures a segment of a signal, in seconds, with the F0 track of `pitch` that starts at
  /// `offset`; nil for a short segment and without a voice. A voice with an ambiguous octave has
  /// lines of its own at the multiples of its `repetition` rate.
  package init?(
    in signal: Signal, in times: ClosedRange<Double>, pitch: PitchTrack, offset: Double,
    repetition: Hertz? = nil, workspace: inout AnalysisWorkspace
  ) {
    guard
      let frames = GapFrames(
        in: signal, in: times, pitch: repetition.map(pitch.lowered(to:)) ?? pitch, offset: offset,
        workspace: &workspace)
    else { return nil }
    let pairs = zip(frames.all, frames.all.dropFirst()).filter {
      max($0.level, $1.level) < Self.pitchError
    }
    let allLevels = frames.all.map(\.level)
    guard pairs.count >= Self.fewestPairs, let median = Statistics.quantile(0.5, of: allLevels),
      let mean = Statistics.mean(allLevels.map { 10 * Double.log10($0) })
    else { return nil }
    let most = Self.mostOverMedian * median
    var (cross, first, second) = (0.0, 0.0, 0.0)
    var (plain, weighted, levels) = (0.0, 0.0, 0.0)
    let places = Self.stretches.map(frames.places)
    for (frame, next) in pairs {
      let likenesses = places.map { frame.likeness(to: next, at: $0) }
      let level = (min(most, frame.level) * min(most, next.level)).squareRoot()
      plain += likenesses.map(\.plain).max() ?? 0
      weighted += level * (likenesses.map(\.weighted).max() ?? 0)
      levels += level
      let still = likenesses[Self.stretches.count / 2]
      cross += still.weighted
      first += still.square
      second += still.nextSquare
    }
    guard first > 0, second > 0, levels > 0 else { return nil }
    comb = SecondComb.strength(in: frames.all)
    let decibels = allLevels.map { 10 * Double.log10(min(most, $0)) }
    let middle = decibels.reduce(0, +) / Double(decibels.count)
    let variance =
      decibels.reduce(0) { $0 + ($1 - middle) * ($1 - middle) } / Double(decibels.count)
    steady =
      cross / (first * second).squareRoot()
      + Self.covarianceWeight * plain / Double(pairs.count)
    moving = weighted / levels + Self.deviationWeight * variance.squareRoot()
    level = Decibels(mean)
    hasSubharmonics = frames.middle >= Self.leastMiddle
  }
}

extension PitchTrack {
  /// The track with the lower candidate of an ambiguous octave instead of its multiples.
  fileprivate func lowered(to lowest: Hertz) -> PitchTrack {
    PitchTrack(
      frequencies: frequencies.map { $0 / max(1, ($0 / lowest.value).rounded()) },
      strengths: strengths, firstFrameTime: firstFrameTime, timeStep: timeStep)
  }
}

/// Power between the harmonics in one window.
private struct GapFrame {
  /// Power of each bin relative to its gap and to the mean profile, less 1; 0 outside the gaps.
  var values: [Double]

  /// Mean power of the gap of each bin, and its square root; 0 outside the gaps.
  let weights: [Double]
  let roots: [Double]

  /// Mean power between the harmonics over the mean power of the voice.
  let level: Double

  /// The lowest bin.
  let firstBin: Int

  /// F0 of the voice, in bins and in hertz.
  let f0: (bins: Double, hertz: Double)

  /// Covariance of two windows: plain, weighted by power, and the weighted squares of both.
  struct Likeness {
    var plain = 0.0
    var weighted = 0.0
    var square = 0.0
    var nextSquare = 0.0
  }

  /// Compares each bin of a window with the bin of a later one at `places`.
  func likeness(to next: GapFrame, at places: [Int]) -> Likeness {
    var (result, sum, count) = (Likeness(), 0.0, 0)
    let (values, roots) = (values.span, roots.span)
    let (others, otherRoots) = (next.values.span, next.roots.span)
    for (index, place) in places.enumerated() {
      guard roots[index] > 0, otherRoots.indices.contains(place), otherRoots[place] > 0 else {
        continue
      }
      let (value, other) = (values[index], others[place])
      let weight = roots[index] * otherRoots[place]
      result.plain += value * other
      result.weighted += weight * value * other
      result.square += weight * value * value
      result.nextSquare += weight * other * other
      sum += weight
      count += 1
    }
    guard count > 0, sum > 0 else { return Likeness() }
    result.plain /= Double(count)
    result.weighted /= sum
    result.square /= sum
    result.nextSquare /= sum
    return result
  }
}

/// The windows of a segment with the power between the harmonics.
private struct GapFrames {
  /// The minimum sample rate after decimation and the frequency range, in hertz: rumble and the
  /// fundamental of the mains are below, and jitter blurs harmonics above [E].
  private static let leastRate = 10_000.0
  private static let lowest = 160.0
  private static let highest = 3000.0
  private static let highestShareOfRate = 0.3

  /// The lower limit of the voice, in hertz.
  private static let voiceFrom = 60.0

  /// The length of a window in periods and its minimum in seconds, and the maximum duration of all
  /// windows, half overlapping, in seconds [E].
  private static let periods = 10.0
  private static let leastWindow = 0.04
  private static let longest = 3.2

  /// Distance of a gap from the harmonics, as a fraction of F0, and the classes of its profile [E].
  private static let margin = 0.22
  private static let classes = 14

  /// The least gain of the comb and of the profile in a division.
  private static let leastGain = 0.1
  private static let leastProfile = 0.05

  private(set) var all: [GapFrame] = []

  /// Power in the middle of the gaps relative to their mean.
  let middle: Double

  /// The bins of every window.
  private let bins: ClosedRange<Int>

  /// The index of each bin in a window with a frequency axis stretched by a fraction.
  func places(stretched: Double) -> [Int] {
    bins.map { Int((Double($0) * (1 + stretched)).rounded()) - bins.lowerBound }
  }

  init?(
    in signal: Signal, in times: ClosedRange<Double>, pitch: PitchTrack, offset: Double,
    workspace: inout AnalysisWorkspace
  ) {
    guard signal.sampleRate >= Voice.lowestRate else { return nil }
    let middle = (times.lowerBound + times.upperBound) / 2
    let grid = SampleGrid(of: signal)
    let indices = grid.indices(
      from: max(times.lowerBound, middle - Self.longest / 2),
      to: min(times.upperBound, middle + Self.longest / 2))
    let step = max(1, Int(signal.sampleRate.value / Self.leastRate))
    let rate = signal.sampleRate.value / Double(step)
    guard !indices.isEmpty,
      let comb = CombFilter(
        of: signal.samples.span.extracting(indices), step: step, rate: rate,
        from: grid.time(of: indices.lowerBound) - offset, pitch: pitch)
    else { return nil }
    let period = Rows.sum(of: comb.periods.span) / Double(comb.periods.count)
    let length = Int(max(Self.leastWindow * rate, Self.periods * period))
    let size = PowerOfTwo.smallest(holding: length)
    let hann = Window.hann(count: length)
    let transform = workspace.transform(ofExactly: size)
    let binWidth = rate / Double(size)
    let bins =
      Int(
        (Self.lowest / binWidth).rounded(.up))...Int(
        min(Self.highest, Self.highestShareOfRate * rate) / binWidth)
    self.bins = bins
    func powers(_ samples: [Double], from start: Int) -> [Double] {
      var sums = [Double](repeating: 0, count: size / 2 + 1)
      transform.load(count: length) { frame in
        Rows.taper(
          samples.span.extracting(start..<(start + length)), minus: 0, by: hann.span,
          into: &frame)
      }
      transform.addPowers(to: &sums)
      return sums
    }
    var profile = GapProfile(classes: Self.classes, margin: Self.margin)
    var phases: [[Double]] = []
    for start in stride(
      from: comb.valid.lowerBound, to: comb.valid.upperBound - length, by: length / 2)
    {
      let harmonics = bins.map { Double($0) * binWidth * comb.periods[start + length / 2] / rate }
      let voice = powers(comb.voice, from: start)[
        Int((Self.voiceFrom / binWidth).rounded(.up))...bins.upperBound
      ].reduce(0, +)
      let rest = powers(comb.rest, from: start)
      guard voice > 0,
        let frame = Self.frame(
          Array(rest[bins]), harmonics, voice: voice, bins.lowerBound,
          rate / comb.periods[start + length / 2], binWidth)
      else { continue }
      profile.add(frame, harmonics)
      all.append(frame)
      phases.append(harmonics)
    }
    self.middle = profile.middle
    for index in all.indices {
      for bin in all[index].values.indices where all[index].weights[bin] > 0 {
        let mean = max(Self.leastProfile, profile.mean(at: phases[index][bin]))
        all[index].values[bin] = all[index].values[bin] / mean - 1
      }
    }
  }

  /// Divides the powers of a window by the gain of the comb and by the mean of their gap.
  private static func frame(
    _ powers: [Double], _ harmonics: [Double], voice: Double, _ firstBin: Int, _ f0: Double,
    _ binWidth: Double
  ) -> GapFrame? {
    let count = Int(harmonics.last ?? 0) + 1
    var (sums, counts) = ([Double](repeating: 0, count: count), [Int](repeating: 0, count: count))
    var values = [Double](repeating: 0, count: powers.count)
    for (bin, harmonic) in harmonics.enumerated() {
      let place = harmonic - harmonic.rounded(.down)
      guard abs(place - 0.5) <= 0.5 - margin else { continue }
      let gain = 1 - Double.cos(2 * .pi * harmonic)
      values[bin] = powers[bin] / max(leastGain, gain * gain)
      sums[Int(harmonic)] += values[bin]
      counts[Int(harmonic)] += 1
    }
    let (sum, inGaps) = (sums.reduce(0, +), counts.reduce(0, +))
    guard sum > 0 else { return nil }
    var weights = [Double](repeating: 0, count: powers.count)
    for (bin, harmonic) in harmonics.enumerated() where values[bin] > 0 {
      weights[bin] = sums[Int(harmonic)] / Double(counts[Int(harmonic)])
      values[bin] /= weights[bin]
    }
    let level = sum / Double(inGaps) * Double(powers.count) / voice
    return GapFrame(
      values: values, weights: weights, roots: weights.map { $0.squareRoot() }, level: level,
      firstBin: firstBin,
      f0: (f0 / binWidth, f0))
  }
}

/// Search for the harmonics of a second F0 in successive windows.
private enum SecondComb {
  /// Range of the second F0 in hertz, and the logarithmic step of its ratio to the F0 of the voice.
  private static let range = 70.0...480
  private static let step = 0.008

  /// Greatest change of the ratio from one searched window to the next, in steps.
  private static let move = 2

  /// Every second window is searched: the windows overlap by half.
  private static let hop = 2

  /// Fewest harmonics between those of the voice, and the most that one of them counts [E].
  private static let fewest = 4.0
  private static let most = 4.0

  /// Mean strength per window along the best path of the second F0.
  static func strength(in frames: [GapFrame]) -> Double {
    guard let f0 = Statistics.quantile(0.5, of: frames.map(\.f0.hertz)) else { return 0 }
    let count = Int(Double.log(range.upperBound / range.lowerBound) / step)
    let ratios = (0..<count).map { range.lowerBound / f0 * Double.exp(step * Double($0)) }
    // The margins on either side are beyond the range.
    let margin = [Double](repeating: -.infinity, count: move)
    var best = margin + [Double](repeating: 0, count: count) + margin
    var next = best
    let searched = stride(from: 0, to: frames.count, by: hop).map { frames[$0] }
    for frame in searched {
      let powers = zip(frame.values, frame.weights).map {
        $1 > 0 ? SIMD2(min(most, $0), 1) : .zero
      }
      for (index, ratio) in ratios.enumerated() {
        var near = best[index]
        for other in (index + 1)...(index + 2 * move) where best[other] > near {
          near = best[other]
        }
        next[index + move] =
          near + strength(at: ratio * frame.f0.bins, in: powers.span, from: frame.firstBin)
      }
      swap(&best, &next)
    }
    return (best.max() ?? 0) / Double(searched.count)
  }

  /// Sum of the relative powers at the multiples of `spacing`, in bins, over the root of their
  /// number; `powers` has both parts of the sum for each bin.
  private static func strength(
    at spacing: Double, in powers: Span<SIMD2<Double>>, from firstBin: Int
  ) -> Double {
    var sums = SIMD2<Double>.zero
    var place = spacing
    while true {
      let bin = Int(place + 0.5) - firstBin
      guard bin < powers.count else { break }
      if bin >= 0 { sums += powers[bin] }
      place += spacing
    }
    return sums[1] < fewest ? 0 : sums[0] / sums[1].squareRoot()
  }
}

/// Mean power of all windows by position in the gap.
private struct GapProfile {
  private let margin: Double
  private var sums: [Double]
  private var counts: [Int]

  init(classes: Int, margin: Double) {
    self.margin = margin
    sums = [Double](repeating: 0, count: classes)
    counts = [Int](repeating: 0, count: classes)
  }

  mutating func add(_ frame: GapFrame, _ harmonics: [Double]) {
    for (bin, harmonic) in harmonics.enumerated() where frame.weights[bin] > 0 {
      let index = index(at: harmonic)
      sums[index] += frame.values[bin]
      counts[index] += 1
    }
  }

  func mean(at harmonic: Double) -> Double {
    let index = index(at: harmonic)
    return sums[index] / Double(max(1, counts[index]))
  }

  /// Mean power of the two middle classes relative to all.
  var middle: Double {
    func mean(_ range: Range<Int>) -> Double {
      sums[range].reduce(0, +) / Double(max(1, counts[range].reduce(0, +)))
    }
    let all = mean(0..<sums.count)
    let half = sums.count / 2
    return all > 0 ? mean((half - 1)..<(half + 1)) / all : 0
  }

  private func index(at harmonic: Double) -> Int {
    let place = harmonic - harmonic.rounded(.down)
    let share = (place - margin) / (1 - 2 * margin)
    return min(sums.count - 1, max(0, Int(share * Double(sums.count))))
  }
}

/// Decimated voice, and the rest after a comb filter with its local period.
private struct CombFilter {
  /// The samples of the voice and of the rest.
  let voice: [Double]
  private(set) var rest: [Double]

  /// The period at each sample, in samples.
  let periods: [Double]

  /// The samples with a period on both sides.
  let valid: Range<Int>

  /// Filters samples that start at a time of the track, in seconds; nil without two voiced
  /// frames.
  init?(of samples: Span<Double>, step: Int, rate: Double, from start: Double, pitch: PitchTrack) {
    let mean = Rows.sum(of: samples) / Double(samples.count)
    let voice = DecimationFilter(step: step).decimated(samples, minus: mean)
    let voiced = pitch.frequencies.indices.filter(pitch.isVoiced)
    guard voiced.count > 1 else { return nil }
    let times = voiced.map(pitch.time(ofFrame:))
    let rates = voiced.map { pitch.frequencies[$0] }
    var next = 1
    periods = voice.indices.map { index in
      let time = start + Double(index) / rate
      while next + 1 < times.count, times[next] <= time { next += 1 }
      let share = (time - times[next - 1]) / (times[next] - times[next - 1])
      return rate / (rates[next - 1] + min(1, max(0, share)) * (rates[next] - rates[next - 1]))
    }
    let reach = Int(periods.max() ?? 0) + 3
    guard voice.count > 2 * reach else { return nil }
    valid = reach..<(voice.count - reach)
    rest = [Double](repeating: 0, count: voice.count)
    for index in valid {
      let period = periods[index]
      rest[index] =
        voice[index]
        - 0.5
        * (Self.value(of: voice, at: Double(index) - period)
          + Self.value(of: voice, at: Double(index) + period))
    }
    self.voice = voice
  }

  /// The cubic Lagrange interpolation of samples at a place that has two on either side.
  private static func value(of samples: [Double], at place: Double) -> Double {
    let index = Int(place)
    let x = place - Double(index)
    let (before, behind) = (x + 1, x - 1)
    let far = x - 2
    let outer = x * behind * (before * samples[index + 2] - far * samples[index - 1]) / 6
    let inner = before * far * (behind * samples[index] - x * samples[index + 1]) / 2
    return outer + inner
  }
}
