// How strong the lines half way between the harmonics are. They appear when every other cycle
// differs, as in diplophonia, vocal fry and creak.
//
// Sun (2002), ICASSP I-333, compares the summed amplitudes of subharmonics and harmonics. Here each
// subharmonic is compared with the geometric mean of its two neighbours instead, so that formants
// do not count as subharmonics. If the cycles' amplitudes are 1 + a, 1 − a, 1 + a …, the ratio is a.
//
// A pitch tracker goes an octave down already where a is about 0.07: it then follows the
// subharmonic. So both readings of the tracked value are tried, as F0 and as half of it.

import RealModule
internal import VoiceMath
public import VoiceTypes

/// The subharmonic-to-harmonic ratio of the voiced frames of a sound.
public struct SubharmonicRatio: Sendable, Equatable {
  /// Length of the Hann window in periods of the tracked F0: its zeros lie on all other lines.
  private static let windowPeriods = 8.0

  /// Harmonics of the tracked F0 that are looked at, if the sample rate carries them.
  private static let harmonicCount = 12

  /// The fewest lines at multiples of F0/2 with which both readings can be tried.
  private static let leastLines = 8

  /// From here on the lower octave counts as the pitch, and the lines between as its harmonics;
  /// after Sun & Xu (2002), J Voice 16:443, on the pitch that listeners hear.
  private static let octaveThreshold = 0.4

  /// The time between the frames that are measured, in seconds.
  private static let timeStep = 0.02

  /// The ratio of every measured frame, 0 … 1, in order.
  public let values: [Double]

  /// Why no frame has a ratio; of no use where one has.
  private let reason: Unavailability

  /// The mean ratio, 0 … 1.
  public var mean: Measured {
    Statistics.mean(values).map { Measured($0) } ?? .unavailable(reason)
  }

  /// Measures every 20 ms where `pitch` is voiced and the window lies within the sound.
  public init(of signal: Signal, pitch: PitchTrack, workspace: inout AnalysisWorkspace) {
    let stepFrames = max(1, Int((Self.timeStep / pitch.timeStep).rounded()))
    let frames = stride(from: 0, to: pitch.frameCount, by: stepFrames).filter(pitch.isVoiced)
    let parts = workspace.parts(of: frames.count) { range, _ in
      frames[range].compactMap { frame in
        Self.ratio(in: signal, around: pitch.time(ofFrame: frame), f0: pitch.frequencies[frame])
      }
    }
    values = parts.flatMap { $0 }
    reason = Self.reason(
      in: signal, frames: frames.map { (pitch.time(ofFrame: $0), pitch.frequencies[$0]) })
  }

  /// What the voiced frame that comes closest to a ratio lacks.
  private static func reason(
    in signal: Signal, frames: [(time: Double, f0: Double)]
  ) -> Unavailability {
    guard let lowest = frames.map(\.f0).min() else { return .noVoicing }
    let nyquist = 0.5 * signal.sampleRate.value
    let neededBand = 0.5 * Double(leastLines + 1) * lowest
    guard nyquist >= neededBand else {
      return .bandwidthLimited(needed: Hertz(neededBand), found: Hertz(nyquist))
    }
    let windows = frames.map { frame in
      (
        needed: windowPeriods / frame.f0,
        room: 2 * max(0, min(frame.time, signal.duration.value - frame.time))
      )
    }
    let roomiest = windows.max { $0.room * $1.needed < $1.room * $0.needed }
    guard let roomiest, roomiest.room < roomiest.needed else { return .digitalSilence }
    return .tooShort(
      needed: Seconds(roomiest.needed), found: Seconds(roomiest.room), around: "a voiced frame")
  }

  /// The ratio around a time; nil where the window leaves the sound or nothing is in it.
  private static func ratio(in signal: Signal, around time: Double, f0: Double) -> Double? {
    let rate = signal.sampleRate.value
    let lineCount = min(2 * harmonicCount, Int((rate / f0).rounded(.down)) - 1)
    // A Hann window of L samples has its zeros at multiples of 1 / (L + 1).
    let length = Int((windowPeriods * rate / f0).rounded()) - 1
    let start = SampleGrid(of: signal).nearestIndex(to: time) - length / 2
    guard lineCount >= leastLines, start >= 0, start + length <= signal.samples.count else {
      return nil
    }
    let windowed = HannFrame.windowed(
      signal.samples.span.extracting(start..<(start + length)))
    let halves = SpectralLines.magnitudes(
      of: windowed.span, spacing: .pi * f0 / rate, count: lineCount)
    let harmonics = stride(from: 1, to: halves.count, by: 2).map { halves[$0] }
    guard let asTracked = share(ofOddLinesIn: halves), let octaveUp = share(ofOddLinesIn: harmonics)
    else { return nil }
    return min(1, hasWeakOddLines(harmonics) ? max(asTracked, octaveUp) : asTracked)
  }

  /// The amplitudes of lines 3, 5, … over the geometric means of their neighbours, line 1 being the
  /// first of `lines`; nil where these are all zero.
  package static func share(ofOddLinesIn lines: [Double]) -> Double? {
    let (odd, neighbours) = innerOddLines(of: lines).reduce(into: (0.0, 0.0)) { sums, line in
      sums.0 += line.amplitude
      sums.1 += line.neighbours
    }
    return neighbours > 0 ? odd / neighbours : nil
  }

  /// Whether most odd lines are so much weaker than their neighbours that the pitch is an octave
  /// higher. A formant between two harmonics makes a few of them weak, but not most.
  package static func hasWeakOddLines(_ lines: [Double]) -> Bool {
    let odd = [(amplitude: lines[0], neighbours: lines[1])] + innerOddLines(of: lines)
    let weak = odd.count { $0.amplitude < octaveThreshold * $0.neighbours }
    return 2 * weak > odd.count
  }

  private static func innerOddLines(
    of lines: [Double]
  ) -> [(amplitude: Double, neighbours: Double)] {
    stride(from: 2, to: lines.count - 1, by: 2).map { index in
      (lines[index], (lines[index - 1] * lines[index + 1]).squareRoot())
    }
  }
}

extension SubharmonicRatio: Measurer {
  /// The mean.
  public static let measures: [Measure] = [.subharmonicRatio]

  /// Window, lines and octaves.
  public static func choices(in settings: AnalysisSettings) -> [NamedSetting] {
    [
      NamedSetting("subharmonic_periods_per_window", windowPeriods),
      NamedSetting("subharmonic_harmonics", .count(harmonicCount)),
      NamedSetting("subharmonic_least_lines", .count(leastLines)),
      NamedSetting("subharmonic_octave_threshold", octaveThreshold),
      NamedSetting("subharmonic_time_step_s", timeStep),
    ]
  }

  /// Measures the stretch of a voice.
  public init(of voice: Voice, workspace: inout AnalysisWorkspace) {
    self.init(of: voice.part, pitch: voice.pitch, workspace: &workspace)
  }

  /// 0 … 1.
  public func value(of measure: Measure, in voice: Voice) -> Measured { mean }
}
