internal import VoiceMath
package import VoiceTypes

/// Abrupt or digitally silent holes of a recording between its first and its last cycle: lost data,
/// or a noise gate on a loud voice. Error rates: `Benchmarks/Records/RecordingChecks.md`.
package struct SoundHoles: Sendable, Equatable {
  /// Minimum level of a cycle relative to the median block of the voice, −20 dB, and the block
  /// length in seconds [E].
  private static let cycleLevel = 0.1
  private static let block = 0.01

  /// Start and end of each hole, in seconds, in order.
  package let times: [ClosedRange<Double>]

  /// The longest hole, in seconds; zero without any.
  package let longest: Double

  /// Finds holes of `signal` between voiced frames; `bits` is the bit depth of the samples, which
  /// may round quiet samples to zero.
  package init(in signal: Signal, pitch: PitchTrack, bits: Int) {
    let grid = SampleGrid(of: signal)
    let cycles = pitch.voicedTime.flatMap { Self.cycles(of: signal, in: $0) } ?? 0..<0
    let found =
      cycles.isEmpty
      ? []
      : HoleSearch(of: signal, bits: bits).holes().filter {
        cycles.lowerBound < $0.lowerBound && $0.upperBound < cycles.upperBound
          && pitch.isVoiced(near: grid.time(of: $0.lowerBound))
          && pitch.isVoiced(near: grid.time(of: $0.upperBound))
      }
    times = found.map { grid.time(of: $0.lowerBound)...grid.time(of: $0.upperBound) }
    // A difference of times is less than the limit by rounding.
    longest = Double(found.map(\.count).max() ?? 0) * signal.samplePeriod
  }

  /// The samples from the first to the last cycle of the voice in `stretch`; nil for silence. A
  /// pitch frame reaches half of its window beyond them, into a pause of digital silence.
  private static func cycles(of signal: Signal, in stretch: ClosedRange<Double>) -> Range<Int>? {
    let indices = SampleGrid(of: signal).indices(from: stretch.lowerBound, to: stretch.upperBound)
    let width = max(1, Int((block * signal.sampleRate.value).rounded()))
    let peaks = stride(from: indices.lowerBound, to: indices.upperBound, by: width).map {
      signal.peak(of: $0..<min(indices.upperBound, $0 + width))
    }
    let least = cycleLevel * (Statistics.quantile(0.5, of: peaks) ?? 0)
    guard let first = indices.first(where: { signal.samples[$0].magnitude > least }),
      let last = indices.last(where: { signal.samples[$0].magnitude > least })
    else { return nil }
    return first..<(last + 1)
  }

  /// The longest constant run anywhere in a signal, in seconds; zero if shorter than `least`.
  package static func longestConstantRun(in signal: Signal, atLeast least: Double) -> Double {
    let samples = signal.samples.span
    // A run of this length contains a multiple of it.
    let step = max(1, Int(least / signal.samplePeriod))
    var (longest, end) = (0, 0)
    for index in stride(from: 0, to: samples.count, by: step) where index >= end {
      var first = index
      while first > 0, samples[first - 1] == samples[index] { first -= 1 }
      end = index + 1
      while end < samples.count, samples[end] == samples[index] { end += 1 }
      longest = max(longest, end - first)
    }
    let seconds = Double(longest) * signal.samplePeriod
    return seconds >= least ? seconds : 0
  }
}

extension Signal {
  /// The largest magnitude of a range of samples; zero for an empty range.
  fileprivate func peak(of range: Range<Int>) -> Double {
    Rows.largestMagnitude(of: samples.span.extracting(range))
  }
}

/// Search for holes of samples in blocks of a millisecond.
private struct HoleSearch {
  /// Block length in seconds; a hole contains at least one quiet block.
  private static let block = 0.001

  /// Number of blocks before and after a hole for level and regularity of the voice.
  private static let reach = 20

  /// Level of a hole relative to the voice before it: −40 dB. An undriven vowel falls by 1 to 3 dB
  /// per millisecond, and is driven again before it reaches this level.
  private static let quiet = 0.01

  /// Maximum relative level of a constant run, which excludes clipping.
  private static let clipped = 0.9

  /// Minimum level of a voice in quantisation steps; below it, rounding makes the voice quiet.
  private static let fewestSteps = 50.0

  /// Minimum level of the voice in the millisecond before and after a hole: −20 dB. A decaying
  /// voice has less than −37 dB then.
  private static let loud = 0.1

  /// Minimum ratio of a hole to any quiet or constant run in the adjacent cycles.
  private static let timesUsual = 3

  private let signal: Signal
  private let width: Int
  private let peaks: [Double]
  private let leastLevel: Double

  init(of signal: Signal, bits: Int) {
    let width = max(1, Int((Self.block * signal.sampleRate.value).rounded()))
    self.signal = signal
    self.width = width
    leastLevel = Self.fewestSteps * Double(sign: .plus, exponent: 1 - bits, significand: 1)
    peaks = (0..<(signal.samples.count / width)).map {
      signal.peak(of: ($0 * width)..<(($0 + 1) * width))
    }
  }

  private var samples: [Double] { signal.samples }

  /// The samples of each hole, in order.
  func holes() -> [Range<Int>] {
    var (found, place) = ([Range<Int>](), 1)
    while place < peaks.count {
      let first = place
      place += 1
      let level = peaks[max(0, first - Self.reach)..<first].max() ?? 0
      guard level >= leastLevel, level > 0, isQuiet(first, near: level) else { continue }
      while place < peaks.count, isQuiet(place, near: level) { place += 1 }
      let hole = edges(of: (first * width)..<(place * width), near: level)
      if place < peaks.count, isAbrupt(hole, near: level) { found.append(hole) }
    }
    return found
  }

  private func isQuiet(_ block: Int, near level: Double) -> Bool {
    guard peaks[block] > Self.quiet * level else { return true }
    let samples = samples[(block * width)..<((block + 1) * width)]
    return peaks[block] <= Self.clipped * level && samples.allSatisfy { $0 == samples.first }
  }

  /// Whether a sample is quiet, or equals its neighbour.
  private func isAtRest(_ index: Int, after neighbour: Int, near level: Double) -> Bool {
    samples[index].magnitude <= Self.quiet * level || samples[index] == samples[neighbour]
  }

  /// Extends a hole to sample precision by adjacent quiet or equal samples.
  private func edges(of blocks: Range<Int>, near level: Double) -> Range<Int> {
    var (first, end) = (blocks.lowerBound, blocks.upperBound)
    while first > 0, isAtRest(first - 1, after: first, near: level) { first -= 1 }
    while end < samples.count, isAtRest(end, after: end - 1, near: level) { end += 1 }
    return first..<end
  }

  /// Whether the voice stops abruptly at the start of a hole and resumes abruptly at its end, or
  /// is digitally silent for a time in which no voice fades and resumes.
  private func isAbrupt(_ hole: Range<Int>, near level: Double) -> Bool {
    let before = max(0, hole.lowerBound - Self.reach * width)..<hole.lowerBound
    let after = hole.upperBound..<min(samples.count, hole.upperBound + Self.reach * width)
    let next = signal.peak(of: after)
    let isAbrupt =
      signal.peak(of: before.suffix(width)) >= Self.loud * level
      && signal.peak(of: after.prefix(width)) >= Self.loud * next
    return (isAbrupt || isBrieflySilent(hole))
      && hole.count >= Self.timesUsual * longestRest(in: before, near: level)
      && hole.count >= Self.timesUsual * longestRest(in: after, near: next)
  }

  /// Whether a hole of at most 20 ms has equal samples, except the outer milliseconds.
  private func isBrieflySilent(_ hole: Range<Int>) -> Bool {
    let inner = hole.dropFirst(width).dropLast(width)
    return hole.count <= Self.reach * width && inner.count >= width
      && inner.allSatisfy { samples[$0] == samples[inner.lowerBound] }
  }

  private func longestRest(in range: Range<Int>, near level: Double) -> Int {
    var (run, longest, last) = (0, 0, Double.nan)
    for index in range {
      let size = samples[index].magnitude
      let stands = samples[index] == last && size <= Self.clipped * level
      run = stands || size <= Self.quiet * level ? run + 1 : 0
      longest = max(longest, run)
      last = samples[index]
    }
    return longest
  }
}

extension PitchTrack {
  /// Distance of a voiced frame from a hole, in seconds; a window that overlaps the hole may be
  /// unvoiced.
  private static let nearVoice = 0.05

  /// Whether a frame near this time is voiced.
  fileprivate func isVoiced(near time: Double) -> Bool {
    let frames = Int((Self.nearVoice / timeStep).rounded(.up))
    let middle = Int(((time - firstFrameTime) / timeStep).rounded())
    return (max(0, middle - frames)...max(0, middle + frames)).contains(where: isVoiced)
  }
}
