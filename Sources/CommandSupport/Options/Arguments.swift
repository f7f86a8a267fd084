// Command line notation of the project's types.

public import ArgumentParser
public import VoicePipeline
public import VoiceSynthesis
public import VoiceTypes
package import WAVIngest

extension Tier: ExpressibleByArgument {}
extension Preset: ExpressibleByArgument {}
extension RecordingTask: ExpressibleByArgument {}
extension SuppressionMode: ExpressibleByArgument {}
extension CheckScope: ExpressibleByArgument {}
extension PitchMethod: ExpressibleByArgument {}
extension PraatVersion: ExpressibleByArgument {}

extension SegmentRule: ExpressibleByArgument {
  /// Parses a selection rule. `given` is not valid, because options supply its times.
  public init?(argument: String) {
    guard let rule = SegmentRule(rawValue: argument), rule != .given else { return nil }
    self = rule
  }

  /// The names of the selection rules.
  public static var allValueStrings: [String] { allCases.filter { $0 != .given }.map(\.rawValue) }
}

extension Vowel: ExpressibleByArgument {}
extension IndexLanguage: ExpressibleByArgument {
  /// Parses a code in any case.
  package init?(argument: String) { self.init(code: argument) }
}
extension ConcatenatedIndex: ExpressibleByArgument {
  /// Parses the name of an index.
  package init?(argument: String) {
    guard let known = Self.allCases.first(where: { $0.argument == argument }) else { return nil }
    self = known
  }

  /// The names of the indices.
  package static var allValueStrings: [String] { allCases.map(\.argument) }
}
extension ConsentPurpose: ExpressibleByArgument {}
extension VowelEnds: ExpressibleByArgument {}

extension AudioSource {
  package init(argument: String) { self = argument == "-" ? .standardInput : .path(argument) }
}
