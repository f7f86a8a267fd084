import VoiceTypes

/// Valid range of each setting, in the unit of the setting: engineering choices that keep periods
/// and amplitudes positive and memory bounded.
private enum Limits {
  static let f0Hz = 20.0...1_000.0
  // Draws end at 2.5 SD, and the SD of a draw is about 0.93 of the local jitter or shimmer: at
  // these limits the smallest period is about half the mean, the smallest amplitude a third.
  static let jitterPercent = 0.0...20.0
  static let shimmerPercent = 0.0...30.0
  static let perturbationCorrelation = 0.0...0.9
  static let hnrDb = -20.0...120.0
  static let durationS = 0.01...600.0
  static let sampleRateHz = 4_000.0...768_000.0
  static let modulationRateHz = 0.1...50.0
  static let modulationExtentPercent = 0.0...50.0
  // Above 66 % neighbours differ by more than a factor of 2, which halves F0.
  static let periodAlternationPercent = 0.0...60.0
  static let amplitudeAlternationPercent = 0.0...150.0
  // The mean of an orbit is near 0, so the smallest period and amplitude stay above a third.
  static let chaosExtentPercent = 0.0...60.0
  static let noiseFloorDb = -200.0...0.0
  static let peakLevel = 1e-9...10.0
  // A Gaussian narrower than one sample extends beyond the Nyquist frequency.
  static let sigmaSamples = 1.0...1_000.0
  // Jitter needs two periods.
  static let pulses = 3
}

extension SyntheticVoice {
  /// Checks the settings against the ranges in which `synthesize()` is exact.
  public func validate() throws(SynthesisError) {
    try checkSource()
    try checkPattern()
    try checkRecording()
    try check("vibrato", vibrato)
    try check("f0Tremor", f0Tremor)
    try check("amplitudeTremor", amplitudeTremor)
    let pulses = PulseGrid(self).pulseCount
    guard pulses >= Limits.pulses else {
      throw .voicedStretchTooShort(pulses: pulses, required: Limits.pulses)
    }
  }

  private func checkSource() throws(SynthesisError) {
    try check("f0", f0.value, in: Limits.f0Hz)
    try check(
      "perturbationCorrelation", perturbationCorrelation, in: Limits.perturbationCorrelation)
    // The SD of correlated draws is larger by this factor at the same jitter or shimmer.
    let spread = 1 / (1 - perturbationCorrelation).squareRoot()
    try check("jitterPercent", jitterPercent, in: 0...(Limits.jitterPercent.upperBound / spread))
    try check("shimmerPercent", shimmerPercent, in: 0...(Limits.shimmerPercent.upperBound / spread))
    if let hnr { try check("hnr", hnr.value, in: Limits.hnrDb) }
    if case .gaussian(let sigmaSamples) = pulse {
      try check("sigmaSamples", sigmaSamples, in: Limits.sigmaSamples)
    }
  }

  private func checkPattern() throws(SynthesisError) {
    try check(
      "periodAlternationPercent", periodAlternationPercent, in: Limits.periodAlternationPercent)
    try check(
      "amplitudeAlternationPercent", amplitudeAlternationPercent,
      in: Limits.amplitudeAlternationPercent)
    if case .chaos(let extentPercent) = cyclePattern {
      try check("chaos.extentPercent", extentPercent, in: Limits.chaosExtentPercent)
    }
  }

  private func checkRecording() throws(SynthesisError) {
    try check("duration", duration.value, in: Limits.durationS)
    try check("sampleRate", sampleRate.value, in: Limits.sampleRateHz)
    try check("onsetSilence", onsetSilence.value, in: 0...duration.value)
    let afterOnset = duration.value - onsetSilence.value
    try check("offsetSilence", offsetSilence.value, in: 0...afterOnset)
    try check("peakLevel", peakLevel, in: Limits.peakLevel)
    if let noiseFloor { try check("noiseFloor", noiseFloor.value, in: Limits.noiseFloorDb) }
  }

  private func check(_ name: String, _ modulation: Modulation?) throws(SynthesisError) {
    guard let modulation else { return }
    try check("\(name).rate", modulation.rate.value, in: Limits.modulationRateHz)
    try check(
      "\(name).extentPercent", modulation.extentPercent, in: Limits.modulationExtentPercent)
  }

  private func check(
    _ setting: String, _ value: Double, in allowed: ClosedRange<Double>
  ) throws(SynthesisError) {
    guard allowed.contains(value) else {
      throw .outOfRange(setting: setting, value: value, allowed: allowed)
    }
  }
}
