// Baselines depend only on settings that affect tracked measures. Versions may change other
// settings without ending a baseline.

internal import DSPCore
package import VoiceTypes

/// Settings that affect a tracked measure.
package enum FollowedSettings {
  /// Settings of decoding and of the analysis scope.
  private static let ofAnyAnalysis: Set = [
    "channel", "lost_end", "measures", "praat_version", "preset", "tier",
  ]

  /// Settings of intervals and of short segments; neither is compared.
  package static let ofUncompared: Set = [
    "interval_block_s", "interval_fewest_blocks", "steady_shortest_s",
  ]

  /// Names of these settings in documents.
  package static let names = VoiceAnalyzer.choiceNames(of: Set(ChangeMeasure.all.map(\.measure)))
    .union(ofAnyAnalysis).subtracting(ofUncompared)

  /// Returns the settings that a provenance block contains and that move values.
  package static func named(in provenance: Provenance) -> [String: JSONValue] {
    let moving = names.subtracting(VoiceAnalyzer.eventChoices)
    return provenance.settings.filter { moving.contains($0.key) }
  }
}
