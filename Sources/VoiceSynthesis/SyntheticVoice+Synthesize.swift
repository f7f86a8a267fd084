import RealModule
public import VoiceTypes

/// Synthetic voice with its ground truth.
public struct SyntheticRecording: Sendable, Equatable {
  /// The recording, noise included.
  public let signal: Signal

  /// The recording without any noise, at the same gain.
  public let periodicPart: Signal

  /// The values that an analysis of the recording must find.
  public let truth: VoiceTruth
}

extension SyntheticVoice {
  /// Synthesizes the recording; the same settings give the same bits.
  ///
  /// The settings must pass `validate()`.
  public func synthesize() -> SyntheticRecording {
    precondition((try? validate()) != nil, "validate the settings before synthesizing")
    let cycles = CycleSequence(self)
    let voice = FormantFilter(vowel, sampleRateHz: sampleRate.value).applied(
      to: pulseTrain(of: cycles))
    let noise = addedNoise(toPower: voice.variance, count: voice.count)
    let mixture = zip(voice, noise).map { $0 + $1 }
    let gain = peakLevel / (mixture.map(\.magnitude).max() ?? 1)
    let periodic = voice.map { $0 * gain }
    let voiced = mixture.map { $0 * gain }
    return SyntheticRecording(
      signal: Signal(samples: surround(voiced, with: floorNoise()), sampleRate: sampleRate),
      periodicPart: Signal(samples: surround(periodic, with: nil), sampleRate: sampleRate),
      truth: VoiceTruth(
        settings: self, cycles: cycles, hnr: achievedHNR(of: voiced, periodic: periodic)))
  }

  /// The voiced segment: every lobe of every pulse at its exact distance from each sample.
  private func pulseTrain(of cycles: CycleSequence) -> [Double] {
    let stretch = VoicedRange(self)
    var samples = [Double](repeating: 0, count: stretch.voiced.count)
    let lobes = PulseShape.lobes(of: self)
    for (pulseTime, amplitude) in zip(cycles.pulseTimes, cycles.amplitudes) {
      for lobe in lobes {
        let centre = pulseTime + lobe.offsetSeconds
        let first = Int(((centre - lobe.reachSeconds) * sampleRate.value).rounded(.down))
        let last = Int(((centre + lobe.reachSeconds) * sampleRate.value).rounded(.up))
        for index in (first..<last).clamped(to: stretch.voiced) {
          let seconds = stretch.time(ofSample: index) - pulseTime
          samples[index - stretch.voiced.lowerBound] += amplitude * lobe.value(at: seconds)
        }
      }
    }
    return samples
  }

  private func addedNoise(toPower power: Double, count: Int) -> [Double] {
    guard let hnr else { return Array(repeating: 0, count: count) }
    var draws = GaussianDraws(seed: seed, stream: .noise)
    return WhiteNoise.samples(
      count: count, power: power / powerRatio(decibels: hnr.value), from: &draws)
  }

  /// The noise of both silences, the onset first; nil for exact zeros.
  private func floorNoise() -> [Double]? {
    guard let noiseFloor else { return nil }
    let stretch = VoicedRange(self)
    var draws = GaussianDraws(seed: seed, stream: .noiseFloor)
    return WhiteNoise.samples(
      count: stretch.sampleCount - stretch.voiced.count,
      power: powerRatio(decibels: noiseFloor.value), from: &draws)
  }

  private func surround(_ voiced: [Double], with silence: [Double]?) -> [Double] {
    let stretch = VoicedRange(self)
    let onsetCount = stretch.voiced.lowerBound
    let silentCount = stretch.sampleCount - stretch.voiced.count
    let silence = silence ?? Array(repeating: 0, count: silentCount)
    return silence[..<onsetCount] + voiced + silence[onsetCount...]
  }

  private func achievedHNR(of voiced: [Double], periodic: [Double]) -> Decibels? {
    guard hnr != nil else { return nil }
    let noise = zip(voiced, periodic).map { $0 - $1 }
    return Decibels(10 * Double.log10(periodic.variance / noise.variance))
  }
}
