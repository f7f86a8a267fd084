import RealModule
internal import VoiceMath
public import VoiceTypes

/// Subharmonic-to-harmonic ratio of the voiced frames: strength of the lines halfway between the
/// harmonics. They appear if alternate cycles differ, as in diplophonia, vocal fry and creak.
///
/// Sun (2002), ICASSP I-333, compares the summed amplitudes of subharmonics and harmonics. Here
/// each subharmonic is compared with the geometric mean of its two neighbours, so that formants do
/// not count as subharmonics. For cycle amplitudes 1 + a, 1 − a, 1 + a … the ratio is a.
///
/// A pitch tracker follows the subharmonic, one octave lower, from an a of about 0.07. Both
/// readings of the tracked value are therefore tried, as F0 and as half of it.
public struct SubharmonicRatio: Sendable, Equatable {
  /// Length of the Hann window in periods of the tracked F0: its zeros lie on all other lines.
  private static let windowPeriods = 8.0

  /// Maximum number of harmonics of the tracked F0.
  private static let harmonicCount = 12

  /// Minimum number of lines at multiples of F0/2 for both readings.
  private static let leastLines = 8

  /// Threshold from which the lower octave is the pitch, and the lines between are its harmonics;
  /// after Sun & Xu (2002), J Voice 16:443, on the perceived pitch.
  private static let octaveThreshold = 0.4

  /// The frame step, in seconds.
  private static let timeStep = 0.02

  /// The ratio of every measured frame, 0 … 1, in order.
  public let values: [Double]

  /// The reason for an empty `values`.
  private let reason: Unavailability

  /// The mean ratio, 0 … 1.
  public var mean: Measured {
    Statistics.mean(values).map { Measured($0) } ?? .unavailable(reason)
  }

  /// Measures every 20 ms in voiced frames whose window is inside the signal.
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

  /// The reason for the voiced frame that is closest to having a ratio.
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

  /// The ratio around a time; nil if the window leaves the signal, or the signal is silent.
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

  /// The amplitudes of lines 3, 5, … over the geometric means of their neighbours, with line 1 the
  /// first of `lines`; nil if these are all zero.
  package static func share(ofOddLinesIn lines: [Double]) -> Double? {
    let (odd, neighbours) = innerOddLines(of: lines).reduce(into: (0.0, 0.0)) { sums, line in
      sums.0 += line.amplitude
      sums.1 += line.neighbours
    }
    return neighbours > 0 ? odd / neighbours : nil
  }

  /// Whether most odd lines are so much weaker than their neighbours that the pitch is an octave
  /// higher. A formant between two harmonics weakens a few of them, but not most.
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

extension SubharmonicRatio: FeatureExtractor {
  /// The mean.
  public static let measures: [Measure] = [.subharmonicRatio]

  /// Window, lines and octave threshold.
  public static func choices(in settings: AnalysisSettings) -> [NamedParameter] {
    [
      NamedParameter("subharmonic_periods_per_window", windowPeriods),
      NamedParameter("subharmonic_harmonics", .count(harmonicCount)),
      NamedParameter("subharmonic_least_lines", .count(leastLines)),
      NamedParameter("subharmonic_octave_threshold", octaveThreshold),
      NamedParameter("subharmonic_time_step_s", timeStep),
    ]
  }

  /// Measures the segment of a voice.
  public init(of voice: Voice, workspace: inout AnalysisWorkspace) {
    self.init(of: voice.part, pitch: voice.pitch, workspace: &workspace)
  }

  /// The ratio, 0 … 1.
  public func value(of measure: Measure, in voice: Voice) -> Measured { mean }
}
