// Refused recordings also have rows, so that missing values and reasons are countable.

import CommandSupport
import VoicePipeline
import VoiceTypes

/// The CSV table of `--format long`, with one row per recording and measure.
enum LongTable {
  /// The result status of a measure.
  enum Status: String, CaseIterable {
    case measured
    /// A value with reasons against it.
    case flagged
    case missing
  }

  /// The column names.
  static let columns =
    ["path", "name"] + RecordingManifest.labels + ["sha256", "tier", "state"] + [
      "measure", "value", "unit", "status", "reason", "ci_low", "ci_high", "standing",
    ] + ["duration_s", "sample_rate_hz", "quality", "failed_checks", "signal_type"] + [
      "segment_start_s", "segment_end_s", "pitch_floor_hz", "pitch_ceiling_hz",
    ] + ["preset", "version", "settings_sha256", "warned_checks"] + [
      "smallest_change_recording", "smallest_change_session",
    ]

  static var header: String { CSV.line(columns) }

  /// Returns the rows of a document in measure order; missing values give empty fields.
  static func rows(
    of document: ResultsDocument, _ input: Input, _ cells: CSV.Cells = .guarded
  ) -> String {
    let record = TableRecord(document, input)
    let before =
      [input.path, document.recording.name] + record.labels + [
        document.recording.sha256 ?? "", document.tier.rawValue, record.state,
      ]
    let after =
      record.recordingFields + [
        record.quality, record.failedChecks, record.signalType,
      ] + record.placeFields + [
        document.provenance.preset.rawValue, document.provenance.version,
        document.provenance.settingsSHA256, record.warnedChecks,
      ]
    return Measure.allCases.map {
      CSV.line(
        before + fields(of: $0, in: record) + after + record.smallestChange(of: $0), cells)
    }.joined()
  }

  private static func fields(of measure: Measure, in record: TableRecord) -> [String] {
    let (status, reason) = outcome(of: measure, in: record)
    return [
      measure.rawValue, record.value(of: measure), measure.unit, status.rawValue, reason,
    ] + record.interval(of: measure) + [record.standing(of: measure)]
  }

  private static func outcome(
    of measure: Measure, in record: TableRecord
  ) -> (status: Status, reason: String) {
    guard let findings = record.document.findings else {
      return (.missing, record.document.refusal?.code.rawValue ?? "")
    }
    if let reason = findings.biomarkers[measure].unavailability {
      return (.missing, reason.code.rawValue)
    }
    let flags = findings.biomarkers.flags[measure] ?? []
    return (
      flags.isEmpty ? .measured : .flagged, flags.map(\.code.rawValue).joined(separator: ";")
    )
  }
}
