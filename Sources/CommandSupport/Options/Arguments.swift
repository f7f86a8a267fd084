// How the project's own types are written on a command line.

public import ArgumentParser
public import VoicePipeline
public import VoiceSynthesis
public import VoiceTypes
package import WAVIngest

extension Tier: ExpressibleByArgument {}
extension Preset: ExpressibleByArgument {}
extension Gates: ExpressibleByArgument {}
extension PitchMethod: ExpressibleByArgument {}
extension PraatVersion: ExpressibleByArgument {}

extension SegmentRule: ExpressibleByArgument {
  /// A rule that chooses; a stretch is given by its times.
  public init?(argument: String) {
    guard let rule = SegmentRule(rawValue: argument), rule != .given else { return nil }
    self = rule
  }

  /// The names of those rules.
  public static var allValueStrings: [String] {
    allCases.filter { $0 != .given }.map(\.rawValue)
  }
}

extension Vowel: ExpressibleByArgument {}
extension AVQILanguage: ExpressibleByArgument {}
extension ConsentPurpose: ExpressibleByArgument {}
extension VowelEnds: ExpressibleByArgument {}

extension AudioSource {
  /// A path; `-` is standard input.
  package init(argument: String) { self = argument == "-" ? .standardInput : .path(argument) }
}
