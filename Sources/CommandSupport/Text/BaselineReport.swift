package import BaselineService
package import VoiceTypes

/// The text report of `baseline establish --format text` and `baseline show`.
package enum BaselineReport {
  private static let table = TextTable([.left(28), .left(12), .left(24)])

  /// Returns the report of a new baseline or of its rejection.
  package static func text(of document: BaselineDocument) -> String {
    switch document.outcome {
    case .accepted(let baseline): text(of: baseline, document.notes)
    case .rejected(let rejection): text(of: rejection)
    }
  }

  /// Returns the report of a stored baseline.
  package static func text(of stored: StoredBaseline) -> String {
    text(of: stored.baseline, ["established \(stored.run.establishedAt)"] + stored.notes)
  }

  private static func text(of baseline: VocalBaseline, _ notes: [String]) -> String {
    let summary =
      "Baseline: \(baseline.status.rawValue)  "
      + "sessions: \(baseline.sessions.count { !$0.used.isEmpty }), "
      + "vowels used: \(baseline.sessions.flatMap(\.used).count)  (\(baseline.context))"
    let heading =
      WrappedText.item(summary, indent: "") + [
        "",
        table.line(["  measure", "usual", "usual range", "sessions"]),
      ]
    let rows = baseline.measures.map { measure in
      table.line([
        "  \(measure.name)\(measure.isPrimary ? " *" : "")", NumberText.fixed(measure.usual, 3),
        range(of: measure), String(measure.sessions),
      ])
    }
    let ending =
      [""]
      + WrappedText.item(
        "* speaks for its family. A new session of three vowels within the usual range shows no "
          + "more than day-to-day variation.", indent: "")
      + notes.flatMap { WrappedText.item("Note: \($0).", indent: "") } + [Notice.measurement]
    return (heading + rows + sessions(baseline.sessions) + ending).report
  }

  private static func text(of rejection: BaselineRejection) -> String {
    let reasons = rejection.reasons.flatMap { reason in
      WrappedText.item("\(reason.message).") + WrappedText.item("What to do: \(reason.advice).")
    }
    return
      (["No baseline could be made:"] + reasons + sessions(rejection.sessions) + [
        Notice.measurement
      ]).report
  }

  private static func range(of measure: BaselineMeasure) -> String {
    guard let variation = measure.variation else { return "not known" }
    return NumberText.range(variation.low, variation.high, of: measure.measure)
  }

  /// Returns the sessions with their recordings, faults and cautions.
  package static func sessions(_ sessions: [VoiceSession]) -> [String] {
    [""]
      + sessions.flatMap { session -> [String] in
        let heading =
          "Session \(session.id), \(session.recordedAt?.text ?? "time not told"), "
          + "usable vowels: \(session.used.count)"
        return WrappedText.item(heading, indent: "") + session.recordings.flatMap(lines)
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
      + (recording.faults + recording.cautions).flatMap {
        WrappedText.item("\($0.message); \($0.advice)", indent: "    ")
      }
  }
}

extension BaselineMeasure {
  fileprivate var name: String { ChangeMeasure.of(measure)?.name ?? measure.rawValue }
}
