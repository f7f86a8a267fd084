// Limits of the quality checks. [E]: engineering choice; [M]: the named paper, cited from memory.

package import VoiceTypes

/// Limit of a value, with the side that fails.
package enum QualityBound: Sendable {
  case below(Double)
  case atMost(Double)
  case above(Double)
  case atLeast(Double)

  package var limit: Double {
    switch self {
    case .below(let limit), .atMost(let limit), .above(let limit), .atLeast(let limit): limit
    }
  }

  /// Whether `value` is on the failing side.
  package func isCrossed(by value: Double) -> Bool {
    switch self {
    case .below(let limit): value < limit
    case .atMost(let limit): value <= limit
    case .above(let limit): value > limit
    case .atLeast(let limit): value >= limit
    }
  }
}

/// Limits of one check, with the ID and the unit of the document.
package struct QualityLimits: Sendable {
  package let id: CheckID
  package let unit: String
  package let fail: [QualityBound]
  package let warn: [QualityBound]

  /// A duration outside the analysis limits fails; < 1.5 s warns [E].
  package static let duration = QualityLimits(
    id: .duration, unit: "seconds",
    fail: [
      .atMost(RecordingLength.longestTooShort.value),
      .atLeast(RecordingLength.shortestTooLong.value),
    ], warn: [.below(1.5)])

  /// 16 kHz [E]; 26 kHz for perturbation measures: Deliyski, Shaw & Evans (2005), Logoped
  /// Phoniatr Vocol 30:55 [M].
  package static let sampleRate = QualityLimits(
    id: .sampleRate, unit: "hertz", fail: [.below(16_000)], warn: [.below(26_000)])

  /// More than one channel warns, because one is selected and never a mix [E].
  package static let channels = QualityLimits(
    id: .channels, unit: "count", fail: [], warn: [.above(1)])

  /// Contract: up to 0.1 s may be missing.
  package static let completeness = QualityLimits(
    id: .completeness, unit: "seconds", fail: [.above(IngestLimits.tolerableGap.value)],
    warn: [.above(0)])

  /// RMS over the whole recording [E].
  package static let level = QualityLimits(
    id: .level, unit: "dbfs", fail: [.below(-45)], warn: [.below(-35)])

  /// The largest sample [E].
  package static let peak = QualityLimits(
    id: .peak, unit: "dbfs", fail: [], warn: [.above(-1)])

  /// Samples at full scale or on flat tops [E]. Above 1 %, shimmer leaves its own 95 % interval in
  /// 52 of 84 trials with clipped vowels; below, in none of 16.
  package static let clipping = QualityLimits(
    id: .clipping, unit: "percent", fail: [.above(1)], warn: [.above(0.01)])

  /// Significant bits per sample [M].
  package static let bitDepth = QualityLimits(
    id: .bitDepth, unit: "bits", fail: [], warn: [.below(16)])

  /// Mean of the samples, percent of full scale [E].
  package static let dcOffset = QualityLimits(
    id: .dcOffset, unit: "percent", fail: [], warn: [.above(1)])

  /// Voice level over the noise in the pauses: 30 dB after Deliyski, Shaw & Evans (2005), J Voice
  /// 19:15 [M]; 20 dB [E].
  package static let signalToNoise = QualityLimits(
    id: .signalToNoise, unit: "db", fail: [.below(20)], warn: [.below(30)])

  /// Signal-to-noise ratio without a pause, from the noise between the harmonics. A hoarse voice
  /// has noise of its own: the limit is below any voice, where noise moves jitter and shimmer by a
  /// third [E].
  package static let signalToNoiseOfVoice = QualityLimits(
    id: .signalToNoise, unit: "db", fail: [.below(10)], warn: [.below(30)])

  /// Warning limit of the lower bound if the ratio is undecided [E]. Of 252 healthy vowels without
  /// such a fault 4 are below it, of another 259 vowels 5.
  package static let leastUndecidedRatio: Decibels = 22

  /// Mains frequency with two harmonics, relative to the voice [E]. From −25 dB on shimmer reads
  /// 1.7 times as high, and HNR 2.6 dB lower.
  package static let mainsHum = QualityLimits(
    id: .mainsHum, unit: "db", fail: [.above(-25)], warn: [.above(-40)])

  /// Energy below the voice, relative to it [E]. At −20 dB NHR reads 1.05 times as high, up to 1.3
  /// times. From −10 dB on, jitter and the signal type change too. Amplitudes and HNR exclude it in
  /// the clinical preset.
  package static let rumble = QualityLimits(
    id: .rumble, unit: "db", fail: [.above(-10)], warn: [.above(-20)])

  /// The longest hole in the voice [E]. Ungated vowels of a collection have no hole of 1 ms.
  package static let dropouts = QualityLimits(
    id: .dropouts, unit: "seconds", fail: [.atLeast(0.003)], warn: [])

  /// The longest constant run anywhere [E]: noise suppression works in frames of 10 to 20 ms.
  package static let noiseGate = QualityLimits(
    id: .noiseGate, unit: "seconds", fail: [], warn: [.atLeast(0.02)])

  /// Level range of the windows of the measured segment, 5 to 95 % [E]. None of 56 studio
  /// recordings exceeds 6 dB.
  package static let levelRange = QualityLimits(
    id: .levelRange, unit: "db", fail: [], warn: [.above(8)])

  /// Windows of the measured segment with similar pitch and spectrum [E]. None of 94 sustained
  /// studio vowels, hoarse ones included, has less than 70 %; 2 of 16 speech segments have more.
  package static let heldVowel = QualityLimits(
    id: .heldVowel, unit: "percent", fail: [.below(70)], warn: [.below(90)])

  /// Phase discontinuity at a point of the voice, relative to that of its cycles [E].
  package static let gap = QualityLimits(
    id: .gap, unit: "ratio", fail: [.above(4)], warn: [.above(4)])

  /// Share of the cells of the spectrogram that are empty [E]. None of 497 studio vowels exceeds
  /// 0.6 %.
  package static let lossyCoding = QualityLimits(
    id: .lossyCoding, unit: "percent", fail: [], warn: [.atLeast(1)])

  /// Persistence of spectral lines between the harmonics, or strength of the harmonics of a second
  /// F0, relative to those at which few clean recordings warn [E].
  package static let secondSource = QualityLimits(
    id: .secondSource, unit: "ratio", fail: [.above(1.4)], warn: [.above(1)])

  /// Time in which the level after the voice falls by 60 dB [S]. Of 108 clean vowels one exceeds it.
  package static let reverberation = QualityLimits(
    id: .reverberation, unit: "seconds", fail: [], warn: [.above(0.25)])

  /// Sustained sounds of the recording; one is measured [E].
  package static let severalSounds = QualityLimits(
    id: .severalSounds, unit: "count", fail: [], warn: [.above(1)])

  /// Level of a sound above 1.5 F0, relative to the whole sound [S]. The least of 655 recorded
  /// voices is −27 dB.
  package static let tone = QualityLimits(
    id: .tone, unit: "db", fail: [], warn: [.below(-30)])

  /// Unvoiced time, percent of the recording [E].
  package static let silenceShare = QualityLimits(
    id: .silenceShare, unit: "percent", fail: [], warn: [.above(50)])

  /// Upper end of the spectrum: half of the 26 kHz below which perturbation measures are not valid,
  /// because a higher rate does not restore lost frequencies. Source as for the sample rate [M].
  package static let bandwidth = QualityLimits(
    id: .bandwidth, unit: "hertz", fail: [], warn: [.below(13_000)])

  /// All checks of the signal, in the order of the document.
  package static let all = [
    duration, sampleRate, channels, completeness, level, peak, clipping, bitDepth, dcOffset,
    signalToNoise, mainsHum, silenceShare, bandwidth, rumble, dropouts, noiseGate, levelRange,
    heldVowel, gap, lossyCoding, secondSource, reverberation, severalSounds, tone,
  ]

  /// Processing settings of the browser that stayed active against the request: each moves jitter,
  /// shimmer and HNR [E].
  package static let processing = QualityLimits(
    id: .processing, unit: "count", fail: [], warn: [.above(0)])

  /// Frames lost between microphone and file [E]: a gap of a millisecond is a false period.
  package static let droppedFrames = QualityLimits(
    id: .droppedFrames, unit: "count", fail: [.above(0)], warn: [])

  /// Sample rate of the device. A wireless headset that also plays falls to 8 or 16 kHz, and
  /// resampling does not restore the lost band [E].
  package static let captureRate = QualityLimits(
    id: .captureRate, unit: "hertz", fail: [.below(16_000)], warn: [.below(32_000)])

  /// All checks of the capture, in the order of the document; present only with capture metadata.
  package static let ofCapture = [processing, droppedFrames, captureRate]

  /// The shortest pause for a noise estimate [E].
  package static let leastPause: Seconds = 0.3

  /// Length of a run at full scale that warns, at any percentage [E].
  package static let clippedRun = 3

  /// Lowest level of flat tops that counts as full scale [E].
  package static let lowestFullScale = 0.99

  /// Largest peak of a float recording in full-scale units [E]; integer units reach 127 at least.
  package static let largestFullScalePeak = 100.0

  /// The recommended sample rate (onboarding format).
  package static let recommendedRate: Hertz = 44_100
}

extension QualityLimits {
  /// Returns the verdict and its limit: the crossed one, or for `pass` the limit of the next worse
  /// verdict.
  package func judge(_ value: Double) -> (verdict: Verdict, limit: Double?) {
    if let bound = fail.first(where: { $0.isCrossed(by: value) }) { return (.fail, bound.limit) }
    if let bound = warn.first(where: { $0.isCrossed(by: value) }) { return (.warn, bound.limit) }
    return (.pass, (warn.first ?? fail.first)?.limit)
  }

  /// Creates the check of an undetermined value.
  package func unknown(_ wording: Wording) -> QualityCheck {
    QualityCheck(
      id: id, verdict: .unknown, value: nil, unit: unit, limit: (fail + warn).first?.limit,
      saying: wording)
  }

  /// Creates a warning for another reason than `value`, which is within the limits.
  package func warning(_ value: Double, saying wording: Wording) -> QualityCheck {
    QualityCheck(
      id: id, verdict: .warn, value: value, unit: unit, limit: warn.first?.limit, saying: wording)
  }

  /// Creates the check of `value`, with a message for the verdict.
  package func check(_ value: Double, saying wording: (Verdict) -> Wording?) -> QualityCheck {
    let (verdict, limit) = judge(value)
    return QualityCheck(
      id: id, verdict: verdict, value: value, unit: unit, limit: limit, saying: wording(verdict))
  }
}
