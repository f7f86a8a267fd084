import CommandSupport
import VoiceReport
import VoiceTypes

/// The CSV table of `index --format csv`, with one row per pair (RFC 4180, with line feeds). All
/// indices have the same columns; a part of another index is an empty field.
enum IndexTable {
  private static let facts = [
    "index", "vowel", "speech", "state", "error_recording", "error_code", "error_message",
    "vowel_sha256", "speech_sha256", "vowel_quality", "speech_quality", "speech_sounding_s",
    "speech_voiced_s", "vowel_s", "vowel_start_s", "vowel_end_s",
  ]
  private static let comparison = [
    "language", "cut_off", "relation", "pipeline_class", "not_compared_because", "unavailable",
    "notes", "version",
  ]

  /// The header row.
  static var header: String {
    CSV.line(facts + IndexPart.allCases.map(\.rawValue) + ["value"] + comparison)
  }

  /// Returns the row of a document; missing values give empty fields.
  static func row(of document: IndexDocument, _ cells: CSV.Cells) -> String {
    let findings = document.findings
    let values = IndexPart.allCases.map { findings?.parts[$0] } + [findings?.value]
    return CSV.line(
      facts(of: document) + durations(of: findings?.used) + values.map { text($0?.number) }
        + comparison(of: findings) + [
          reasons(of: findings), findings?.notes.joined(separator: "; ") ?? "",
          document.provenance.version,
        ], cells)
  }

  private static func facts(of document: IndexDocument) -> [String] {
    let (vowel, speech) = (document.vowel, document.speech)
    let refusal = document.refusals.first
    return [
      document.index.rawValue, vowel.facts.name, speech.facts.name,
      document.findings == nil ? "refused" : "complete", refusal?.role.rawValue ?? "",
      refusal?.refusal.code.rawValue ?? "", refusal?.refusal.message ?? "",
      vowel.facts.sha256 ?? "", speech.facts.sha256 ?? "", vowel.quality.verdict.rawValue,
      speech.quality.verdict.rawValue,
    ]
  }

  private static func durations(of used: IndexDurations?) -> [String] {
    [
      used?.soundingSpeech.value, used?.voicedSpeech.value, used?.vowel.value,
      used?.vowelSpan?.lowerBound, used?.vowelSpan?.upperBound,
    ].map(text)
  }

  /// Several cut-offs of one language are separated by semicolons.
  private static func comparison(of findings: IndexFindings?) -> [String] {
    guard let findings else { return ["", "", "", "", ""] }
    let cutOffs = findings.comparison.cutOffs
    func joined(_ text: (IndexCutOff) -> String) -> String {
      cutOffs.map(text).joined(separator: ";")
    }
    return [
      cutOffs.first?.language.rawValue ?? "", joined { self.text($0.value) },
      joined { findings.relation(to: $0)?.rawValue ?? "" },
      joined { $0.pipeline.compatibility.rawValue }, findings.comparison.reason ?? "",
    ]
  }

  private static func reasons(of findings: IndexFindings?) -> String {
    guard let findings else { return "" }
    let named =
      IndexPart.allCases.map { ($0.rawValue, findings.parts[$0]) } + [("value", findings.value)]
    return named.compactMap { name, measured in
      measured?.unavailability.map { "\(name)=\($0.code.rawValue)" }
    }.joined(separator: ";")
  }

  private static func text(_ number: Double?) -> String { number.map { $0.description } ?? "" }
}
