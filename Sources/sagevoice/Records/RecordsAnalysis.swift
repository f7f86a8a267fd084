// Measuring a recording that the store kept: to compare with what is stored, or for a person whose
// answers were put right.

import DSPCore
import VoicePipeline
import VoiceTypes
import WAVIngest

/// Analyses of kept recordings.
enum RecordsAnalysis {
  /// The first thing in which a stored document is not what the recording gives; nil for nothing.
  static func difference(from stored: [UInt8], audio: [UInt8]) -> String? {
    guard let old = try? JSONValue.parse(stored), case .string(let word)? = old["tier"],
      let tier = Tier(rawValue: word)
    else { return "it cannot be read" }
    let document = document(of: audio, named: "recording", tier)
    // As it would be read back.
    guard let new = try? JSONValue.parse(Array(document.json.text(.compact).utf8)) else {
      return "it cannot be measured again"
    }
    return DocumentComparison(of: new, with: old).difference
  }

  /// The document of a kept recording.
  static func document(
    of audio: [UInt8], named name: String, _ tier: Tier
  ) -> ResultsDocument {
    document(
      of: audio, named: name,
      by: VoicePipeline(
        settings: AnalysisSettings(preset: .clinical, tier: tier), environment: .system))
  }

  /// The document of a kept recording for a person.
  static func document(
    of audio: [UInt8], named name: String, _ tier: Tier, for profile: UserProfile
  ) throws(CommandFault) -> ResultsDocument {
    document(
      of: audio, named: name,
      by: VoicePipeline(
        settings: AnalysisSettings(preset: .clinical, tier: tier), environment: .system,
        profile: profile, assessor: try LimitsFile.assessor(from: nil)))
  }

  private static func document(
    of audio: [UInt8], named name: String, by pipeline: VoicePipeline
  ) -> ResultsDocument {
    var workspace = AnalysisWorkspace()
    return pipeline.analyze(.bytes(audio, name: name), workspace: &workspace)
  }
}
