package import VoiceReport
package import VoiceTypes

package enum MeasureNaming: Sendable {
  /// Display names.
  case names
  /// Keys of the results document.
  case keys

  /// The units that fit the names.
  package var scale: MeasureFormat.Scale { self == .keys ? .document : .readable }

  package func text(_ measure: Measure) -> String {
    switch self {
    case .names: Language.ofText.name(of: measure)
    case .keys: measure.rawValue
    }
  }

  /// Returns the name of a group, or its key.
  package func text(_ group: MeasureGroup) -> String {
    guard self == .names else { return group.rawValue }
    return commandText("group.\(group.rawValue)")
  }
}
