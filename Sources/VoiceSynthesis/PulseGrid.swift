import RealModule
import VoiceTypes

/// Sample range of a recording that contains the voice.
struct VoicedRange {
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

  /// The time of a sample by Praat's convention: the centre of its interval, in seconds.
  func time(ofSample index: Int) -> Double { (Double(index) + 0.5) * samplePeriod }
}

/// Jitter-free periods from the first to the last pulse that fits into the voiced segment, in
/// seconds.
struct PulseGrid {
  let firstPulseSeconds: Double
  let periods: [Double]
  /// Time of each pulse from the first pulse, in seconds.
  let pulseOffsets: [Double]

  var pulseCount: Int { pulseOffsets.count }

  init(_ voice: SyntheticVoice) {
    let stretch = VoicedRange(voice)
    let period = 1 / voice.f0.value
    let lobes = PulseShape.lobes(of: voice)
    let lead = lobes.map { $0.reachSeconds - $0.offsetSeconds }.max() ?? 0
    let reachAfter = lobes.map { $0.reachSeconds + $0.offsetSeconds }.max() ?? 0
    // The last pulse has a whole cycle to decay; the rest is cut.
    let tail = max(reachAfter, period)
    // A whole number of periods puts jitter-free pulses at k / F0 of the segment.
    firstPulseSeconds = stretch.startSeconds + (lead / period).rounded(.up) * period
    (periods, pulseOffsets) = Self.cycles(
      of: voice, within: stretch.endSeconds - tail - firstPulseSeconds)
  }

  // F0 is constant during a cycle, at its value at the start of the cycle.
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
  /// The factor of the modulated quantity `seconds` after the first pulse.
  func factor(at seconds: Double) -> Double {
    1 + extentPercent / 100 * Double.sin(2 * .pi * rate.value * seconds)
  }
}
