import ArgumentParser
import CommandSupport
import VoiceTypes

/// Measures by key or group (`--measures`).
struct MeasureList {
  /// The selected measures; never empty.
  let measures: Set<Measure>

  /// Parses comma-separated keys and groups. An unknown name is a usage error.
  init(argument: String) throws {
    let names = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    measures = try names.reduce(into: []) { $0.formUnion(try Self.measures(named: $1)) }
  }

  private static func measures(named name: String) throws -> Set<Measure> {
    let measures = Measure(rawValue: name).map { [$0] } ?? MeasureGroup(rawValue: name)?.measures
    guard let measures else {
      throw ValidationError(
        "'\(name)' is neither a measure nor a group of measures. The groups are "
          + "\(MeasureGroup.allCases.map(\.rawValue).joined(separator: ", ")); 'sagevoice explain' lists the measures."
      )
    }
    return Set(measures)
  }
}
