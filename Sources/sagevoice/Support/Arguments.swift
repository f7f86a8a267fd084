// How the project's own types are written on a command line.

public import ArgumentParser
public import VoiceSynthesis
public import VoiceTypes
import WAVIngest

extension Tier: ExpressibleByArgument {}
extension Preset: ExpressibleByArgument {}
extension PitchMethod: ExpressibleByArgument {}
extension PraatVersion: ExpressibleByArgument {}
extension SegmentRule: ExpressibleByArgument {}
extension Vowel: ExpressibleByArgument {}
extension AVQILanguage: ExpressibleByArgument {}

extension PitchRange: ExpressibleByArgument {
  /// `LOW:HIGH`, in hertz.
  public init?(argument: String) {
    let ends = argument.split(separator: ":", omittingEmptySubsequences: false)
      .map { Double($0) }
    guard ends.count == 2, let low = ends[0], let high = ends[1] else { return nil }
    self.init(floor: Hertz(low), ceiling: Hertz(high))
  }
}

extension AudioSource {
  /// A path; `-` is standard input.
  init(argument: String) { self = argument == "-" ? .standardInput : .path(argument) }
}
