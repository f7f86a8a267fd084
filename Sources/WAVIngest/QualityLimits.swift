// The limits of the first checks, in one table. Sources are marked: [E] an engineering choice of
// this project, [M] from memory of the paper that is named, which was not opened again.

internal import VoiceTypes

/// A value that must not be passed, and on which side of it trouble lies.
enum QualityBound: Sendable {
  case below(Double)
  case atMost(Double)
  case above(Double)
  case atLeast(Double)

  /// The number in the bound.
  var limit: Double {
    switch self {
    case .below(let limit), .atMost(let limit), .above(let limit), .atLeast(let limit): limit
    }
  }

  /// Whether `value` is on the wrong side.
  func isCrossed(by value: Double) -> Bool {
    switch self {
    case .below(let limit): value < limit
    case .atMost(let limit): value <= limit
    case .above(let limit): value > limit
    case .atLeast(let limit): value >= limit
    }
  }
}

/// The limits of one check, with the name and the unit it has in the document.
struct QualityLimits: Sendable {
  let id: String
  let unit: String
  let fail: [QualityBound]
  let warn: [QualityBound]

  /// ≤ 0.5 s and ≥ 30 s fail: user documents of the project; < 1.5 s warns [E].
  static let duration = QualityLimits(
    id: "duration", unit: "seconds", fail: [.atMost(0.5), .atLeast(30)], warn: [.below(1.5)])

  /// 16 kHz [E]; 26 kHz for perturbation measures: Deliyski, Shaw & Evans (2005), Logoped
  /// Phoniatr Vocol 30:55 [M].
  static let sampleRate = QualityLimits(
    id: "sample_rate", unit: "hertz", fail: [.below(16_000)], warn: [.below(26_000)])

  /// One channel is picked, never a mix [E].
  static let channels = QualityLimits(
    id: "channels", unit: "count", fail: [], warn: [.above(1)])

  /// The contract: up to 0.1 s may be missing.
  static let completeness = QualityLimits(
    id: "completeness", unit: "seconds", fail: [.above(IngestLimits.tolerableGap.value)],
    warn: [.above(0)])

  /// RMS over the whole recording [E].
  static let level = QualityLimits(
    id: "level", unit: "dbfs", fail: [.below(-45)], warn: [.below(-35)])

  /// The largest sample [E].
  static let peak = QualityLimits(
    id: "peak", unit: "dbfs", fail: [], warn: [.above(-1)])

  /// Samples at full scale [E].
  static let clipping = QualityLimits(
    id: "clipping", unit: "percent", fail: [.above(1)], warn: [.above(0.01)])

  /// Bits of a sample that carry signal [M].
  static let bitDepth = QualityLimits(
    id: "bit_depth", unit: "bits", fail: [], warn: [.below(16)])

  /// Mean of the samples, percent of full scale [E].
  static let dcOffset = QualityLimits(
    id: "dc_offset", unit: "percent", fail: [], warn: [.above(1)])

  /// Voice over noise in the pauses: 30 dB after Deliyski, Shaw & Evans (2005), J Voice 19:15 [M];
  /// 20 dB [E].
  static let signalToNoise = QualityLimits(
    id: "snr", unit: "db", fail: [.below(20)], warn: [.below(30)])

  /// Mains frequency with two harmonics in the pauses, relative to the voice [E].
  static let mainsHum = QualityLimits(
    id: "mains_hum", unit: "db", fail: [], warn: [.above(-40)])

  /// Time without voice, percent of the recording [E].
  static let silenceShare = QualityLimits(
    id: "silence_share", unit: "percent", fail: [], warn: [.above(50)])

  /// The upper end of the spectrum: half of the 26 kHz below which perturbation measures are not
  /// valid, as a higher rate does not bring back what was cut off; source as for the sample rate [M].
  static let bandwidth = QualityLimits(
    id: "bandwidth", unit: "hertz", fail: [], warn: [.below(13_000)])

  /// The shortest pause in which noise can be heard [E].
  static let leastPause: Seconds = 0.3

  /// Samples in a row at full scale that warn, however few percent they are [E].
  static let clippedRun = 3

  /// The rate that recordings are asked for (onboarding format).
  static let recommendedRate: Hertz = 44_100
}

extension QualityLimits {
  /// The verdict on a value, and the limit that belongs to it: the one that was crossed, or for
  /// `pass` the first that would be on the way to the next worse verdict.
  func judge(_ value: Double) -> (verdict: Verdict, limit: Double?) {
    if let bound = fail.first(where: { $0.isCrossed(by: value) }) { return (.fail, bound.limit) }
    if let bound = warn.first(where: { $0.isCrossed(by: value) }) { return (.warn, bound.limit) }
    return (.pass, (warn.first ?? fail.first)?.limit)
  }

  /// The check of something that could not be determined.
  func unknown(_ message: String) -> QualityCheck {
    QualityCheck(
      id: id, verdict: .unknown, value: nil, unit: unit, limit: (fail + warn).first?.limit,
      message: message)
  }

  /// The check for `value`, with a message that may depend on the verdict.
  func check(_ value: Double, message: (Verdict) -> String?) -> QualityCheck {
    let (verdict, limit) = judge(value)
    return QualityCheck(
      id: id, verdict: verdict, value: value, unit: unit, limit: limit, message: message(verdict))
  }
}
