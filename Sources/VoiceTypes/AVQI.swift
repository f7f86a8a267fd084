// The names of the Acoustic Voice Quality Index: its parts, its version, and the languages of its
// published cut-offs.

/// A part of the index; the raw value is its key in the document and ends in its unit.
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
  /// Slope of its trend line.
  case tilt = "ltas_tilt_db"
}

/// A version of the index: its formula, and what it is measured on.
public enum AVQIVersion: String, CaseIterable, Sendable {
  /// Barsties & Maryn (2015): about as much voiced speech as vowel.
  case v03_01 = "03.01"
}

/// A language for which a cut-off of the index was published; raw values are ISO 639-1.
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

/// A published cut-off: it holds for one version in one language and for nothing else.
public struct AVQICutOff: Sendable, Equatable {
  /// The version that it was found with.
  public let version: AVQIVersion

  /// The language that was spoken.
  public let language: AVQILanguage

  /// The index up to which voices lie on one side.
  public let value: Double

  /// Where it was published.
  public let citation: String

  /// A cut-off as its authors published it.
  public init(version: AVQIVersion, language: AVQILanguage, value: Double, citation: String) {
    self.version = version
    self.language = language
    self.value = value
    self.citation = citation
  }
}

/// On which side of a cut-off an index lies.
public enum AVQIRelation: String, CaseIterable, Sendable {
  case above
  case atOrBelow = "at_or_below"

  /// The side of `index`.
  public init(of index: Double, to cutOff: AVQICutOff) {
    self = index > cutOff.value ? .above : .atOrBelow
  }

  /// The relation in words.
  public var words: String {
    switch self {
    case .above: "above"
    case .atOrBelow: "at or below"
    }
  }
}
