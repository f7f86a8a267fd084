// File format of a measured set: a limits file with one line per limit and distribution, for easy
// diffs.

internal import VoiceMath
internal import VoiceTypes

extension MeasuredLimits {
  private static let note =
    "Measured by this program, of numbers that no gate took back. Percentiles are those of definition "
    + "6 of Hyndman & Fan (1996), where p (n + 1) / 100 lies from 1 to n, with 90 % intervals from the "
    + "ranks of the sample; mean and sd are formed on the scale of the measure, the mean brought back "
    + "to its unit. A typical limit is the 95th percentile, or the 5th; outer limits are placed "
    + "together by the farthest number of each recording (joint), each speaker left out in turn."

  /// JSON text of the file.
  public var text: String {
    guard case .object(let all) = set.json else { return "" }
    let members = all.map { member in
      "  \(JSONValue.string(member.key).text(.compact)): \(Self.lines(of: member.value))"
    }
    return "{\n\(members.joined(separator: ",\n"))\n}\n"
  }

  private static func lines(of value: JSONValue) -> String {
    guard case .array(let elements) = value, !elements.isEmpty else { return value.text(.compact) }
    return "[\n    " + elements.map { $0.text(.compact) }.joined(separator: ",\n    ") + "\n  ]"
  }

  private var set: ReferenceLimits {
    ReferenceLimits(
      version: facts.version, sha256: "", note: Self.note, limits: limits, cautions: cautions,
      minimums: base.minimums, measurement: summary, distributions: distributions,
      joint: joint)
  }

  private var summary: MeasurementSummary {
    let leftOut = MeasuredSpeakers.LeftOut.allCases.map { ($0, sample.leftOut[$0] ?? 0) }
    return MeasurementSummary(
      measuredOn: facts.measuredOn, softwareVersion: facts.provenance.version,
      preset: facts.provenance.preset.rawValue,
      settingsSHA256: facts.provenance.settingsSHA256, manifestSHA256: facts.manifestSHA256,
      recordings: plan.patterns.map(\.text), device: facts.device, codecs: sample.codecs,
      citation: facts.citation, speakers: sample.count,
      leftOut: Dictionary(leftOut, uniquingKeysWith: { first, _ in first }))
  }
}
