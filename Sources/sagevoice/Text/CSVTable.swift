// One row per input, the same columns for every document (RFC 4180, with line feeds).

import VoiceTypes

/// The table behind `--format csv`.
enum CSVTable {
  private static let facts = [
    "name", "tier", "state", "error_code", "error_message", "sha256", "duration_s",
    "sample_rate_hz", "channels", "encoding", "quality", "pitch_floor_hz", "pitch_ceiling_hz",
    "segment_start_s", "segment_end_s", "signal_type",
  ]

  /// The names of the columns.
  static var header: String {
    line(facts + Measure.allCases.map(\.rawValue) + ["unavailable", "preset", "version", "flags"])
  }

  /// The row of a document; an empty field where there is no value.
  static func row(of document: ResultsDocument) -> String {
    let findings = document.findings
    let measures = Measure.allCases.map { measure in
      findings?.biomarkers[measure].number.map { text($0, of: measure) } ?? ""
    }
    return line(
      factFields(of: document) + measures + [
        codes(of: findings?.biomarkers.unavailable), document.provenance.preset.rawValue,
        document.provenance.version, codes(of: findings?.biomarkers.flagged),
      ])
  }

  private static func codes(
    of reasons: [(measure: Measure, reason: Unavailability)]?
  ) -> String {
    (reasons ?? []).map { "\($0.measure.rawValue)=\($0.reason.code.rawValue)" }
      .joined(separator: ";")
  }

  private static func factFields(of document: ResultsDocument) -> [String] {
    let recording = document.recording
    let findings = document.findings
    return [
      recording.name, document.tier.rawValue, findings == nil ? "refused" : "complete",
      document.refusal?.code.rawValue ?? "", document.refusal?.message ?? "",
      recording.sha256 ?? "", text(recording.duration?.value), text(recording.sampleRate?.value),
      recording.channels.map { String($0) } ?? "", recording.encoding?.rawValue ?? "",
      document.quality.verdict.rawValue, text(findings?.pitchRange.floor.value),
      text(findings?.pitchRange.ceiling.value), text(findings?.segment.start.value),
      text(findings?.segment.end.value),
      findings?.signalType.type.map { String($0) } ?? "",
    ]
  }

  private static func text(_ number: Double?) -> String { number.map { $0.description } ?? "" }

  private static func text(_ number: Double, of measure: Measure) -> String {
    let count = measure.isCount ? Int(exactly: number) : nil
    return count.map { String($0) } ?? number.description
  }

  /// A row of fields, quoted where they have to be.
  static func line(_ fields: [String]) -> String {
    fields.map(quoted).joined(separator: ",") + "\n"
  }

  private static func quoted(_ field: String) -> String {
    // By scalar: a comma with an accent on it is another character, and still a comma in a table.
    guard field.unicodeScalars.contains(where: { ",\"\n\r".unicodeScalars.contains($0) }) else {
      return field
    }
    let escaped = field.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined()
    return "\"\(escaped)\""
  }
}
