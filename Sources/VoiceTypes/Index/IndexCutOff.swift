/// Language of a published cut-off. Raw values are ISO 639-1 codes, with a country if the study is
/// of one.
public enum IndexLanguage: String, CaseIterable, Sendable {
  case dutch = "nl"
  case spanish = "es"
  case german = "de"
  case french = "fr"
  case brazilianPortuguese = "pt-BR"
  case americanEnglish = "en-US"
  case japanese = "ja"
  case korean = "ko"
  case finnish = "fi"
  case italian = "it"
  case persian = "fa"

  /// The English name of the language.
  public var name: String { TextCatalogue.assessments.text("index.language.\(rawValue)") }

  /// Parses a code in any case.
  public init?(code: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue.lowercased() == code.lowercased() })
    else { return nil }
    self = known
  }
}

/// Published cut-off of an index in one language.
public struct IndexCutOff: Sendable, Equatable {
  /// Language of the speech.
  public var language: IndexLanguage

  /// Highest index on the lower side of the cut-off.
  public var value: Double

  /// Source of the cut-off.
  public var citation: String

  /// Recordings and programs of the source; nil in documents `sagevoice/avqi/1`.
  public var study: Study?

  /// Recordings and programs of a study.
  public struct Study: Sendable, Equatable {
    /// Speech of the speakers, in English.
    public var material: String

    /// Number of speakers or recordings.
    public var speakers: Int

    /// Praat release; nil if the read source does not name it.
    public var praat: String?

    /// Sample rate below 44.1 kHz; nil for 44.1 kHz or more.
    public var rate: Hertz?

    /// Fraction of the altered voices above the cut-off, as judged by listeners; nil if not read.
    public var sensitivity: Double?

    /// Fraction of the other voices at or below the cut-off; nil if not read.
    public var specificity: Double?

    /// Creates a study.
    public init(
      material: String, speakers: Int, praat: String?, rate: Hertz? = nil,
      sensitivity: Double? = nil, specificity: Double? = nil
    ) {
      (self.material, self.speakers, self.praat, self.rate) = (material, speakers, praat, rate)
      (self.sensitivity, self.specificity) = (sensitivity, specificity)
    }
  }

  /// Creates a cut-off.
  public init(
    _ language: IndexLanguage, _ value: Double, _ citation: String, study: Study? = nil
  ) {
    (self.language, self.value, self.citation, self.study) = (language, value, citation, study)
  }

  /// Comparison in one English sentence without a full stop.
  public func sentence(_ relation: IndexRelation) -> String {
    let study = study.map { ", \($0.material)" } ?? ""
    return
      "\(relation.words) the published cut-off \(value) (\(language.name)\(study); \(citation))"
  }

  /// Agreement of the study's pipeline with this program, which reproduces Praat 6.1.38.
  public var pipeline: PipelineMatch {
    guard let study else { return .unknown }
    if study.rate != nil { return .otherRate }
    guard let praat = study.praat else { return .unknown }
    let numbers = praat.split(separator: ".").compactMap { Int($0) }
    if numbers == [6, 1, 38] { return .identical }
    return numbers.lexicographicallyPrecedes([6, 2, 15]) ? .earlierRelease : .otherProminence
  }
}

/// Agreement of a published pipeline with this program.
public enum PipelineMatch: String, CaseIterable, Sendable {
  case identical
  /// A release before 6.2.15: the same definitions, compared with 6.1.38 only.
  case earlierRelease = "earlier_release"
  /// A release from 6.2.15 on: another definition of CPPS.
  case otherProminence = "other_cpps_definition"
  /// Recordings without the frequencies of this program's spectra.
  case otherRate = "other_sample_rate"
  /// The read source names no release.
  case unknown

  /// Class of a cut-off.
  public enum Compatibility: String, CaseIterable, Sendable {
    /// The same program and release.
    case identical
    /// The same definitions.
    case compatible
    /// Valid only with the pipeline of its study.
    case conditional
  }

  /// Class of the match.
  public var compatibility: Compatibility {
    switch self {
    case .identical: .identical
    case .earlierRelease: .compatible
    case .otherProminence, .otherRate, .unknown: .conditional
    }
  }
}

/// Position of an index relative to a cut-off.
public enum IndexRelation: String, CaseIterable, Sendable {
  case above
  case atOrBelow = "at_or_below"

  /// Compares `index` with `cutOff`. An index equal to the cut-off is `atOrBelow`.
  public init(of index: Double, to cutOff: IndexCutOff) {
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
