// Measuring a recording that was kept: to compare with what is stored, or for a person whose answers
// were put right.

package import BaselineService
internal import DSPCore
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

  /// The document of a tier, of the channel that a `stored` document is of and with what was usual for its
  /// person.
  package func document(_ tier: Tier, like stored: JSONValue? = nil) -> ResultsDocument {
    document(
      by: VoicePipeline(settings: settings(tier, like: stored), environment: environment),
      like: stored)
  }

  /// The same for a person; what was usual for the former one is left out where that is `another`.
  package func document(
    _ tier: Tier, like stored: JSONValue? = nil, for profile: UserProfile,
    whoIsAnother another: Bool = false, by assessor: Assessor
  ) -> ResultsDocument {
    var settings = settings(tier, like: stored)
    if another { settings.usualF0 = nil }
    return document(
      by: VoicePipeline(
        settings: settings, environment: environment, profile: profile, assessor: assessor),
      like: stored)
  }

  /// The clinical preset for the channel that a stored document names, the first where it names none, and
  /// the usual F0 that it names.
  private func settings(_ tier: Tier, like stored: JSONValue?) -> AnalysisSettings {
    var settings = AnalysisSettings(preset: .clinical, tier: tier)
    let former = stored?["provenance"]?["settings"]
    if case .int(let channel)? = former?["channel"], channel > 0 { settings.channel = channel }
    switch former?[VoiceAnalyzer.usualF0Choice] {
    case .int(let usual)? where usual > 0: settings.usualF0 = Hertz(Double(usual))
    case .number(let usual)? where usual > 0: settings.usualF0 = Hertz(usual)
    default: break
    }
    return settings
  }

  /// The document by a pipeline, recorded as a stored one says: the sound does not tell.
  private func document(by pipeline: VoicePipeline, like stored: JSONValue?) -> ResultsDocument {
    var analyst = Analyst()
    let capture = (stored?["recording"]?["capture"]).flatMap { try? CaptureFacts(json: $0) }
    return pipeline.document(
      analyst.document(of: bytes, name: name, by: pipeline), recordedAs: capture)
  }
}
