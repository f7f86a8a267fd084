/// Weighted sum of measures of one sound that is made of speech and of a sustained vowel. A new
/// index is one value in `ConcatenatedIndex+Published.swift`, with its case of ``IndexID``.
public struct ConcatenatedIndex: Sendable {
  /// Identifier in documents and on the command line.
  public let id: IndexID

  /// Name for people, such as `AVQI 03.01`.
  public let name: String

  /// Steps from two recordings to the sound.
  public let preparation: IndexPreparation

  /// Pulses of jitter and shimmer.
  public let pulses: IndexPulses

  /// Weighted sum of the parts.
  public let formula: IndexFormula

  /// Published cut-offs, by language.
  public let cutOffs: [IndexCutOff]

  /// The parts in document order.
  public var parts: [IndexPart] { formula.parts }

  /// The cut-offs of a language, in the order of ``cutOffs``.
  public func cutOffs(in language: IndexLanguage) -> [IndexCutOff] {
    cutOffs.filter { $0.language == language }
  }

  /// The index of its parts; unavailable for the reason of the first unavailable part.
  public func value(of parts: [IndexPart: Measured]) -> Measured { formula.value(of: parts) }
}

/// Part of an index. The raw value is the document key with its unit.
public enum IndexPart: String, CaseIterable, Sendable {
  /// Smoothed cepstral peak prominence.
  case cpps = "cpps_db"
  /// Harmonics-to-noise ratio of the voice report.
  case harmonicity = "hnr_db"
  /// Jitter (local).
  case jitter = "jitter_local_percent"
  /// Glottal-to-noise excitation ratio, bands up to 4500 Hz.
  case gne = "gne"
  /// Ratio of the levels of 0–6 and 6–10 kHz.
  case highFrequencyNoise = "hfno_6000"
  /// Harmonics-to-noise ratio of Dejonckere, 0.5–1.5 kHz.
  case dejonckere = "hnr_d_db"
  /// Level difference of the first two harmonics.
  case firstHarmonics = "h1_h2_db"
  /// Shimmer (local).
  case shimmer = "shimmer_local_percent"
  /// Shimmer (local, dB).
  case shimmerDecibels = "shimmer_local_db"
  /// Standard deviation of the period.
  case periodDeviation = "period_sd_s"
  /// Slope of the long-term average spectrum.
  case slope = "ltas_slope_db"
  /// Slope of the trend line of the long-term average spectrum.
  case tilt = "ltas_tilt_db"
}

/// Steps from two recordings to the sound of an index.
public struct IndexPreparation: Sendable, Equatable {
  /// Sample rate of the sound; nil keeps the rate of both recordings.
  public var rate: Hertz?

  /// Recordings that are high-passed at 34 Hz.
  public var highPassed: Set<IndexRole>

  /// Analysed part of a long vowel.
  public var vowelPart: VowelPart

  /// Three seconds of a vowel.
  public enum VowelPart: String, Sendable {
    case last
    case middle
  }
}

/// Pulses of jitter and shimmer.
public struct IndexPulses: Sendable, Equatable {
  /// Pitch range of the autocorrelation.
  public var range: PitchRange

  /// Limits of the periods.
  public var limits: Limits

  /// Limits of periods in Praat.
  public enum Limits: String, Sendable {
    /// 0.1 … 20 ms.
    case standard
    /// 0.8 periods of the ceiling to 1.25 periods of the floor.
    case voiceReport = "voice_report"
  }
}

/// `factor · (constant + Σ weight · part) + offset`.
public struct IndexFormula: Sendable {
  /// Factor of the sum.
  public var factor: Double

  /// Constant of the sum.
  public var constant: Double

  /// Weight of each part.
  public var weights: [IndexPart: Double]

  /// Addend of the product.
  public var offset = 0.0

  /// The parts in document order.
  public var parts: [IndexPart] { IndexPart.allCases.filter { weights[$0] != nil } }

  /// The index of its parts; unavailable for the reason of the first unavailable part.
  public func value(of parts: [IndexPart: Measured]) -> Measured {
    var sum = constant
    for part in self.parts {
      switch parts[part] {
      case .value(let number): sum += (weights[part] ?? 0) * number
      case .unavailable(let reason): return .unavailable(reason)
      case nil: preconditionFailure("an index has all its parts")
      }
    }
    return Measured(factor * sum + offset)
  }
}

/// Role of a recording in an index.
public enum IndexRole: String, CaseIterable, Sendable {
  case vowel
  case speech
}
