import CommandSupport
import VoicePipeline
import VoiceTypes

/// The CSV table of `analyze --format csv`, with one row per recording (RFC 4180, with line feeds).
enum CSVTable {
  private static let facts = [
    "name", "tier", "state", "error_code", "error_message", "sha256", "duration_s",
    "sample_rate_hz", "channels", "encoding", "quality", "pitch_floor_hz", "pitch_ceiling_hz",
    "segment_start_s", "segment_end_s", "signal_type",
  ]

  /// Later columns follow the earlier ones, so that column numbers stay stable.
  private static let further =
    ["path"] + RecordingManifest.labels + ["failed_checks", "standings", "settings_sha256"]

  /// The column names.
  static var columns: [String] {
    facts + Measure.allCases.map(\.rawValue) + ["unavailable", "preset", "version", "flags"]
      + further
      + Measure.allCases.flatMap { ["\($0.rawValue).ci_low", "\($0.rawValue).ci_high"] }
      + ["warned_checks"]
  }

  static var header: String { CSV.line(columns) }

  /// Returns the row of a document; missing values give empty fields.
  static func row(
    of document: ResultsDocument, _ input: Input, _ cells: CSV.Cells = .guarded
  ) -> String {
    let record = TableRecord(document, input)
    let findings = document.findings
    return CSV.line(
      factFields(of: record) + Measure.allCases.map(record.value) + [
        codes(of: findings?.biomarkers.unavailable), document.provenance.preset.rawValue,
        document.provenance.version, codes(of: findings?.biomarkers.flagged), input.path,
      ] + record.labels + [
        record.failedChecks, record.standings, document.provenance.settingsSHA256,
      ] + Measure.allCases.flatMap(record.interval) + [record.warnedChecks], cells)
  }

  private static func codes(
    of reasons: [(measure: Measure, reason: Unavailability)]?
  ) -> String {
    (reasons ?? []).map { "\($0.measure.rawValue)=\($0.reason.code.rawValue)" }
      .joined(separator: ";")
  }

  private static func factFields(of record: TableRecord) -> [String] {
    let (document, places) = (record.document, record.placeFields)
    let recording = document.recording
    let start = [
      recording.name, document.tier.rawValue, record.state, document.refusal?.code.rawValue ?? "",
      document.refusal?.message ?? "", recording.sha256 ?? "",
    ]
    let format = [
      recording.channels.map { String($0) } ?? "", recording.encoding?.rawValue ?? "",
      record.quality,
    ]
    let (segment, range) = (Array(places[..<2]), Array(places[2...]))
    return start + record.recordingFields + format + range + segment + [record.signalType]
  }
}
