// Measuring a recording that was kept: to compare with what is stored, or for a person whose answers
// were put right.

package import BaselineService
package import VoiceTypes

/// A kept recording, which is measured by the clinical preset.
package struct KeptRecording: Sendable {
  private let bytes: [UInt8]
  private let name: String
  private let environment: RunEnvironment

  /// The recording of a file.
  /// - Parameter name: How its documents call it.
  package init(_ bytes: [UInt8], named name: String, environment: RunEnvironment) {
    self.bytes = bytes
    self.name = name
    self.environment = environment
  }

  /// The first thing in which a stored document is not what the recording gives; nil for nothing.
  package func difference(from stored: [UInt8]) -> String? {
    guard let old = try? JSONValue.parse(stored), case .string(let word)? = old["tier"],
      let tier = Tier(rawValue: word)
    else { return "it cannot be read" }
    // As it would be read back.
    let document = document(tier, like: old)
    guard let new = try? JSONValue.parse(Array(document.json.text(.compact).utf8)) else {
      return "it cannot be measured again"
    }
    return DocumentComparison(of: new, with: old).difference
  }

  /// The document of a tier, of the channel that a `stored` document is of.
  package func document(_ tier: Tier, like stored: JSONValue? = nil) -> ResultsDocument {
    document(by: VoicePipeline(settings: settings(tier, like: stored), environment: environment))
  }

  /// The same for a person.
  package func document(
    _ tier: Tier, like stored: JSONValue? = nil, for profile: UserProfile, by assessor: Assessor
  ) -> ResultsDocument {
    document(
      by: VoicePipeline(
        settings: settings(tier, like: stored), environment: environment, profile: profile,
        assessor: assessor))
  }

  /// The clinical preset for the channel that a stored document names; the first where it names none.
  private func settings(_ tier: Tier, like stored: JSONValue?) -> AnalysisSettings {
    var settings = AnalysisSettings(preset: .clinical, tier: tier)
    if case .int(let channel)? = stored?["provenance"]?["settings"]?["channel"], channel > 0 {
      settings.channel = channel
    }
    return settings
  }

  private func document(by pipeline: VoicePipeline) -> ResultsDocument {
    var analyst = Analyst()
    return analyst.document(of: bytes, name: name, by: pipeline)
  }
}
