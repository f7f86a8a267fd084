// The limits of the first checks, in one table. Sources are marked: [E] an engineering choice of
// this project, [M] from memory of the paper that is named, which was not opened again.

package import VoiceTypes

/// A value that must not be passed, and on which side of it trouble lies.
package enum QualityBound: Sendable {
  case below(Double)
  case atMost(Double)
  case above(Double)
  case atLeast(Double)

  /// The number in the bound.
  package var limit: Double {
    switch self {
    case .below(let limit), .atMost(let limit), .above(let limit), .atLeast(let limit): limit
    }
  }

  /// Whether `value` is on the wrong side.
  package func isCrossed(by value: Double) -> Bool {
    switch self {
    case .below(let limit): value < limit
    case .atMost(let limit): value <= limit
    case .above(let limit): value > limit
    case .atLeast(let limit): value >= limit
    }
  }
}

/// The limits of one check, with the name and the unit it has in the document.
package struct QualityLimits: Sendable {
  package let id: CheckID
  package let unit: String
  package let fail: [QualityBound]
  package let warn: [QualityBound]

  /// What is too short or too long fails; < 1.5 s warns [E].
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

  /// One channel is picked, never a mix [E].
  package static let channels = QualityLimits(
    id: .channels, unit: "count", fail: [], warn: [.above(1)])

  /// The contract: up to 0.1 s may be missing.
  package static let completeness = QualityLimits(
    id: .completeness, unit: "seconds", fail: [.above(IngestLimits.tolerableGap.value)],
    warn: [.above(0)])

  /// RMS over the whole recording [E].
  package static let level = QualityLimits(
    id: .level, unit: "dbfs", fail: [.below(-45)], warn: [.below(-35)])

  /// The largest sample [E].
  package static let peak = QualityLimits(
    id: .peak, unit: "dbfs", fail: [], warn: [.above(-1)])

  /// Samples at full scale [E].
  package static let clipping = QualityLimits(
    id: .clipping, unit: "percent", fail: [.above(1)], warn: [.above(0.01)])

  /// Bits of a sample that carry signal [M].
  package static let bitDepth = QualityLimits(
    id: .bitDepth, unit: "bits", fail: [], warn: [.below(16)])

  /// Mean of the samples, percent of full scale [E].
  package static let dcOffset = QualityLimits(
    id: .dcOffset, unit: "percent", fail: [], warn: [.above(1)])

  /// Voice over noise in the pauses: 30 dB after Deliyski, Shaw & Evans (2005), J Voice 19:15 [M];
  /// 20 dB [E].
  package static let signalToNoise = QualityLimits(
    id: .signalToNoise, unit: "db", fail: [.below(20)], warn: [.below(30)])

  /// The same where there is no pause, from what lies between the harmonics. The noise of a hoarse voice
  /// is not that of a room: only what no voice makes is judged, and fails where it moves jitter and
  /// shimmer by a third [E].
  package static let signalToNoiseOfVoice = QualityLimits(
    id: .signalToNoise, unit: "db", fail: [.below(10)], warn: [.below(30)])

  /// Mains frequency with two harmonics, relative to the voice [E]; from −25 dB on shimmer reads 1.7 times
  /// as high, and HNR 2.6 dB lower.
  package static let mainsHum = QualityLimits(
    id: .mainsHum, unit: "db", fail: [.above(-25)], warn: [.above(-40)])

  /// What lies below the voice, relative to it [E]: at −30 dB APQ11 reads 1.1 times as high, at −20 dB
  /// twice, and HNR 1.8 dB lower.
  package static let rumble = QualityLimits(
    id: .rumble, unit: "db", fail: [.above(-20)], warn: [.above(-30)])

  /// The longest gap inside the measured stretch [E]: of the vowels of a collection those that were not
  /// gated have none of 1 ms.
  package static let dropouts = QualityLimits(
    id: .dropouts, unit: "seconds", fail: [.atLeast(0.003)], warn: [])

  /// The longest run of one sample value anywhere [E]: noise suppression works in frames of 10 to 20 ms.
  package static let noiseGate = QualityLimits(
    id: .noiseGate, unit: "seconds", fail: [], warn: [.atLeast(0.02)])

  /// Level of the windows of the measured stretch, 5 to 95 % of them [E]: of 56 studio recordings
  /// none has more than 6 dB.
  package static let levelRange = QualityLimits(
    id: .levelRange, unit: "db", fail: [], warn: [.above(8)])

  /// Windows of the measured stretch that are like each other in pitch and sound [E]: of 94 held vowels
  /// of a studio, hoarse ones among them, none has less than 70 %; of 16 stretches of speech two have
  /// more.
  package static let heldVowel = QualityLimits(
    id: .heldVowel, unit: "percent", fail: [.below(70)], warn: [.below(90)])

  /// How many times as much a place of a voice is out of step as its cycles are [E].
  package static let gap = QualityLimits(
    id: .gap, unit: "ratio", fail: [.above(4)], warn: [])

  /// Time without voice, percent of the recording [E].
  package static let silenceShare = QualityLimits(
    id: .silenceShare, unit: "percent", fail: [], warn: [.above(50)])

  /// The upper end of the spectrum: half of the 26 kHz below which perturbation measures are not
  /// valid, as a higher rate does not bring back what was cut off; source as for the sample rate [M].
  package static let bandwidth = QualityLimits(
    id: .bandwidth, unit: "hertz", fail: [], warn: [.below(13_000)])

  /// One row for each check of the sound, in the order of the document.
  package static let all = [
    duration, sampleRate, channels, completeness, level, peak, clipping, bitDepth, dcOffset,
    signalToNoise, mainsHum, silenceShare, bandwidth, rumble, dropouts, noiseGate, levelRange,
    heldVowel, gap,
  ]

  /// Settings that the browser granted though it was asked not to: each moves jitter, shimmer and HNR [E].
  package static let processing = QualityLimits(
    id: .processing, unit: "count", fail: [], warn: [.above(0)])

  /// Frames that were lost on the way from the microphone to the file [E]: a gap of a millisecond is a
  /// false period.
  package static let droppedFrames = QualityLimits(
    id: .droppedFrames, unit: "count", fail: [.above(0)], warn: [])

  /// The rate of the device: a wireless headset that also plays falls to 8 or 16 kHz, and no later rate
  /// brings back what it cut off [E].
  package static let captureRate = QualityLimits(
    id: .captureRate, unit: "hertz", fail: [.below(16_000)], warn: [.below(32_000)])

  /// One row for each check of how a recording was made, in the order of the document; they are there
  /// only where that was told.
  package static let ofCapture = [processing, droppedFrames, captureRate]

  /// The shortest pause in which noise can be heard [E].
  package static let leastPause: Seconds = 0.3

  /// Samples in a row at full scale that warn, however few percent they are [E].
  package static let clippedRun = 3

  /// The rate that recordings are asked for (onboarding format).
  package static let recommendedRate: Hertz = 44_100
}

extension QualityLimits {
  /// The verdict on a value, and the limit that belongs to it: the one that was crossed, or for
  /// `pass` the first that would be on the way to the next worse verdict.
  package func judge(_ value: Double) -> (verdict: Verdict, limit: Double?) {
    if let bound = fail.first(where: { $0.isCrossed(by: value) }) { return (.fail, bound.limit) }
    if let bound = warn.first(where: { $0.isCrossed(by: value) }) { return (.warn, bound.limit) }
    return (.pass, (warn.first ?? fail.first)?.limit)
  }

  /// The check of something that could not be determined.
  package func unknown(_ wording: Wording) -> QualityCheck {
    QualityCheck(
      id: id, verdict: .unknown, value: nil, unit: unit, limit: (fail + warn).first?.limit,
      saying: wording)
  }

  /// The check that warns of something else than `value`, which is within the limits.
  package func warning(_ value: Double, saying wording: Wording) -> QualityCheck {
    QualityCheck(
      id: id, verdict: .warn, value: value, unit: unit, limit: warn.first?.limit, saying: wording)
  }

  /// The check for `value`, with a sentence that may depend on the verdict.
  package func check(_ value: Double, saying wording: (Verdict) -> Wording?) -> QualityCheck {
    let (verdict, limit) = judge(value)
    return QualityCheck(
      id: id, verdict: verdict, value: value, unit: unit, limit: limit, saying: wording(verdict))
  }
}
