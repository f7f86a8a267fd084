import CommandSupport
import VoiceTypes

/// The CSV table of `avqi --format csv`, with one row per pair (RFC 4180, with line feeds).
enum AVQITable {
  private static let facts = [
    "vowel", "speech", "state", "error_recording", "error_code", "error_message", "vowel_sha256",
    "speech_sha256", "vowel_quality", "speech_quality", "speech_sounding_s", "speech_voiced_s",
    "vowel_s", "vowel_start_s", "vowel_end_s",
  ]
  private static let comparison = [
    "language", "cut_off", "relation", "unclassified_because", "unavailable", "notes", "version",
  ]

  /// The header row.
  static var header: String {
    CSV.line(facts + AVQIPart.allCases.map(\.rawValue) + ["avqi"] + comparison)
  }

  /// Returns the row of a document; missing values give empty fields.
  static func row(of document: AVQIDocument, _ cells: CSV.Cells) -> String {
    let findings = document.findings
    let values = AVQIPart.allCases.map { findings?.parts[$0] } + [findings?.index]
    return CSV.line(
      facts(of: document) + durations(of: findings?.used) + values.map { text($0?.number) }
        + comparison(of: findings) + [
          reasons(of: findings), findings?.notes.joined(separator: "; ") ?? "",
          document.provenance.version,
        ], cells)
  }

  private static func facts(of document: AVQIDocument) -> [String] {
    let (vowel, speech) = (document.vowel, document.speech)
    let refusal = document.refusals.first
    return [
      vowel.facts.name, speech.facts.name, document.findings == nil ? "refused" : "complete",
      refusal?.role.rawValue ?? "", refusal?.refusal.code.rawValue ?? "",
      refusal?.refusal.message ?? "", vowel.facts.sha256 ?? "", speech.facts.sha256 ?? "",
      vowel.quality.verdict.rawValue, speech.quality.verdict.rawValue,
    ]
  }

  private static func durations(of used: AVQIDurations?) -> [String] {
    [
      used?.soundingSpeech.value, used?.voicedSpeech.value, used?.vowel.value,
      used?.vowelSpan?.lowerBound, used?.vowelSpan?.upperBound,
    ].map(text)
  }

  private static func comparison(of findings: AVQIFindings?) -> [String] {
    switch findings?.classification {
    case .against(let cutOff, let relation)?:
      [cutOff.language.rawValue, text(cutOff.value), relation.rawValue, ""]
    case .none(let reason)?: ["", "", "", reason]
    case nil: ["", "", "", ""]
    }
  }

  private static func reasons(of findings: AVQIFindings?) -> String {
    guard let findings else { return "" }
    let named =
      AVQIPart.allCases.map { ($0.rawValue, findings.parts[$0]) } + [
        ("avqi", findings.index)
      ]
    return named.compactMap { name, measured in
      measured?.unavailability.map { "\(name)=\($0.code.rawValue)" }
    }.joined(separator: ";")
  }

  private static func text(_ number: Double?) -> String { number.map { $0.description } ?? "" }
}

extension Delivery {
  /// Renders an AVQI document.
  init(_ document: AVQIDocument, _ format: OutputFormat, _ options: ResultsOptions) {
    status = ExitStatus(of: document)
    messages = document.refusals.map {
      "\($0.role.rawValue) \(document.name(of: $0.role)): \($0.refusal.line)"
    }
    text = format.rendered(document, options)
  }
}

extension OutputFormat {
  /// The text before the first AVQI document.
  var avqiHeader: String {
    switch self {
    case .json, .text: ""
    case .csv: AVQITable.header
    }
  }

  /// Renders an AVQI document, with its final newline.
  func rendered(_ document: AVQIDocument, _ options: ResultsOptions) -> String {
    switch self {
    case .json: document.json.text(options.layout) + "\n"
    case .csv: AVQITable.row(of: document, options.cells)
    case .text: AVQIReport.text(of: document)
    }
  }
}
