/// Component of the Acoustic Voice Quality Index (AVQI). The raw value is the document key with its
/// unit.
public enum AVQIPart: String, CaseIterable, Sendable {
  /// Smoothed cepstral peak prominence.
  case cpps = "cpps_db"
  /// Harmonics-to-noise ratio of the voice report.
  case harmonicity = "hnr_db"
  /// Shimmer (local).
  case shimmer = "shimmer_local_percent"
  /// Shimmer (local, dB).
  case shimmerDecibels = "shimmer_local_db"
  /// Slope of the long-term average spectrum.
  case slope = "ltas_slope_db"
  /// Slope of the trend line of the long-term average spectrum.
  case tilt = "ltas_tilt_db"
}

/// Version of the AVQI: its formula and its input signal.
public enum AVQIVersion: String, CaseIterable, Sendable {
  /// Barsties & Maryn (2015): voiced speech and vowel of about equal duration.
  case v03_01 = "03.01"
}

/// Language with a published AVQI cut-off. Raw values are ISO 639-1 codes.
public enum AVQILanguage: String, CaseIterable, Sendable {
  case dutch = "nl"
  case japanese = "ja"
  case finnish = "fi"
  case italian = "it"
  case persian = "fa"

  /// The English name of the language.
  public var name: String {
    switch self {
    case .dutch: "Dutch"
    case .japanese: "Japanese"
    case .finnish: "Finnish"
    case .italian: "Italian"
    case .persian: "Persian"
    }
  }
}

/// Published AVQI cut-off for one version and one language.
public struct AVQICutOff: Sendable, Equatable {
  /// AVQI version of the study.
  public let version: AVQIVersion

  /// Language of the speech sample.
  public let language: AVQILanguage

  /// Highest index on the lower side of the cut-off.
  public let value: Double

  /// Source of the cut-off.
  public let citation: String

  /// Creates a cut-off with its source.
  public init(version: AVQIVersion, language: AVQILanguage, value: Double, citation: String) {
    self.version = version
    self.language = language
    self.value = value
    self.citation = citation
  }
}

/// Position of an index relative to a cut-off.
public enum AVQIRelation: String, CaseIterable, Sendable {
  case above
  case atOrBelow = "at_or_below"

  /// Compares `index` with `cutOff`. An index equal to the cut-off is `atOrBelow`.
  public init(of index: Double, to cutOff: AVQICutOff) {
    self = index > cutOff.value ? .above : .atOrBelow
  }

  /// English text of the relation.
  public var words: String {
    switch self {
    case .above: "above"
    case .atOrBelow: "at or below"
    }
  }
}
