// Where the pulses would lie without jitter: from the first that fits into the voiced stretch to
// the last, one period of the modulated F0 apart.

import RealModule
import VoiceTypes

/// The samples of a recording that carry the voice.
struct VoicedStretch {
  let sampleCount: Int
  let voiced: Range<Int>
  let samplePeriod: Double

  init(_ voice: SyntheticVoice) {
    let rateHz = voice.sampleRate.value
    samplePeriod = 1 / rateHz
    sampleCount = Int((voice.duration.value * rateHz).rounded())
    let start = min(Int((voice.onsetSilence.value * rateHz).rounded()), sampleCount)
    let end = sampleCount - Int((voice.offsetSilence.value * rateHz).rounded())
    voiced = start..<max(start, end)
  }

  var startSeconds: Double { Double(voiced.lowerBound) * samplePeriod }
  var endSeconds: Double { Double(voiced.upperBound) * samplePeriod }

  /// Praat's convention: a sample lies at the centre of its interval.
  func time(ofSample index: Int) -> Double { (Double(index) + 0.5) * samplePeriod }
}

/// The jitter-free periods, and the start of each relative to the first pulse.
struct PulseGrid {
  let firstPulseSeconds: Double
  let periods: [Double]
  /// One per pulse, in seconds from the first pulse.
  let pulseOffsets: [Double]

  var pulseCount: Int { pulseOffsets.count }

  init(_ voice: SyntheticVoice) {
    let stretch = VoicedStretch(voice)
    let period = 1 / voice.f0.value
    let lobes = PulseShape.lobes(of: voice)
    let lead = lobes.map { $0.reachSeconds - $0.offsetSeconds }.max() ?? 0
    let reachAfter = lobes.map { $0.reachSeconds + $0.offsetSeconds }.max() ?? 0
    // The last pulse keeps a whole cycle to ring in; what rings beyond is cut.
    let tail = max(reachAfter, period)
    // A whole number of periods, so that jitter-free pulses lie at k / F0 of the stretch.
    firstPulseSeconds = stretch.startSeconds + (lead / period).rounded(.up) * period
    (periods, pulseOffsets) = Self.cycles(
      of: voice, within: stretch.endSeconds - tail - firstPulseSeconds)
  }

  // F0 is held during a cycle at its value at the start, so that the sequence is plain to state.
  private static func cycles(
    of voice: SyntheticVoice, within spanSeconds: Double
  ) -> (periods: [Double], offsets: [Double]) {
    guard spanSeconds >= 0 else { return ([], []) }
    var periods: [Double] = []
    var offsets = [0.0]
    var time = 0.0
    while true {
      let vibrato = voice.vibrato?.factor(at: time) ?? 1
      let tremor = voice.f0Tremor?.factor(at: time) ?? 1
      let period = 1 / (voice.f0.value * vibrato * tremor)
      time += period
      guard time <= spanSeconds else { return (periods, offsets) }
      periods.append(period)
      offsets.append(time)
    }
  }
}

extension Modulation {
  /// The factor by which the modulated quantity is multiplied, `seconds` after the first pulse.
  func factor(at seconds: Double) -> Double {
    1 + extentPercent / 100 * Double.sin(2 * .pi * rate.value * seconds)
  }
}
