// The page of two recordings of one person, before and after, without scripts and external resources.

internal import BaselineService
internal import RealModule
package import VoiceTypes

/// One recording of a comparison.
package struct ComparedRecording: Sendable {
  package let document: ResultsDocument

  /// The recording time from the metadata; nil if unknown.
  package let recordedAt: String?

  /// Waveform and F0, with the axes of both recordings; empty for a document alone.
  package let panels: [Scene]

  /// The WAV file for a player; nil without one.
  package let sound: [UInt8]?

  package init(
    document: ResultsDocument, recordedAt: String? = nil, panels: [Scene] = [],
    sound: [UInt8]? = nil
  ) {
    (self.document, self.recordedAt, self.panels, self.sound) = (
      document, recordedAt, panels, sound
    )
  }
}

/// Renderer of a comparison.
package struct ComparisonPage {
  private let before: ComparedRecording
  private let after: ComparedRecording
  private let language: Language
  private let theme: Theme
  private let paper: Paper?

  /// Creates the renderer.
  /// - Parameter paper: The sheet size; nil for the size of the reader's printer.
  package init(
    of before: ComparedRecording, _ after: ComparedRecording, language: Language, theme: Theme,
    paper: Paper? = nil
  ) {
    (self.before, self.after) = (before, after)
    (self.language, self.theme, self.paper) = (language, theme, paper)
  }

  /// The page as HTML.
  package var html: String {
    let lines: [(Phrase, String)] = [
      (.compareBefore, quality(of: before)), (.compareAfter, quality(of: after)),
      (.summaryChange, summary), (.summaryBasis, language.text(.compareBasis)),
    ]
    let facts = sides.map { (language.text($0.label), self.facts(of: $0.recording)) }
    let others = Measure.allCases.filter { !ReportTexts.leads.contains($0) }
    return HTML.page(
      language.text(.comparePageTitle), language, theme,
      HTML.block("summary", HTML.definitions(lines.map { (language.text($0.0), $0.1) }))
        + HTML.element("p", language.text(.measurementNotice), kind: "quiet")
        + HTML.section(
          language.text(.compareHeading), table(of: ReportTexts.leads) + reasons, kind: "compare")
        + HTML.block("pair", sides.map(side).joined())
        + HTML.block("views", radial)
        + HTML.block(
          "next",
          HTML.element("p", language.text(.compareNotes))
            + HTML.section(language.text(.recordingHeading), HTML.definitions(facts))
            + HTML.section(language.text(.otherNumbersHeading), table(of: others), kind: "compare")),
      paper: paper)
  }

  private var sides: [(label: Phrase, recording: ComparedRecording)] {
    [(.compareBefore, before), (.compareAfter, after)]
  }

  // MARK: - Parts

  private func quality(of recording: ComparedRecording) -> String {
    "\(recording.document.recording.name). "
      + ReportSummary(of: recording.document, .noBaseline, in: language).recording
  }

  /// The lead measures with and without a detectable change and those that are not compared, or the
  /// reason without a comparison.
  private var summary: String {
    let voices = sides.compactMap { _, side in
      side.document.findings?.biomarkers[.f0Mean].number.map {
        SpeakerMismatch.Voice(name: side.document.recording.name, f0: Hertz($0))
      }
    }
    let mismatch = SpeakerMismatch(among: voices).map { language.message(of: $0.fault).asSentence }
    if let refusal { return language.text(refusal) }
    let rows = ReportTexts.leads.compactMap(difference)
    let texts = rows.filter { $0.isDetectable == true }.map { difference in
      let format = difference.format(language)
      let ends = [difference.before, difference.after].map { format.text($0) + format.unit }
      return language.text(
        .compareOne, language.rowName(of: difference.measure), change(of: difference), ends[0],
        ends[1]
      )
    }
    let missing = ReportTexts.leads.filter { measure in
      measure.facts.followed != nil && !rows.contains { $0.measure == measure }
    }
    func names(_ measures: [Measure]) -> [String] { measures.map(language.rowName) }
    return [
      mismatch, language.list(.compareChanged, texts, by: "; "),
      language.list(
        .compareUnchanged, names(rows.filter { $0.isDetectable == false }.map(\.measure))),
      language.list(
        .summaryFlagged, names(rows.filter { $0.isFlagged && $0.smallest != nil }.map(\.measure))),
      language.list(.summaryMissing, names(missing)),
    ].paragraph
  }

  /// The reason against a comparison of the values; nil without one.
  private var refusal: Phrase? {
    let documents = [before.document, after.document]
    guard documents.allSatisfy(\.isUsable) else { return .compareUnusable }
    let provenance = documents.map(\.provenance)
    let isSame =
      provenance[0].settingsSHA256 == provenance[1].settingsSHA256
      && provenance[0].version == provenance[1].version
    return isSame ? nil : .compareSettings
  }

  /// The reasons for measures without a comparison.
  private var reasons: String {
    let reasons = sides.flatMap { label, side in
      (side.document.findings.map { words(of: side).doubtful(of: $0) } ?? [])
        .map { "\(language.text(label)): \($0)" }
    }
    guard refusal == nil, !reasons.isEmpty else { return "" }
    return HTML.element("p", language.text(.compareReasons)) + HTML.list(reasons)
  }

  /// The format, the quality and the measured interval of a recording.
  private func facts(of recording: ComparedRecording) -> String {
    let words = words(of: recording)
    let scope = recording.document.findings.map { words.scope(of: $0).asSentence }
    return [words.recording.isEmpty ? nil : words.recording.asSentence, scope].paragraph
  }

  /// Both recordings in the radial graph of the families; empty without a limit.
  private var radial: String {
    guard refusal == nil else { return "" }
    let visits = sides.map { label, side in
      (language.text(label), ReportContent(document: side.document))
    }
    return RadialFigure.scene(of: visits, language: language)?.part("radial", theme) ?? ""
  }

  private func words(of recording: ComparedRecording) -> ReportTexts {
    ReportTexts(
      of: ReportContent(document: recording.document, recordedAt: recording.recordedAt),
      language: language)
  }

  private func side(_ label: Phrase, _ recording: ComparedRecording) -> String {
    let words = words(of: recording)
    let name = language.text(label)
    let player = recording.sound.map {
      "<audio controls aria-label=\"\(name.markup)\" src=\"data:audio/wav;base64,"
        + "\(Base64.text(of: $0))\"></audio>\n"
    }
    let texts = [words.times] + (recording.document.findings == nil ? words.refusal : [])
    let panels = recording.panels.enumerated().map { $1.part("\(label.rawValue)\($0 + 1)", theme) }
    return HTML.section(
      "\(name): \(recording.document.recording.name)",
      texts.map { HTML.element("p", $0) }.joined() + (player ?? "") + panels.joined())
  }

  // MARK: - Measures

  private func table(of measures: [Measure]) -> String {
    let isLead = measures == ReportTexts.leads
    let rows = measures.compactMap(difference).map { row in
      let format = row.format(language)
      return [
        isLead ? language.rowName(of: row.measure) : language.name(of: row.measure),
        format.text(row.before) + format.unit, format.text(row.after) + format.unit,
        change(of: row), smallest(of: row), verdict(of: row),
      ]
    }
    return HTML.table(
      language.texts([
        .measureColumn, .compareBefore, .compareAfter, .compareChange, .compareSmallest,
        .verdictColumn,
      ]), rows, numbers: [1, 2, 3, 4])
  }

  private func difference(of measure: Measure) -> MeasureDifference? {
    guard let first = before.document.findings, let second = after.document.findings,
      let start = first.biomarkers[measure].number, let end = second.biomarkers[measure].number
    else { return nil }
    let intervals = [first, second].map { $0.uncertainty[measure] }
    let isFlagged = [first, second].contains { $0.biomarkers.flags[measure] != nil }
    return MeasureDifference(
      measure: measure, before: start, after: end, interval: intervals[1],
      smallest: intervals.compactMap { $0?.smallestChange }.last, isFlagged: isFlagged)
  }

  /// Returns the change with its sign: in percent on a logarithmic scale, else in the unit.
  private func change(of row: MeasureDifference) -> String {
    let format = row.format(language)
    if row.smallest?.scale == .logarithmic, row.before > 0 {
      return language.localized("\(NumberFormat.signed(100 * (row.after / row.before - 1), 0)) %")
    }
    let text = format.text(row.after - row.before)
    // A difference of percentages is no relative change.
    let unit = format.unit == " %" ? " \(language.text(.comparePoints))" : format.unit
    return (row.after > row.before && text.contains { $0 != "0" && $0.isNumber } ? "+" : "") + text
      + unit
  }

  private func smallest(of row: MeasureDifference) -> String {
    guard let smallest = row.smallest else { return "–" }
    switch smallest.scale {
    case .decibels:
      return language.localized("±\(NumberFormat.fixed(smallest.recording, 1)) dB")
    case .logarithmic:
      let ends = [1 / smallest.recording, smallest.recording]
        .map { "\(NumberFormat.signed(100 * ($0 - 1), 0)) %" }
      return ends.joined(separator: " / ")
    }
  }

  private func verdict(of row: MeasureDifference) -> String {
    guard refusal == nil, !row.isFlagged else { return language.text(.standingNotCompared) }
    return switch row.isDetectable {
    case nil: "–"
    case false?: language.text(.compareSame)
    case true?: language.text(row.after > row.before ? .compareHigher : .compareLower)
    }
  }
}

/// The values of a measure in two recordings.
private struct MeasureDifference {
  let measure: Measure
  let before: Double
  let after: Double

  /// The interval of the later value; nil if unknown.
  let interval: ConfidenceInterval?

  /// The smallest detectable change between single recordings; nil if unknown.
  let smallest: SmallestChange?

  /// Whether a value needs caution.
  let isFlagged: Bool

  /// Whether the change is at least the smallest detectable one; nil if that is unknown.
  var isDetectable: Bool? {
    guard !isFlagged, let smallest else { return nil }
    switch smallest.scale {
    case .decibels: return (after - before).magnitude >= smallest.recording
    case .logarithmic:
      guard before > 0, after > 0 else { return nil }
      return Double.log(after / before).magnitude >= Double.log(smallest.recording)
    }
  }

  func format(_ language: Language) -> MeasureFormat {
    MeasureFormat(of: after, measure, interval: interval, in: language)
  }
}
