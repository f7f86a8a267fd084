// Where a recording has a hole in the midst of a voice: the sound stops within a millisecond, in the midst
// of a cycle and as loud as before, and goes on after it in the same way. No voice does both: a vocal tract
// that is no longer driven falls by 1 to 3 dB in a millisecond, so that a voice that stops dies away,
// whether it is closed at the glottis, ends in a consonant, or has pulses far apart.

internal import VoiceMath
package import VoiceTypes

/// Holes of a recording between the first and the last voice of it, however long they are.
///
/// Data that were lost and filled with nothing, or a gate that closed on a loud voice. How often it errs:
/// `Benchmarks/Records/2026-11-25-dropouts.md`.
package struct SoundHoles: Sendable, Equatable {
  /// From when to when each lasts, in seconds and in order.
  package let times: [ClosedRange<Double>]

  /// The longest of them, in seconds; zero without any.
  package var longest: Double { times.map { $0.upperBound - $0.lowerBound }.max() ?? 0 }

  /// Looks for holes of `signal`, between voiced frames of its pitch; `bits` are those of its samples, which
  /// round what is quiet to zero.
  package init(in signal: Signal, pitch: PitchTrack, bits: Int) {
    guard let voice = pitch.voicedTime else {
      times = []
      return
    }
    let grid = SampleGrid(of: signal)
    var search = HoleSearch(of: signal, bits: bits)
    var found: [ClosedRange<Double>] = []
    while let hole = search.next() {
      let time = grid.time(of: hole.lowerBound)...grid.time(of: hole.upperBound)
      guard voice.contains(time.lowerBound), voice.contains(time.upperBound),
        pitch.isVoiced(near: time.lowerBound), pitch.isVoiced(near: time.upperBound)
      else { continue }
      found.append(time)
    }
    times = found
  }
}

/// Goes from hole to hole of samples.
private struct HoleSearch {
  /// Sound is looked at in blocks of so many seconds, and a hole has one that is quiet all through.
  private static let block = 0.001

  /// How many blocks before and after a hole tell how loud the voice is, and how regular.
  private static let reach = 20

  /// A hole is no louder than this share of the voice before it, −40 dB, as a gap is (`SoundGaps`).
  private static let quiet = 0.01

  /// What stands still is a hole up to this share: above it clipping stands still too.
  private static let clipped = 0.9

  /// A voice that is no louder than so many steps of its samples is quiet by rounding.
  private static let fewestSteps = 50.0

  /// The voice is as loud as this share of itself, −20 dB, in the millisecond before a hole and in the one
  /// after it. A voice that dies away has less than −37 dB then.
  private static let loud = 0.1

  /// A hole is so many times as long as any moment of the cycles beside it that is quiet or stands still.
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

  /// A hole to the sample: what is quiet, or the same as what stands still, beside its whole blocks.
  private func edges(of blocks: Range<Int>, beside level: Double) -> Range<Int> {
    func belongs(_ index: Int, _ neighbour: Int) -> Bool {
      samples[index].magnitude <= Self.quiet * level || samples[index] == samples[neighbour]
    }
    var (first, end) = (blocks.lowerBound, blocks.upperBound)
    while first > 0, belongs(first - 1, first) { first -= 1 }
    while end < samples.count, belongs(end, end - 1) { end += 1 }
    return first..<end
  }

  /// Whether a voice is cut off where a hole begins, and set in where it ends.
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
  /// How far from a hole there is a voiced frame: a window that reaches into it may be none. In seconds.
  private static let nearVoice = 0.05

  /// Whether there is a voice about this time.
  fileprivate func isVoiced(near time: Double) -> Bool {
    let frames = Int((Self.nearVoice / timeStep).rounded(.up))
    let middle = Int(((time - firstFrameTime) / timeStep).rounded())
    return (max(0, middle - frames)...max(0, middle + frames)).contains(where: isVoiced)
  }
}
