// The settings that a baseline rests on: those that can move a followed measure. Settings of other measures come
// and go with versions, and no baseline ends by that.

internal import DSPCore
package import VoiceTypes

/// The settings that can move a measure that is followed.
package enum FollowedSettings {
  /// How a recording is read, and how much of it is measured.
  private static let ofAnyAnalysis: Set = [
    "channel", "lost_end", "measures", "praat_version", "preset", "tier",
  ]

  /// Their names in documents.
  package static let names = VoiceAnalyzer.choiceNames(of: Set(ChangeMeasure.all.map(\.measure)))
    .union(ofAnyAnalysis)

  /// Those that a document names.
  package static func named(in provenance: Provenance) -> [String: JSONValue] {
    provenance.settings.filter { names.contains($0.key) }
  }
}
