package import BaselineService
import VoiceReport
package import VoiceTypes

/// The text report of `baseline establish --format text` and `baseline show`.
package enum BaselineReport {
  private static let table = TextTable([.left(33), .left(12), .left(24)])

  package static func text(of document: BaselineDocument) -> String {
    switch document.outcome {
    case .accepted(let baseline): text(of: baseline, document.notes)
    case .rejected(let rejection): text(of: rejection)
    }
  }

  package static func text(of stored: StoredBaseline) -> String {
    let time = LocalTime.text(of: stored.run.establishedAt) ?? stored.run.establishedAt
    return text(of: stored.baseline, stored.notes, created: time)
  }

  private static func text(
    of baseline: VocalBaseline, _ notes: [String], created: String? = nil
  ) -> String {
    let used = baseline.sessions.count { !$0.used.isEmpty }
    let vowels = baseline.sessions.flatMap(\.used).count
    let isUsual = baseline.context == BaselineEstablishment.usualContext
    let context = isUsual ? "" : commandText("baseline.context", ["context": baseline.context])
    let summary = commandText(
      "baseline.summary",
      [
        "status": commandText("status.\(baseline.status.rawValue)"), "sessions": "\(used)",
        "vowels": "\(vowels)", "context": context,
      ])
    let head = table.line(
      ["measure", "mean", "range", "sessions"].enumerated().map {
        ($0 == 0 ? "  " : "") + commandText("column.\($1)")
      })
    let heading =
      WrappedText.item(summary.prefix(1).uppercased() + summary.dropFirst(), indent: "")
      + (created.map { [commandText("baseline.created", ["time": $0])] } ?? []) + ["", head]
    let rows = baseline.measures.map { measure in
      table.line([
        "  \(measure.name)\(measure.isPrimary ? " *" : "")",
        mean(of: measure), range(of: measure), String(measure.sessions),
      ])
    }
    let ending =
      [""] + WrappedText.item(commandText("baseline.lead_measure"), indent: "")
      + self.notes(notes) + [Notice.measurement]
    return (heading + rows + sessions(baseline.sessions) + ending).report
  }

  private static func text(of rejection: BaselineRejection) -> String {
    let reasons = rejection.reasons.flatMap { reason in
      WrappedText.item(sentences(on: reason))
    }
    return
      ([commandText("baseline.none")] + reasons + sessions(rejection.sessions) + [
        Notice.measurement
      ]).report
  }

  package static func notes(_ notes: [String]) -> [String] {
    notes.flatMap { WrappedText.item(commandText("note", ["text": $0]), indent: "") }
  }

  private static func mean(of measure: BaselineMeasure) -> String {
    let format = format(of: measure)
    return format.text(measure.usual) + format.unit
  }

  private static func range(of measure: BaselineMeasure) -> String {
    guard let range = measure.range else { return commandText("unknown") }
    let format = format(of: measure)
    return format.text(range) + format.unit
  }

  private static func format(of measure: BaselineMeasure) -> MeasureFormat {
    MeasureFormat(of: measure.usual, measure.measure, interval: measure.range)
  }

  /// Returns a fault and its advice with options as two sentences.
  package static func sentences(on fault: BaselineFault) -> String {
    sentences(fault.message, fault.adviceWithOptions)
  }

  /// Returns a finding and its advice as two sentences.
  package static func sentences(_ finding: String, _ advice: String) -> String {
    [finding, advice].filter { !$0.isEmpty }.map(sentence).joined(separator: " ")
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
  }

  /// Returns the sessions with their recordings, faults and cautions.
  package static func sessions(_ sessions: [VoiceSession]) -> [String] {
    let common = commonCautions(of: sessions.flatMap(\.recordings))
    let about = common.flatMap { WrappedText.item(sentences(on: $0)) }
    return (about.isEmpty ? [] : ["", commandText("session.all")] + about) + [""]
      + sessions.flatMap { session -> [String] in
        let time = session.recordedAt.map { LocalTime.text(of: $0.text) ?? $0.text }
        let heading = commandText(
          "session",
          [
            "session": session.id, "time": time ?? commandText("date_unknown"),
            "vowels": "\(session.used.count)",
          ])
        return WrappedText.item(heading, indent: "")
          + session.recordings.flatMap { lines(on: $0, except: common) }
      }
  }

  /// Returns the cautions that all recordings share; none of a single recording.
  private static func commonCautions(of recordings: [SessionRecording]) -> [BaselineFault] {
    guard let first = recordings.first, recordings.count > 1 else { return [] }
    return first.cautions.filter { caution in
      recordings.allSatisfy { $0.cautions.contains(caution) }
    }
  }

  private static func lines(
    on recording: SessionRecording, except common: [BaselineFault]
  ) -> [String] {
    let use = commandText("use.\(recording.use.rawValue)")
    let cautions = recording.cautions.filter { !common.contains($0) }
    return ["  \(recording.name): \(use)"]
      + (recording.faults + cautions).flatMap {
        WrappedText.item(sentences(on: $0), indent: "    ")
      }
  }
}

extension BaselineMeasure {
  fileprivate var name: String { ChangeMeasure.of(measure)?.name ?? measure.rawValue }

  /// The personal range; nil if the variation is unknown.
  fileprivate var range: ConfidenceInterval? {
    variation.map { ConfidenceInterval(low: $0.low, high: $0.high) }
  }
}
