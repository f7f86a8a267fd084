// How the project's own types are written on a command line.

public import ArgumentParser
public import VoicePipeline
public import VoiceSynthesis
public import VoiceTypes
import WAVIngest

extension Tier: ExpressibleByArgument {}
extension Preset: ExpressibleByArgument {}
extension Gates: ExpressibleByArgument {}
extension PitchMethod: ExpressibleByArgument {}
extension PraatVersion: ExpressibleByArgument {}
extension SegmentRule: ExpressibleByArgument {}
extension Vowel: ExpressibleByArgument {}
extension AVQILanguage: ExpressibleByArgument {}
extension ConsentPurpose: ExpressibleByArgument {}
extension VowelEnds: ExpressibleByArgument {}

extension AudioSource {
  /// A path; `-` is standard input.
  init(argument: String) { self = argument == "-" ? .standardInput : .path(argument) }
}
