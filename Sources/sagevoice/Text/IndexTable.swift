import CommandSupport
import VoiceReport
import VoiceTypes

/// The CSV table of `index --format csv`, with one row per pair (RFC 4180, with line feeds). All
/// indices have the same columns; a part of another index is an empty field.
enum IndexTable {
  private typealias Column = (name: String, value: @Sendable (IndexDocument) -> String?)

  private static let columns = facts + parts + comparison

  private static let facts: [Column] = [
    ("index", { $0.index.rawValue }), ("vowel", { $0[.vowel].facts.name }),
    ("speech", { $0[.speech].facts.name }),
    ("state", { $0.findings == nil ? "refused" : "complete" }),
    ("error_recording", { $0.refusals.first?.role.rawValue }),
    ("error_code", { $0.refusals.first?.refusal.code.rawValue }),
    ("error_message", { $0.refusals.first?.refusal.message }),
    ("vowel_sha256", { $0[.vowel].facts.sha256 }), ("speech_sha256", { $0[.speech].facts.sha256 }),
    ("vowel_quality", { $0[.vowel].quality.verdict.rawValue }),
    ("speech_quality", { $0[.speech].quality.verdict.rawValue }),
    ("speech_sounding_s", { text($0.findings?.used?.soundingSpeech.value) }),
    ("speech_voiced_s", { text($0.findings?.used?.voicedSpeech.value) }),
    ("vowel_s", { text($0.findings?.used?.vowel.value) }),
    ("vowel_start_s", { text($0.findings?.used?.vowelSpan?.lowerBound) }),
    ("vowel_end_s", { text($0.findings?.used?.vowelSpan?.upperBound) }),
  ]

  private static let parts: [Column] = IndexPart.allCases.map { part in
    (part.rawValue, { text($0.findings?.parts[part]?.number) })
  }

  private static let comparison: [Column] = [
    ("value", { text($0.findings?.value.number) }),
    ("language", { $0.findings?.cutOffs.first?.language.rawValue }),
    ("cut_off", { cutOffs($0) { $1.value.description } }),
    ("relation", { cutOffs($0) { $1.relation(of: $0.value).rawValue } }),
    ("pipeline_class", { cutOffs($0) { $1.pipeline.compatibility.rawValue } }),
    ("not_compared_because", { $0.findings?.notCompared }), ("unavailable", reasons(of:)),
    ("notes", { $0.findings?.notes.joined(separator: "; ") }),
    ("version", { $0.provenance.version }),
  ]

  /// The header row.
  static var header: String { CSV.line(columns.map(\.name)) }

  /// Returns the row of a document; missing values give empty fields.
  static func row(of document: IndexDocument, _ cells: CSV.Cells) -> String {
    CSV.line(columns.map { $0.value(document) ?? "" }, cells)
  }

  /// Several cut-offs of one language are separated by semicolons.
  private static func cutOffs(
    _ document: IndexDocument, _ text: (IndexFindings, IndexCutOff) -> String
  ) -> String? {
    document.findings.map { findings in
      findings.cutOffs.map { text(findings, $0) }.joined(separator: ";")
    }
  }

  private static func reasons(of document: IndexDocument) -> String? {
    document.findings?.reasons.map { "\($0.name)=\($0.reason.code.rawValue)" }
      .joined(separator: ";")
  }

  private static func text(_ number: Double?) -> String? { number?.description }
}
