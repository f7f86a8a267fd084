// Re-analysis of archived audio, for verification or for a corrected profile.

package import BaselineService
internal import DSPCore
package import VoiceTypes

/// Archived recording, analysed with the clinical preset.
package struct ArchivedRecording: Sendable {
  private let bytes: [UInt8]
  private let name: String
  private let environment: RunEnvironment

  /// Creates a recording from the bytes of a file.
  /// - Parameter name: Name of the recording in documents.
  package init(_ bytes: [UInt8], named name: String, environment: RunEnvironment) {
    self.bytes = bytes
    self.name = name
    self.environment = environment
  }

  /// First difference between a stored document and a new analysis; nil if equal.
  package func difference(from stored: [UInt8]) -> String? {
    guard let old = try? JSONValue.parse(stored), case .string(let word)? = old["tier"],
      let tier = Tier(rawValue: word)
    else { return "it is not a readable results document" }
    // Serialise and parse, as for the stored document.
    let document = document(tier, like: old)
    guard let new = try? JSONValue.parse(Array(document.json.text(.compact).utf8)) else {
      return "the recording cannot be analysed again"
    }
    return DocumentComparison(of: new, with: old).difference
  }

  /// Analyses the recording with the task, channel, calibration and baseline F0 of a `stored` document.
  package func document(_ tier: Tier, like stored: JSONValue? = nil) -> ResultsDocument {
    document(
      by: VoicePipeline(settings: settings(tier, like: stored), environment: environment),
      like: stored)
  }

  /// Analyses the recording for a profile. `another` means another person and discards the baseline
  /// F0 of the former one.
  package func document(
    _ tier: Tier, like stored: JSONValue? = nil, for profile: UserProfile,
    whoIsAnother another: Bool = false, by assessor: Assessor
  ) -> ResultsDocument {
    var settings = settings(tier, like: stored)
    if another { settings.baselineF0 = nil }
    return document(
      by: VoicePipeline(
        settings: settings, environment: environment, profile: profile, assessor: assessor),
      like: stored)
  }

  /// Clinical settings with task, channel, calibration and baseline F0 of a stored document; a vowel
  /// in the first channel by default.
  private func settings(_ tier: Tier, like stored: JSONValue?) -> AnalysisSettings {
    var settings = AnalysisSettings(preset: .clinical, tier: tier)
    settings.task = stored.flatMap { try? ResultsDocument(json: $0) }?.task ?? .sustainedVowel
    let former = stored?["provenance"]?["settings"]
    if case .int(let channel)? = former?["channel"], channel > 0 { settings.channel = channel }
    switch former?[VoiceAnalyzer.usualF0Choice] {
    case .int(let usual)? where usual > 0: settings.baselineF0 = Hertz(Double(usual))
    case .number(let usual)? where usual > 0: settings.baselineF0 = Hertz(usual)
    default: break
    }
    settings.calibration = former?[VoiceAnalyzer.calibrationChoice]?.finiteNumber.map {
      Decibels($0)
    }
    return settings
  }

  /// Analyses the recording and copies the capture settings of the stored document.
  private func document(by pipeline: VoicePipeline, like stored: JSONValue?) -> ResultsDocument {
    var session = AnalysisSession()
    let capture = (stored?["recording"]?["capture"]).flatMap { try? CaptureFacts(json: $0) }
    return pipeline.document(
      session.document(of: bytes, name: name, by: pipeline), recordedAs: capture)
  }
}
