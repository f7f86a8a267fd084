// A family of measures in one place: what it reads, what rules it, its numbers as the document has them,
// and how far these would move in another recording of the same voice.

public import VoiceTypes

/// A family of measures of a voice. One value of it is what was found in one voice.
public protocol Measurer: Sendable {
  /// The measures of the family, in the order of the document.
  static var measures: [Measure] { get }

  /// What it reads of a voice beside the pitch.
  static var materials: Set<Voice.Material> { get }

  /// Every choice that can move its numbers.
  static func choices(in settings: AnalysisSettings) -> [NamedSetting]

  /// Measures a voice of which at least ``materials`` are made.
  init(of voice: Voice, workspace: inout AnalysisWorkspace)

  /// One of ``measures``, in the unit of the document.
  func value(of measure: Measure, in voice: Voice) -> Measured

  /// The intervals of those of ``measures`` that have one, around the values.
  func intervals(in voice: Voice, by bootstrap: BlockBootstrap) -> [Measure: ConfidenceInterval]
}

extension Measurer {
  /// Nothing but the pitch is read.
  public static var materials: Set<Voice.Material> { [] }

  /// No measure has an interval.
  public func intervals(
    in voice: Voice, by bootstrap: BlockBootstrap
  ) -> [Measure: ConfidenceInterval] { [:] }
}

/// A choice behind a number: its name ends in its unit.
public struct NamedSetting: Sendable, Equatable {
  /// What is chosen.
  public enum Value: Sendable, Equatable {
    case number(Double)
    case count(Int)
    case text(String)
  }

  /// The name under which a document states it.
  public let name: String

  /// The choice.
  public let value: Value

  /// A choice by name.
  public init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }

  /// A number, whose name ends in its unit.
  init(_ name: String, _ number: Double) { self.init(name, .number(number)) }
}

/// All families there are.
public enum Measurers {
  /// In the order in which they measure.
  public static let all: [any Measurer.Type] = [
    FundamentalFrequency.self, Jitter.self, Shimmer.self, CrossCorrelationHarmonicity.self,
    IntensityMeasurer.self, SpectralBalance.self, VoiceReport.self,
    AutocorrelationHarmonicity.self, FirstHarmonics.self, SubharmonicRatio.self,
    StabilityScore.self, Tremor.self, ProminenceMeasurer.self, FormantMeasurer.self,
    GlottalToNoiseExcitation.self, Phonation.self,
  ]

  /// Those that have something to measure under `settings`.
  static func wanted(by settings: AnalysisSettings) -> [any Measurer.Type] {
    all.filter { family in
      family.measures.contains { settings.tier.carries($0) && settings.asks(for: $0) }
    }
  }
}

extension Tier {
  /// Whether documents of this tier carry a measure.
  public func carries(_ measure: Measure) -> Bool { self == .comprehensive || measure.isQuick }
}
