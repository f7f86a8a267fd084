internal import VoiceMath
package import VoiceTypes

/// Abrupt holes of a recording between its first and its last cycle: lost data, or a noise gate on a
/// loud voice. Error rates: `Benchmarks/Records/RecordingChecks.md`.
package struct SoundHoles: Sendable, Equatable {
  /// Start and end of each hole, in seconds, in order.
  package let times: [ClosedRange<Double>]

  /// The longest hole, in seconds; zero without any.
  package var longest: Double { times.map { $0.upperBound - $0.lowerBound }.max() ?? 0 }

  /// Finds holes of `signal` between voiced frames; `bits` is the bit depth of the samples, which
  /// may round quiet samples to zero.
  package init(in signal: Signal, pitch: PitchTrack, bits: Int) {
    guard let voice = pitch.voicedTime else {
      times = []
      return
    }
    let grid = SampleGrid(of: signal)
    let cycles = SoundGaps.cycles(of: signal, in: voice)
    var search = HoleSearch(of: signal, bits: bits)
    var found: [ClosedRange<Double>] = []
    while let hole = search.next() {
      guard cycles.lowerBound < hole.lowerBound, hole.upperBound < cycles.upperBound else {
        continue
      }
      let time = grid.time(of: hole.lowerBound)...grid.time(of: hole.upperBound)
      guard pitch.isVoiced(near: time.lowerBound), pitch.isVoiced(near: time.upperBound) else {
        continue
      }
      found.append(time)
    }
    times = found
  }
}

/// Iterator over holes of samples.
private struct HoleSearch {
  /// Block length in seconds; a hole contains at least one quiet block.
  private static let block = 0.001

  /// Number of blocks before and after a hole for level and regularity of the voice.
  private static let reach = 20

  /// Level of a hole relative to the voice before it: −40 dB, as for a gap (`SoundGaps`).
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

  private let samples: [Double]
  private let width: Int
  private let peaks: [Double]
  private let leastLevel: Double
  private var place = 1

  init(of signal: Signal, bits: Int) {
    let width = max(1, Int((Self.block * signal.sampleRate.value).rounded()))
    let samples = signal.samples
    self.samples = samples
    self.width = width
    leastLevel = Self.fewestSteps * Double(sign: .plus, exponent: 1 - bits, significand: 1)
    peaks = (0..<(samples.count / width)).map {
      Rows.largestMagnitude(of: samples.span.extracting(($0 * width)..<(($0 + 1) * width)))
    }
  }

  /// The samples of the next hole; nil after the last.
  mutating func next() -> Range<Int>? {
    while place < peaks.count {
      let first = place
      place += 1
      let level = peaks[max(0, first - Self.reach)..<first].max() ?? 0
      guard level >= leastLevel, level > 0, isQuiet(first, beside: level) else { continue }
      while place < peaks.count, isQuiet(place, beside: level) { place += 1 }
      guard place < peaks.count else { return nil }
      let hole = edges(of: (first * width)..<(place * width), beside: level)
      if isAbrupt(hole, beside: level) { return hole }
    }
    return nil
  }

  private func isQuiet(_ block: Int, beside level: Double) -> Bool {
    if peaks[block] <= Self.quiet * level { return true }
    guard peaks[block] <= Self.clipped * level else { return false }
    let first = block * width
    return (first..<(first + width)).allSatisfy { samples[$0] == samples[first] }
  }

  /// Extends a hole to sample precision by adjacent quiet or equal samples.
  private func edges(of blocks: Range<Int>, beside level: Double) -> Range<Int> {
    func belongs(_ index: Int, _ neighbour: Int) -> Bool {
      samples[index].magnitude <= Self.quiet * level || samples[index] == samples[neighbour]
    }
    var (first, end) = (blocks.lowerBound, blocks.upperBound)
    while first > 0, belongs(first - 1, first) { first -= 1 }
    while end < samples.count, belongs(end, end - 1) { end += 1 }
    return first..<end
  }

  /// Whether the voice stops abruptly at the start of a hole, and resumes abruptly at its end.
  private func isAbrupt(_ hole: Range<Int>, beside level: Double) -> Bool {
    let before = max(0, hole.lowerBound - Self.reach * width)..<hole.lowerBound
    let after = hole.upperBound..<min(samples.count, hole.upperBound + Self.reach * width)
    let next = peak(of: after)
    return peak(of: before.suffix(width)) >= Self.loud * level
      && peak(of: after.prefix(width)) >= Self.loud * next
      && hole.count >= Self.timesUsual * longestRest(in: before, beside: level)
      && hole.count >= Self.timesUsual * longestRest(in: after, beside: next)
  }

  private func peak(of range: Range<Int>) -> Double {
    Rows.largestMagnitude(of: samples.span.extracting(range))
  }

  private func longestRest(in range: Range<Int>, beside level: Double) -> Int {
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
