// What can be said of a recording once it is known where the voice is: how much of it is voice, and
// what the pauses hold.

import RealModule
internal import VoiceMath
public import VoiceTypes

/// Where the voice of a recording is, and how high.
public struct VoicePosition: Sendable, Equatable {
  /// The time of the first voiced frame.
  public let start: Seconds

  /// The time of the last voiced frame.
  public let end: Seconds

  /// Median F0 of the voice.
  public let f0: Hertz

  /// Voiced time between `start` and `end`.
  public let voiced: Seconds

  /// States where the voice is.
  public init(start: Seconds, end: Seconds, f0: Hertz, voiced: Seconds) {
    self.start = start
    self.end = end
    self.f0 = f0
    self.voiced = voiced
  }
}

extension RecordingQuality {
  /// Bit depth, DC offset, signal-to-noise ratio, mains hum and silence share, in this order.
  ///
  /// `voice` is nil when no voiced frame was found; what depends on it is then `unknown`.
  public static func soundChecks(
    of recording: IngestedRecording, voice: VoicePosition?
  ) -> [QualityCheck] {
    let pauses = Pauses(of: recording.signal, voice: voice)
    return [
      bitDepth(recording),
      dcOffset(recording.signal),
      signalToNoise(recording.signal, voice: voice, pauses: pauses),
      mainsHum(recording.signal, voice: voice, pauses: pauses),
      silenceShare(recording.signal, voice: voice),
    ]
  }

  private static func bitDepth(_ recording: IngestedRecording) -> QualityCheck {
    QualityLimits.bitDepth.check(Double(recording.bitsPerSample)) { verdict in
      guard verdict != .pass else { return nil }
      return "\(recording.bitsPerSample) bits a sample add noise of their own; record with 16 bits "
        + "or more"
    }
  }

  private static func dcOffset(_ signal: Signal) -> QualityCheck {
    let mean = signal.samples.reduce(0) { $0 + $1 / Double(signal.samples.count) }
    return QualityLimits.dcOffset.check(100 * mean.magnitude) { verdict in
      guard verdict != .pass else { return nil }
      return "the samples are not centred on zero, which the measures allow for; have the input "
        + "device looked at"
    }
  }

  private static func signalToNoise(
    _ signal: Signal, voice: VoicePosition?, pauses: Pauses
  ) -> QualityCheck {
    let limits = QualityLimits.signalToNoise
    guard let voice else { return limits.unknown("no voice was found to compare the pauses with") }
    guard pauses.isLongEnough else {
      return limits.unknown(
        "there is no pause of \(QualityLimits.leastPause) to hear the noise in; leave a second of "
          + "silence before the vowel")
    }
    guard pauses.power > 0 else {
      return limits.unknown(
        "the pauses are digital silence, which hides the noise; turn noise suppression off")
    }
    let voicePower = Pauses.power(of: signal, from: voice.start.value, to: voice.end.value)
    guard voicePower > pauses.power else {
      return QualityCheck(
        id: limits.id, verdict: .fail, value: nil, unit: limits.unit,
        limit: limits.fail.first?.limit,
        message: "the voice is no louder than the pauses; find a quieter place")
    }
    return limits.check(10 * Double.log10((voicePower - pauses.power) / pauses.power)) { verdict in
      guard verdict != .pass else { return nil }
      return "the background is loud; find a quieter place or move closer to the microphone"
    }
  }

  private static func mainsHum(
    _ signal: Signal, voice: VoicePosition?, pauses: Pauses
  ) -> QualityCheck {
    let limits = QualityLimits.mainsHum
    guard let voice, pauses.isLongEnough else {
      return limits.unknown("there is no pause of \(QualityLimits.leastPause) to hear a hum in")
    }
    let voicePower = Pauses.power(of: signal, from: voice.start.value, to: voice.end.value)
    let hum = MainsHum(in: pauses.samples, sampleRate: signal.sampleRate)
    guard voicePower > 0, hum.power > 0 else {
      return limits.unknown("the pauses are digital silence, which hides a hum")
    }
    let level = 10 * Double.log10(hum.power / voicePower)
    // A hum matters where it can be taken for the voice or one of its harmonics.
    let isNearVoice = hum.isNear(voice.f0)
    let (verdict, limit) = limits.judge(level)
    return QualityCheck(
      id: limits.id, verdict: isNearVoice ? verdict : .pass, value: level, unit: limits.unit,
      limit: limit,
      message: verdict == .pass || !isNearVoice
        ? nil
        : "mains hum at \(Decimal.text(hum.base.value, places: 0)) Hz lies close to the "
          + "voice; move away from power supplies, or record on battery")
  }

  private static func silenceShare(_ signal: Signal, voice: VoicePosition?) -> QualityCheck {
    let voiced = voice?.voiced.value ?? 0
    let share = max(0, 100 * (1 - voiced / signal.duration.value))
    return QualityLimits.silenceShare.check(share) { verdict in
      guard verdict != .pass else { return nil }
      return "most of the recording holds no voice; hold the vowel for longer"
    }
  }
}

/// The stretches before and after the voice.
private struct Pauses {
  /// Onsets and offsets are no pauses: so much is left out beside the voice, in seconds.
  private static let guardSeconds = 0.1

  let samples: [Double]
  let isLongEnough: Bool
  let power: Double

  init(of signal: Signal, voice: VoicePosition?) {
    guard let voice else {
      (samples, isLongEnough, power) = ([], false, 0)
      return
    }
    let before = Self.samples(of: signal, from: 0, to: voice.start.value - Self.guardSeconds)
    let after = Self.samples(
      of: signal, from: voice.end.value + Self.guardSeconds, to: signal.duration.value)
    let longer = before.count >= after.count ? before : after
    samples = Array(longer)
    isLongEnough =
      Double(longer.count) * signal.samplePeriod >= QualityLimits.leastPause.value
    power = Self.variance(longer)
  }

  /// The power of the sound between two times, without its mean.
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

/// The stronger of the two mains frequencies with its first harmonics.
private struct MainsHum {
  private static let bases: [Hertz] = [50, 60]
  private static let harmonics = 3

  /// How close, in share of F0, a hum must be to a harmonic of the voice to matter [E].
  private static let nearness = 0.15

  let base: Hertz
  let power: Double

  init(in samples: [Double], sampleRate: Hertz) {
    let candidates = Self.bases.map { base in
      let power = (1...Self.harmonics).reduce(0.0) { sum, harmonic in
        sum
          + Self.power(of: samples, at: base.value * Double(harmonic), sampleRate: sampleRate.value)
      }
      return (base, power)
    }
    (base, power) = candidates.max { $0.1 < $1.1 } ?? (50, 0)
  }

  func isNear(_ f0: Hertz) -> Bool {
    (1...Self.harmonics).contains { harmonic in
      let ratio = base.value * Double(harmonic) / f0.value
      let nearest = max(1, ratio.rounded())
      return (ratio / nearest - 1).magnitude <= Self.nearness
    }
  }

  /// The power of the sinusoid of one frequency, by a single-bin transform with a Hann window.
  private static func power(of samples: [Double], at frequency: Double, sampleRate: Double)
    -> Double
  {
    guard frequency < 0.5 * sampleRate, samples.count > 1 else { return 0 }
    var (real, imaginary, weights) = (0.0, 0.0, 0.0)
    let step = 2 * Double.pi / Double(samples.count)
    for (index, sample) in samples.enumerated() {
      let weight = 0.5 - 0.5 * Double.cos(step * (Double(index) + 0.5))
      let angle = 2 * Double.pi * frequency * Double(index) / sampleRate
      real += weight * sample * Double.cos(angle)
      imaginary += weight * sample * Double.sin(angle)
      weights += weight
    }
    return 2 * (real * real + imaginary * imaginary) / (weights * weights)
  }
}
