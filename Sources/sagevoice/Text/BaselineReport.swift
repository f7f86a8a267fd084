// A baseline as a short table for a person.

import BaselineService
import VoiceTypes

/// The report behind `baseline establish --format text` and `baseline show`.
enum BaselineReport {
  private static let nameWidth = 28
  private static let numberWidth = 12
  private static let rangeWidth = 24

  /// The report of a document.
  static func text(of document: BaselineDocument) -> String {
    switch document.outcome {
    case .accepted(let baseline): text(of: baseline, document.notes)
    case .rejected(let rejection): text(of: rejection)
    }
  }

  /// The report of a baseline that was read.
  static func text(of stored: StoredBaseline) -> String {
    text(of: stored.baseline, ["established \(stored.run.establishedAt)"] + stored.notes)
  }

  private static func text(of baseline: VocalBaseline, _ notes: [String]) -> String {
    let heading = [
      "Baseline: \(baseline.status.rawValue)  "
        + "sessions: \(baseline.sessions.count { !$0.used.isEmpty }), "
        + "vowels used: \(baseline.sessions.flatMap(\.used).count)  (\(baseline.context))",
      "",
      TextReport.padded("  measure", nameWidth) + TextReport.padded("usual", numberWidth)
        + TextReport.padded("usual range", rangeWidth) + "sessions",
    ]
    let rows = baseline.measures.map { measure in
      TextReport.padded("  \(measure.name)\(measure.isPrimary ? " *" : "")", nameWidth)
        + TextReport.padded(TextReport.rounded(measure.usual, 3), numberWidth)
        + TextReport.padded(range(of: measure), rangeWidth) + String(measure.sessions)
    }
    let ending =
      [
        "",
        "* speaks for its family. A new session of three vowels within the usual range shows no"
          + " more than day-to-day variation.",
      ]
      + notes.map { "Note: \($0)." } + [TextReport.notice]
    return (heading + rows + sessions(baseline.sessions) + ending)
      .map(RecordsTable.printable).joined(separator: "\n") + "\n"
  }

  private static func text(of rejection: BaselineRejection) -> String {
    let reasons = rejection.reasons.flatMap { reason in
      ["  \(reason.message).", "  What to do: \(reason.advice)."]
    }
    return
      (["No baseline could be made:"] + reasons + sessions(rejection.sessions) + [
        TextReport.notice
      ]).map(RecordsTable.printable).joined(separator: "\n") + "\n"
  }

  private static func range(of measure: BaselineMeasure) -> String {
    guard let variation = measure.variation else { return "not known" }
    return TextReport.range(variation.low, variation.high, of: measure.measure)
  }

  /// The sessions with their recordings, and what is wrong with those.
  static func sessions(_ sessions: [VoiceSession]) -> [String] {
    [""]
      + sessions.flatMap { session in
        [
          "Session \(session.id)  \(session.recordedAt?.text ?? "time not told")  "
            + "usable vowels: \(session.used.count)"
        ]
          + session.recordings.flatMap(lines)
      }
  }

  private static func lines(on recording: SessionRecording) -> [String] {
    let use =
      switch recording.use {
      case .used: "used"
      case .firstOfSession: "left out, as the first of four or more"
      case .unusable: "not used"
      }
    return ["  \(recording.name): \(use)"]
      + (recording.faults + recording.cautions).map { "    \($0.message); \($0.advice)" }
  }
}

extension BaselineMeasure {
  fileprivate var name: String { ChangeMeasure.of(measure)?.name ?? measure.rawValue }
}
