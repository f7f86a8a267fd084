import DSPCore
import VoiceTypes
import WAVIngest

/// Time span and pitch of the voice in a recording.
struct VoicePosition {
  /// Time of the first voiced frame.
  let start: Seconds

  /// Time of the last voiced frame.
  let end: Seconds

  /// Median F0 of the voiced frames.
  let f0: Hertz

  /// Duration of the voiced frames.
  let voiced: Seconds

  /// Creates the position of the voiced frames; nil without any.
  init?(in track: PitchTrack) {
    guard let time = track.voicedTime else { return nil }
    let sorted = track.voicedFrequencies.sorted()
    start = Seconds(time.lowerBound)
    end = Seconds(time.upperBound)
    f0 = Hertz(sorted[sorted.count / 2])
    voiced = Seconds(Double(sorted.count) * track.timeStep)
  }
}

/// Pauses before and after the voice. The longer one is used for noise.
struct Pauses {
  /// Guard interval next to the voice, in seconds, which excludes onsets and offsets.
  private static let guardSeconds = 0.1

  /// Start and end of the longer pause, in seconds.
  let times: ClosedRange<Double>

  /// Whether the pause is long enough to measure noise.
  let isLongEnough: Bool

  /// Variance of the pause.
  let power: Double

  init(of signal: Signal, voice: VoicePosition?) {
    guard let voice else {
      (times, isLongEnough, power) = (0...0, false, 0)
      return
    }
    let beforeEnd = max(0, voice.start.value - Self.guardSeconds)
    let afterStart = min(signal.duration.value, voice.end.value + Self.guardSeconds)
    let (before, after) = (0...beforeEnd, afterStart...signal.duration.value)
    times = Self.length(of: before) >= Self.length(of: after) ? before : after
    let samples = Self.samples(of: signal, from: times.lowerBound, to: times.upperBound)
    isLongEnough =
      Double(samples.count) * signal.samplePeriod >= QualityLimits.leastPause.value
    power = Self.variance(samples)
  }

  private static func length(of times: ClosedRange<Double>) -> Double {
    times.upperBound - times.lowerBound
  }

  /// Variance of the signal between two times.
  static func power(of signal: Signal, from start: Double, to end: Double) -> Double {
    variance(samples(of: signal, from: start, to: end))
  }

  private static func samples(
    of signal: Signal, from start: Double, to end: Double
  ) -> ArraySlice<Double> {
    let rate = signal.sampleRate.value
    let first = min(max(0, Int((start * rate).rounded())), signal.samples.count)
    let last = min(max(first, Int((end * rate).rounded())), signal.samples.count)
    return signal.samples[first..<last]
  }

  private static func variance(_ samples: ArraySlice<Double>) -> Double {
    guard !samples.isEmpty else { return 0 }
    let mean = samples.reduce(0, +) / Double(samples.count)
    return samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(samples.count)
  }
}
