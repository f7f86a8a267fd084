// One document compared with one line of Praat's numbers.

import TestSupport
import VoiceTypes

/// Permitted deviations from Praat.
enum Tolerance {
  /// Praat's own optimiser leaves about 1e-7 of slack in a frame's F0.
  static let f0 = 1e-6
  /// A standard deviation is a difference of squares of F0.
  static let f0StandardDeviation = 1e-5
  /// Pulses depend on F0 through rounded indices only, so these agree or differ grossly.
  static let perturbation = 1e-8
  static let harmonicity = 1e-6
  /// Contours are rounded to 1e-4 Hz; half of it is added to the tolerance of a high voice.
  static let frameHertz = 2e-4
  /// Where Praat's F0 slack moves a pulse at all, it does so by about this much.
  static let pulseSeconds = 1e-8

  static let cpps = 1e-7
  static let formants = 1e-6
  static let intensityDecibels = 1e-7
  static let spectrumDecibels = 1e-6
  /// A recording of exactly 2¹⁹ samples: nothing is padded, so that the filtered bins below 34 Hz
  /// hold nothing but the rounding of the transform, at −280 dB, and the trend line runs through
  /// them. The digits of that rounding cannot be had again.
  static let unpaddedTilt = (name: "coswara_09_a.wav", decibels: 0.01)

  /// Recordings with 0.1 to 1.7 s of digital silence in a row. A frame of silence holds nothing but
  /// the rounding of the resampling, whose logarithm the cepstrum takes: Praat 6.1.38 itself moves
  /// by up to 6e-5 when the input is multiplied by 1.1, 0.9 or 0.7, which should change nothing.
  static let digitalSilence: Set = [
    "commonvoice_en_41923362.wav", "coswara_09_a.wav", "coswara_10_a.wav", "coswara_14_a.wav",
    "coswara_15_o.wav", "coswara_16_a.wav", "coswara_32_a.wav", "coswara_39_a.wav",
    "coswara_43_a.wav", "coswara_47_a.wav",
  ]
  static let cppsInDigitalSilence = 1e-4
  /// The same for F1 of two recordings with 82 ms of digital silence. Scaled by 0.5 to 1.3, Praat
  /// 6.1.38 moves by up to 3.5e-6 in the first and 1.2e-6 in the second. FFTW on another processor
  /// moves the second by 2.4e-6.
  static let formantsInDigitalSilence = (
    names: ["ingest_pcm-24bit.wav", "ingest_float-32bit.wav"] as Set, relative: 1e-5
  )

  /// The tolerance of a measure, relative; nil where it is absolute.
  static func relative(_ measure: Measure) -> Double? {
    switch measure.group {
    case .f0: measure == .f0StandardDeviation ? f0StandardDeviation : f0
    case .jitter, .shimmer: perturbation
    case .hnr: harmonicity
    case .formants: formants
    case .stability, .voiceQuality, .tremor, .phonation: measure == .cpps ? cpps : nil
    }
  }

  /// The tolerance of a measure in its own unit. Of the voice report it is half of the last digit
  /// that Praat prints.
  static func absolute(_ measure: Measure, _ name: String, _ expected: Double) -> Double {
    switch measure {
    case .cpps where digitalSilence.contains(name): cppsInDigitalSilence * expected.magnitude
    case .f1 where formantsInDigitalSilence.names.contains(name):
      formantsInDigitalSilence.relative * expected.magnitude
    case .intensityMean: intensityDecibels
    case .ltasTilt where name == unpaddedTilt.name: unpaddedTilt.decibels
    case .ltasSlope, .ltasTilt: spectrumDecibels
    case .unvoicedFraction: 0.000_005_1
    case .degreeOfVoiceBreaks, .phonationDegreeOfVoiceBreaks: 0.000_51
    case .meanAutocorrelation, .nhr: 5.1e-7
    case .meanPeriod: 5.1e-10
    case .pulses, .periods, .voiceBreaks, .phonationVoiceBreaks: 0
    default: relative(measure).map { $0 * expected.magnitude } ?? 0
    }
  }
}

/// Collects the differences and the largest deviation of every measure.
struct Comparison {
  private(set) var faults: [String] = []
  private(set) var worst: [Measure: WorstDeviation] = [:]
  private(set) var worstFrame = WorstDeviation()
  private(set) var worstPulse = WorstDeviation()
  private(set) var counts = ComparedCounts()

  /// Compares the findings on one recording.
  mutating func take(_ findings: Findings, _ recording: ReferenceRecording) {
    counts.recordings += 1
    compareCounts(findings, recording)
    for measure in Measure.allCases {
      guard let expected = recording.praat.measures[measure] else { continue }
      compare(findings.biomarkers[measure].number, expected, measure, recording.name)
    }
    compareBroken(findings, recording)
    if let contour = recording.contour, let contours = findings.contours {
      compareFrames(contours, contour, recording.name)
      comparePulses(contours.pulses, contour.pulses, recording.name)
    }
  }

  /// The degree of the phonation is Praat's once it is of all of the recording.
  private mutating func compareBroken(_ findings: Findings, _ recording: ReferenceRecording) {
    guard let expected = recording.praat.measures[.degreeOfVoiceBreaks] else { return }
    let biomarkers = findings.biomarkers
    let found = biomarkers[.phonationDuration].number.flatMap { duration in
      biomarkers[.phonationDegreeOfVoiceBreaks].number.map {
        $0 * duration / findings.segment.end.value
      }
    }
    compare(found, expected, .phonationDegreeOfVoiceBreaks, recording.name)
  }

  private mutating func compare(
    _ found: Double?, _ expected: Double?, _ measure: Measure, _ name: String
  ) {
    guard let found, let expected else {
      if (found == nil) != (expected == nil) {
        faults.append("\(name): \(measure.rawValue) is \(text(found)), Praat \(text(expected))")
      }
      return
    }
    let deviation = (found - expected).magnitude
    if Tolerance.relative(measure) != nil {
      worst[measure, default: WorstDeviation()].noteRelative(found, to: expected, at: name)
    } else {
      worst[measure, default: WorstDeviation()].note(deviation, at: name)
    }
    guard deviation <= Tolerance.absolute(measure, name, expected) else {
      faults.append("\(name): \(measure.rawValue) is \(found), Praat \(expected)")
      return
    }
  }

  private mutating func compareCounts(_ findings: Findings, _ recording: ReferenceRecording) {
    guard let contours = findings.contours else {
      faults.append("\(recording.name): no contours")
      return
    }
    let praat = recording.praat
    var counts = [
      ("frames", contours.f0.count, praat.frames),
      ("voiced frames", contours.f0.count { $0.frequency != nil }, praat.voicedFrames),
      ("pulses", contours.pulses.count, praat.pulses),
    ]
    if let harmonicity = praat.harmonicityFrames {
      let values = contours.harmonicity.count { $0 != nil }
      counts.append(("harmonicity frames", contours.harmonicity.count, harmonicity.all))
      counts.append(("harmonicity values", values, harmonicity.withValue))
    }
    for (what, found, expected) in counts where found != expected {
      faults.append("\(recording.name): \(found) \(what), Praat \(expected)")
    }
  }

  private mutating func compareFrames(
    _ contours: Contours, _ praat: PraatContour, _ name: String
  ) {
    for (index, (point, expected)) in zip(contours.f0, praat.frequencies).enumerated() {
      counts.frames += 1
      let found = point.frequency ?? 0
      if (found > 0) != (expected > 0) {
        faults.append("\(name): frame \(index) is \(found) Hz, Praat \(expected) Hz")
      } else {
        worstFrame.note((found - expected).magnitude, at: "\(name), frame \(index)")
      }
    }
  }

  private mutating func comparePulses(_ found: [Double], _ expected: [Double], _ name: String) {
    for (index, (pulse, reference)) in zip(found, expected).enumerated() {
      counts.pulses += 1
      worstPulse.note((pulse - reference).magnitude, at: "\(name), pulse \(index)")
    }
  }

  private func text(_ number: Double?) -> String { number.map { "\($0)" } ?? "undefined" }

  /// The table of worst deviations.
  func table(title: String) -> String {
    let rows = Measure.allCases.compactMap { measure in
      worst[measure].map { "\(measure.rawValue)\t\(scientific($0.value))\t\($0.place)" }
    }
    return """
      \(title): \(counts.recordings) recordings
      \(rows.joined(separator: "\n"))
      F0 of \(counts.frames) frames\t\(scientific(worstFrame.value)) Hz\t\(worstFrame.place)
      times of \(counts.pulses) pulses\t\(scientific(worstPulse.value)) s\t\(worstPulse.place)
      """
  }

  private func scientific(_ value: Double) -> String {
    guard value > 0, value.isFinite else { return "\(value)" }
    var mantissa = value
    var exponent = 0
    while mantissa < 1 { (mantissa, exponent) = (mantissa * 10, exponent - 1) }
    while mantissa >= 10 { (mantissa, exponent) = (mantissa / 10, exponent + 1) }
    return "\((mantissa * 10).rounded() / 10)e\(exponent)"
  }
}
