import DSPCore
import VoiceMath
import VoiceTypes
import WAVIngest

/// Times and pitch of the voice in a recording, without voiced mains hum.
struct VoicePosition {
  /// Peak of a voiced frame relative to the sustained voice, below which it is hum if its pitch is
  /// that of the mains: 6 dB, or 12 dB if the voice has that pitch too and may fade [E].
  private static let softness = 0.5
  private static let softnessAtPitch = 0.25

  /// Voiced intervals, in seconds, in order.
  let intervals: [ClosedRange<Double>]

  /// Median F0 of the voiced frames.
  let f0: Hertz

  /// Duration of the voiced frames.
  let voiced: Seconds

  /// Creates the position of the voice in a track; nil without a voiced frame. `held` is the span
  /// of the sustained voice, in seconds.
  init?(in track: PitchTrack, held: ClosedRange<Double>) {
    let voiced = track.frequencies.indices.filter(track.isVoiced)
    let sustained = voiced.filter { held.contains(track.time(ofFrame: $0)) }
    let known = sustained.isEmpty ? voiced : sustained
    guard let pitch = Statistics.quantile(0.5, of: known.map { track.frequencies[$0] }),
      let peak = Statistics.quantile(0.5, of: known.map { track.intensity(ofFrame: $0) })
    else { return nil }
    let frames = voiced.filter { frame in
      let frequency = Hertz(track.frequencies[frame])
      guard MainsHum.isPitch(frequency) else { return true }
      let isAtPitch = MainsHum.isPitch(Hertz(pitch), like: frequency)
      return track.intensity(ofFrame: frame)
        >= peak * (isAtPitch ? Self.softnessAtPitch : Self.softness)
    }
    guard let middle = Statistics.quantile(0.5, of: frames.map { track.frequencies[$0] }) else {
      return nil
    }
    f0 = Hertz(middle)
    self.voiced = Seconds(Double(frames.count) * track.timeStep)
    intervals = Self.intervals(of: frames, in: track)
  }

  private static func intervals(of frames: [Int], in track: PitchTrack) -> [ClosedRange<Double>] {
    var runs: [ClosedRange<Int>] = []
    for frame in frames {
      if let last = runs.last, last.upperBound == frame - 1 {
        runs[runs.count - 1] = last.lowerBound...frame
      } else {
        runs.append(frame...frame)
      }
    }
    let half = 0.5 * track.timeStep
    return runs.map {
      (track.time(ofFrame: $0.lowerBound) - half)...(track.time(ofFrame: $0.upperBound) + half)
    }
  }
}

extension PitchTrack {
  /// The peak of a frame over that of the signal; 1 if unknown.
  fileprivate func intensity(ofFrame frame: Int) -> Double {
    intensities.indices.contains(frame) ? intensities[frame] : 1
  }
}

/// Pauses before, between and after the voice, with their noise.
struct Pauses {
  /// Guard interval next to the voice, in seconds, which excludes onsets and offsets.
  private static let guardSeconds = 0.1

  /// Maximum power of a pause within the voice relative to the voice, −20 dB [E]: a louder one may
  /// be soft or irregular voice, and does not fail the recording.
  private static let mostWithin = 0.01

  /// Starts and ends, in seconds.
  let times: [ClosedRange<Double>]

  /// Whether the pauses are long enough to measure noise, digital silence included.
  let isLongEnough: Bool

  /// Power of the noise in its band; nil if too little of the pauses is not digital silence.
  let noise: Double?

  /// Finds the pauses of a signal; `voicePower` is the power of the voice in the band of noise.
  init(of signal: Signal, voice: VoicePosition?, voicePower: Double) {
    guard let intervals = voice?.intervals else {
      (times, isLongEnough, noise) = ([], false, nil)
      return
    }
    let length = signal.duration.value
    let starts = [0] + intervals.map { min(length, $0.upperBound + Self.guardSeconds) }
    let ends = intervals.map { max(0, $0.lowerBound - Self.guardSeconds) } + [length]
    var (times, powers, silent): ([ClosedRange<Double>], [Double], Int) = ([], [], 0)
    for (index, (start, end)) in zip(starts, ends).enumerated()
    where end - start >= 2 * NoiseBand.halfWindow {
      let found = NoiseBand.windows(of: signal, in: start...end)
      let isWithin = index > 0 && index < intervals.count
      if isWithin, NoiseBand.noise(in: found.powers) ?? 0 > Self.mostWithin * voicePower {
        continue
      }
      times.append(start...end)
      powers += found.powers
      silent += found.silent
    }
    self.times = times
    isLongEnough = Self.isLongEnough(windows: powers.count + silent)
    noise = Self.isLongEnough(windows: powers.count) ? NoiseBand.noise(in: powers) : nil
  }

  private static func isLongEnough(windows: Int) -> Bool {
    Double(windows + 1) * NoiseBand.halfWindow >= QualityLimits.leastPause.value - 1e-9
  }
}

extension Pauses {
  /// Length of the windows of hum, in seconds, which overlap by half, and the most of them [E]: long
  /// enough to separate the two mains frequencies.
  private static let humWindow = 0.26
  private static let mostHumWindows = 24

  /// Low-frequency spectra of windows of the pauses, evenly spread; empty for short or digitally
  /// silent pauses.
  func lowSpectra(
    of signal: Signal, workspace: inout AnalysisWorkspace
  ) -> [LowFrequencySpectrum] {
    guard noise ?? 0 > 0 else { return [] }
    let starts = times.flatMap { time in
      Array(
        stride(
          from: time.lowerBound, through: time.upperBound - Self.humWindow,
          by: 0.5 * Self.humWindow))
    }
    let every = max(1, (starts.count + Self.mostHumWindows - 1) / Self.mostHumWindows)
    return stride(from: 0, to: starts.count, by: every).compactMap { index in
      LowFrequencySpectrum(
        of: signal, in: starts[index]...(starts[index] + Self.humWindow), workspace: &workspace)
    }
  }
}
