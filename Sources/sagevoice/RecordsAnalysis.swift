// Measuring a recording that the store kept: to compare with what is stored, or for a person whose
// answers were put right.

import DSPCore
import RecordStore
import VoicePipeline
import VoiceTypes
import WAVIngest

/// Analyses of kept recordings.
enum RecordsAnalysis {
  /// Members that differ from run to run, or rest on more than the recording.
  private static let passedOver: Set<String> = [
    "analysis_id", "run", "assessment", "provenance", "recording",
  ]

  /// The first thing in which a stored document is not what the recording gives; nil for nothing.
  ///
  /// Measures, quality, segment and reasons are compared. The assessment is not: it rests on the
  /// limits and the baseline of its time.
  static func difference(from stored: [UInt8], audio: [UInt8]) -> String? {
    guard let old = try? JSONValue.parse(stored), case .string(let word)? = old["tier"],
      let tier = Tier(rawValue: word)
    else { return "it cannot be read" }
    let document = document(of: audio, named: "recording", tier)
    // As it would be read back.
    guard let new = try? JSONValue.parse(Array(document.json.text(.compact).utf8)) else {
      return "it cannot be measured again"
    }
    if old["provenance"]?["settings_sha256"] != new["provenance"]?["settings_sha256"] {
      return "it was made with other settings than this version has, and cannot be compared"
    }
    let versions = [old, new].map { $0["provenance"]?["version"]?.excerpt ?? "none" }
    let comparison = Comparison(tolerance: versions[0] == versions[1] ? 0 : versionTolerance)
    return comparison.difference(compared(old), compared(new), at: "").map { found in
      return "\(found) (by version \(versions[0]), now \(versions[1]))"
    }
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

  // MARK: - Comparing

  private static func compared(_ document: JSONValue) -> JSONValue {
    guard case .object(let members) = document else { return document }
    return .object(members.filter { !passedOver.contains($0.key) })
  }

  /// How far numbers of two versions may be apart, relative to the larger: a sum in another order
  /// moves the last digits, and nothing that anybody reads. One version repeats to the bit.
  private static let versionTolerance = 1e-9

  /// The comparison of two documents.
  private struct Comparison {
    let tolerance: Double

    /// The first difference, in words; nil for none.
    func difference(_ old: JSONValue, _ new: JSONValue, at path: String) -> String? {
      guard old != new, !isNear(old, new) else { return nil }
      switch (old, new) {
      case (.object(let former), .object(let latter)) where former.map(\.key) == latter.map(\.key):
        return zip(former, latter).lazy.compactMap { pair in
          let (key, value) = (pair.0.key, pair.0.value)
          return difference(value, pair.1.value, at: path.isEmpty ? key : "\(path).\(key)")
        }.first
      case (.array(let former), .array(let latter)) where former.count == latter.count:
        return former.indices.lazy.compactMap { index in
          difference(former[index], latter[index], at: "\(path)[\(index)]")
        }.first
      default:
        let place = path.isEmpty ? "the document" : path
        return "\(place) is \(old.excerpt) and comes out as \(new.excerpt)"
      }
    }

    private func isNear(_ old: JSONValue, _ new: JSONValue) -> Bool {
      guard let first = number(old), let second = number(new) else { return false }
      return abs(first - second) <= tolerance * max(abs(first), abs(second))
    }

    private func number(_ value: JSONValue) -> Double? {
      switch value {
      case .int(let number): Double(number)
      case .number(let number): number
      default: nil
      }
    }
  }
}
