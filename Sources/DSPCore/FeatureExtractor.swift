public import VoiceTypes

/// Feature extractor for a group of measures. An instance has the results of one voice.
public protocol FeatureExtractor: Sendable {
  /// The measures of the group, in the order of the document.
  static var measures: [Measure] { get }

  /// The shared intermediates that it reads in addition to the pitch.
  static var intermediates: Set<Voice.Intermediate> { get }

  /// All parameters that affect its results.
  static func choices(in settings: AnalysisSettings) -> [NamedParameter]

  /// Measures a voice that has at least ``intermediates``.
  init(of voice: Voice, workspace: inout AnalysisWorkspace)

  /// The value of one of ``measures``, in the unit of the document.
  func value(of measure: Measure, in voice: Voice) -> Measured

  /// The 95 % half widths of the sampling error of those of ``measures`` that have an interval, in
  /// the unit of the document.
  func samplingHalfWidths(in voice: Voice) -> [Measure: Double]
}

extension FeatureExtractor {
  /// No shared intermediates.
  public static var intermediates: Set<Voice.Intermediate> { [] }

  /// No sampling errors.
  public func samplingHalfWidths(in voice: Voice) -> [Measure: Double] { [:] }
}

/// Analysis parameter; the name of a number ends in its unit.
public struct NamedParameter: Sendable, Equatable {
  /// Parameter value.
  public enum Value: Sendable, Equatable {
    case number(Double)
    case count(Int)
    case text(String)
  }

  /// The name in documents.
  public let name: String

  /// Value of the parameter.
  public let value: Value

  /// Creates a parameter.
  public init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }

  /// Creates a numeric parameter, whose name ends in its unit.
  init(_ name: String, _ number: Double) { self.init(name, .number(number)) }
}

/// Registry of the feature extractors.
public enum FeatureExtractors {
  /// All feature extractors, in the order of execution.
  public static let all: [any FeatureExtractor.Type] = [
    FundamentalFrequency.self, F0Variation.self, Jitter.self, Shimmer.self,
    CrossCorrelationHarmonicity.self,
    IntensityExtractor.self, SpectralBalance.self, VoiceReport.self,
    AutocorrelationHarmonicity.self, FirstHarmonics.self, SubharmonicRatio.self,
    StabilityScore.self, Tremor.self, ProminenceExtractor.self, FormantExtractor.self,
    GlottalToNoiseExcitation.self, Phonation.self, MaximumPhonation.self,
  ]

  /// The feature extractors with a requested measure under `settings`.
  static func wanted(by settings: AnalysisSettings) -> [any FeatureExtractor.Type] {
    all.filter { family in
      family.measures.contains { settings.tier.carries($0) && settings.asks(for: $0) }
    }
  }
}

extension Tier {
  /// Whether documents of this tier include a measure.
  public func carries(_ measure: Measure) -> Bool { self == .comprehensive || measure.isQuick }
}
