// Praat's numbers under the keys of the results document, from the files of all versions.

import Foundation
import VoiceTypes

/// Praat's measures of one recording.
struct PraatNumbers: Sendable {
  /// The value of each measure that is compared; nil where Praat says "undefined".
  var measures: [Measure: Double?] = [:]
  var frames = 0
  var voicedFrames = 0
  var pulses = 0
  var harmonicityFrames: (all: Int, withValue: Int)?
}

/// F0 frames and pulse times of one recording.
struct PraatContour: Sendable {
  let frequencies: [Double]
  let pulses: [Double]
}

extension PraatNumbers {
  private static let percent = 100.0
  private static let microsecondsPerSecond = 1e6

  /// Jitter and shimmer under Praat's names, and the factors to the document's units.
  private static let perturbationKeys: [(key: String, measure: Measure, factor: Double)] = [
    ("jitter_local", .jitterLocal, percent),
    ("jitter_local_absolute", .jitterLocalAbsolute, microsecondsPerSecond),
    ("jitter_rap", .jitterRAP, percent),
    ("jitter_ppq5", .jitterPPQ5, percent),
    ("jitter_ddp", .jitterDDP, percent),
    ("shimmer_local", .shimmerLocal, percent),
    ("shimmer_local_db", .shimmerLocalDecibels, 1),
    ("shimmer_apq3", .shimmerAPQ3, percent),
    ("shimmer_apq5", .shimmerAPQ5, percent),
    ("shimmer_apq11", .shimmerAPQ11, percent),
    ("shimmer_dda", .shimmerDDA, percent),
  ]

  private mutating func takePerturbation(from record: JSONRecord) {
    for (key, measure, factor) in Self.perturbationKeys {
      measures[measure] = .some(record.number(key).map { $0 * factor })
    }
  }

  /// The voice report was made over raw cc pitch. Praat reports one pulse and no break for a sound
  /// without any; such a report is not compared.
  private mutating func takeVoiceReport(from report: JSONRecord) {
    guard pulses > 1 else { return }
    measures[.pulses] = .some(report.number("pulses"))
    measures[.periods] = .some(report.number("periods"))
    measures[.meanPeriod] = .some(report.number("mean_period"))
    measures[.unvoicedFraction] = .some(
      report.number("fraction_unvoiced_percent").map { $0 / Self.percent })
    measures[.voiceBreaks] = .some(report.number("voice_breaks"))
    // Silence around the voice is no break: of a whole file Praat counts those of the phonation.
    measures[.phonationVoiceBreaks] = .some(report.number("voice_breaks"))
    measures[.degreeOfVoiceBreaks] = .some(report.number("degree_voice_breaks_percent"))
    measures[.meanAutocorrelation] = .some(report.number("mean_autocorrelation"))
    measures[.nhr] = .some(report.number("nhr"))
  }

  /// The ceiling of the formants was chosen by the median of raw cc pitch.
  private mutating func takeFormants(from record: JSONRecord) {
    guard let formants = record.numbersOrNull("formants_mean_hz"), formants.count == 3 else {
      return
    }
    (measures[.f1], measures[.f2], measures[.f3]) = (formants[0], formants[1], formants[2])
  }

  private mutating func takeSpectrum(from record: JSONRecord) {
    measures[.intensityMean] = .some(record.number("intensity_mean_db"))
    measures[.hnrAutocorrelationMean] = .some(record.record("harmonicity_ac")?.number("mean"))
    measures[.cpps] = .some(record.number("cpps"))
    let avqi = record.record("avqi_elements")
    measures[.ltasSlope] = .some(avqi?.number("ltas_slope_db"))
    measures[.ltasTilt] = .some(avqi?.number("ltas_tilt_db"))
  }

  /// A line of `praat_6.1.38.jsonl`, for one pitch method; nil without mono numbers.
  init?(parselmouth record: JSONRecord, method: PitchMethod) {
    guard record.number("channels_in_file") == 1,
      let pitch = record.record("pitch_\(method.rawValue)"),
      let harmonicity = record.record("harmonicity_cc"),
      let perturbation = record.record(
        method == .autocorrelation ? "perturbation_periodic_cc" : "perturbation")
    else { return nil }
    measures = [
      .f0Mean: pitch.number("mean"), .f0Median: pitch.number("median"),
      .f0StandardDeviation: pitch.number("sd"), .f0Minimum: pitch.number("min"),
      .f0Maximum: pitch.number("max"), .hnrMean: harmonicity.number("mean"),
      .hnrStandardDeviation: harmonicity.number("sd"),
    ]
    frames = pitch.count("frames")
    voicedFrames = pitch.count("voiced_frames")
    pulses = perturbation.count("points")
    harmonicityFrames = (harmonicity.count("frames"), harmonicity.count("voiced_frames"))
    takePerturbation(from: perturbation)
    takeSpectrum(from: record)
    if method == .crossCorrelation {
      if let report = record.record("voice_report") { takeVoiceReport(from: report) }
      takeFormants(from: record)
    }
  }

  /// A line of `praat_reference.praat`; nil without mono numbers.
  init?(script record: JSONRecord) {
    guard record.number("channels_in_file") == 1 else { return nil }
    frames = record.count("frames")
    voicedFrames = record.count("voiced_frames")
    pulses = record.count("pulses")
    // Without a voiced frame the script's start values are left in the extremes.
    let hasExtremes = voicedFrames > 0
    measures = [
      .f0Mean: record.number("f0_mean_hz"), .f0Median: record.number("f0_median_hz"),
      .f0StandardDeviation: record.number("f0_sd_hz"),
      .f0Minimum: hasExtremes ? record.number("f0_min_hz") : nil,
      .f0Maximum: hasExtremes ? record.number("f0_max_hz") : nil,
      .hnrMean: record.number("hnr_mean_db"), .hnrStandardDeviation: record.number("hnr_sd_db"),
      .intensityMean: record.number("intensity_mean_db"), .cpps: record.number("cpps_db"),
    ]
    takePerturbation(from: record)
  }
}

extension PraatContour {
  /// A line of `contours_6.1.38.jsonl`, for one pitch method.
  init?(_ record: JSONRecord, method: PitchMethod) {
    guard record.number("channels_in_file") == 1,
      let contours = record.record("contours"),
      let frames = contours.record(method.rawValue)?.numbers("f0")
    else { return nil }
    frequencies = frames
    pulses =
      contours.numbers(method == .autocorrelation ? "pulses_periodic_cc" : "pulses") ?? []
  }
}

/// A JSON object of a file of references.
struct JSONRecord {
  private let members: [String: Any]

  /// The objects of a file with one per line, by the name of their recording.
  static func file(_ url: URL) throws -> [String: JSONRecord] {
    let lines = try String(contentsOf: url, encoding: .utf8).split(whereSeparator: \.isNewline)
    var records: [String: JSONRecord] = [:]
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      guard let members = object as? [String: Any], let name = members["file"] as? String else {
        continue
      }
      records[name] = JSONRecord(members: members)
    }
    return records
  }

  func number(_ key: String) -> Double? { (members[key] as? NSNumber)?.doubleValue }

  func count(_ key: String) -> Int { (members[key] as? NSNumber)?.intValue ?? -1 }

  func numbers(_ key: String) -> [Double]? {
    (members[key] as? [NSNumber])?.map(\.doubleValue)
  }

  func numbersOrNull(_ key: String) -> [Double?]? {
    (members[key] as? [Any])?.map { ($0 as? NSNumber)?.doubleValue }
  }

  func record(_ key: String) -> JSONRecord? {
    (members[key] as? [String: Any]).map { JSONRecord(members: $0) }
  }
}
