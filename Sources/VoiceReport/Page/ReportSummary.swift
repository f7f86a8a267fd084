// The first block of a report, the same on pages and in text: use of the recording, values outside
// their reference, change since the baseline, and the basis of the comparison.

internal import BaselineService
internal import VoiceMath
package import VoiceTypes

/// The summary of one recording.
package struct ReportSummary {
  /// A line with its label.
  package struct Line: Sendable, Equatable {
    package let label: String
    package let text: String
  }

  private let document: ResultsDocument
  private let change: BaselineChange
  private let language: Language

  /// Creates the summary of a document.
  package init(of document: ResultsDocument, _ change: BaselineChange, in language: Language) {
    (self.document, self.change, self.language) = (document, change, language)
  }

  /// The lines in reading order.
  package var lines: [Line] {
    let findings = document.findings
    let results: [(Phrase, String)] = [
      (.summaryReference, findings.map(reference) ?? ""),
      (.summaryChange, findings == nil ? "" : changeText),
    ]
    let lines: [(Phrase, String)] =
      [(.summaryRecording, quality)] + (hasChange ? results.reversed() : results)
      + [(.summaryBasis, findings.map(basis) ?? "")]
    return lines.filter { !$0.1.isEmpty }
      .map { Line(label: language.text($0.0), text: $0.1) }
  }

  // MARK: - Recording

  /// The use of the recording, with the signal type and an unresolved octave.
  var recording: String {
    let voice = document.findings.map { [type(of: $0), octaveDoubt(in: $0, isUnusual: false)] }
    return ([quality] + (voice ?? []).compactMap(\.self)).joined(separator: " ")
  }

  private var quality: String {
    if let refusal = document.refusal {
      return language.text(.notMeasured, language.message(of: refusal))
    }
    if document.quality.verdict != .fail, let reason = document.missingF0 {
      return reason.code == .noVoicing
        ? language.text(.summaryNoVoice)
        : language.text(.summaryNoF0, language.text(of: reason).asSentence)
    }
    if document.findings?.assessment?.recording.grade == .retake, document.quality.verdict != .fail
    {
      return language.text(.summaryRetake)
    }
    switch document.quality.verdict {
    case .pass:
      return language.text(document.passPhrases.summary)
    case .unknown: return language.text(.summaryUnknown, names(of: .unknown))
    case .warn: return language.text(.summaryWarn, names(of: .warn))
    case .fail: return ([language.text(.summaryFail)] + failures).joined(separator: " ")
    }
  }

  /// The messages of failed checks, with their advice.
  private var failures: [String] {
    document.quality.countedChecks.filter { $0.verdict == .fail }
      .compactMap { language.text(of: $0)?.asSentence }
  }

  /// Returns the names of the checks with a verdict.
  private func names(of verdict: Verdict) -> String {
    document.quality.countedChecks.filter { $0.verdict == verdict }
      .map { Phrase(rawValue: "check.\($0.id)").map { language.text($0) } ?? $0.id }
      .joined(separator: ", ")
  }

  // MARK: - Reference

  private func reference(of findings: Findings) -> String {
    guard !document.task.isSpeech else { return language.text(.summaryReading) }
    guard document.task == .sustainedVowel else { return oneBreath(in: findings) }
    guard let assessment = findings.assessment else { return language.text(.summaryNoProfile) }
    guard assessment.recording.grade != .retake else {
      return ([language.text(.chartRetake)] + unmet(in: assessment.recording))
        .joined(separator: " ")
    }
    guard assessment.recording.duration.value != nil else {
      let outside = outside(of: compared(in: assessment))
      return
        ([language.text(.summaryNotJudged)]
        + (outside.isEmpty
          ? []
          : [language.text(.summaryOutsideIfVoice, outside.map(\.text).joined(separator: ", "))]))
        .joined(separator: " ")
    }
    let unusual = assessment.measures
      .filter { $0.measure == .f0Mean && $0.standing == .unusualForReference }
    let pitch = unusual.map {
      language.text(.summaryPitch, text(of: $0, $0.decidingRange ?? $0.published))
    }
    let doubt = octaveDoubt(in: findings, isUnusual: !unusual.isEmpty)
    return
      ([doubt].compactMap(\.self) + pitch
      + [
        type(of: findings),
        limits(of: assessment, hasDoubtfulPitch: doubt != nil, isPitchCompared: !pitch.isEmpty),
        withoutComparison(findings), tremor(in: findings), breaks(in: findings),
      ].compactMap(\.self))
      .joined(separator: " ")
  }

  /// Returns the two candidates of F0: those of an unresolved octave, or the ends of a segment with
  /// F0 jumps. An unusual F0 has the candidates of a decided octave also. Nil for an unambiguous F0.
  private func octaveDoubt(in findings: Findings, isUnusual: Bool) -> String? {
    func hertz(_ value: Double) -> String { NumberFormat.short(value, 0) }
    if let candidates = findings.f0Candidates, candidates.decidedBy == nil || isUnusual {
      return language.text(
        .octaveOpen, hertz(candidates.low.value), hertz(candidates.high.value)
      ).asSentence
    }
    guard findings.signalType.sentences.contains(where: { $0.id == EvidenceText.jumps.rawValue }),
      let low = findings.biomarkers[.f0Minimum].number,
      let high = findings.biomarkers[.f0Maximum].number
    else { return nil }
    return language.text(.summaryJump, hertz(low), hertz(high))
  }

  /// Returns the families without a comparison: not measured, or flagged; nil without any.
  private func withoutComparison(_ findings: Findings) -> String? {
    let leads: [(FeatureGroup, Measure)] = [
      (.jitter, .jitterLocal), (.shimmer, .shimmerLocal), (.hnr, .hnrMean), (.cpps, .cpps),
    ]
    let missing = leads.filter { _, measure in
      let code = findings.biomarkers[measure].unavailability?.code
      return code != nil && code != .notInTier && code != .notRequested
    }.map(\.0)
    let flagged = leads.filter { findings.biomarkers.flags[$0.1] != nil }.map(\.0)
    let parts = [(Phrase.summaryMissing, missing), (.summaryFlagged, flagged)]
      .filter { !$0.1.isEmpty }.map { language.text($0.0, names(of: $0.1)) }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// Returns rates and extents of a tremor; nil without one.
  private func tremor(in findings: Findings) -> String? {
    let found = MeasureGroup.tremor.measures.compactMap { measure in
      findings.biomarkers[measure].number.map { number in
        let format = MeasureFormat(of: number, measure, in: language)
        return "\(language.name(of: measure)) \(format.text(number))\(format.unit)"
      }
    }
    return found.isEmpty
      ? nil : language.text(.summaryTremor, found.joined(separator: ", "))
  }

  /// Returns the maximum phonation time, or the reason for its absence.
  private func oneBreath(in findings: Findings) -> String {
    let measure = Measure.maximumPhonationTime
    let found =
      switch findings.biomarkers[measure] {
      case .value(let number):
        MeasureFormat(of: number, measure, in: language).text(number) + " s"
      case .unavailable(let reason): language.text(of: reason)
      }
    return language.text(.summaryOneBreath, language.name(of: measure), found)
  }

  /// Returns the number of voice breaks and their share of the phonation; nil without a break.
  private func breaks(in findings: Findings) -> String? {
    guard let count = findings.biomarkers[.phonationVoiceBreaks].number, count > 0,
      let share = findings.biomarkers[.phonationDegreeOfVoiceBreaks].number
    else { return nil }
    return language.text(
      .summaryBreaks, NumberFormat.short(count, 0), NumberFormat.short(share, 0))
  }

  /// Minimum share of the voice, in percent, for a sentence without the share.
  private static let nearlyAll = 80.0

  /// Returns the compared measures. An unusual F0 has its own sentence.
  private func compared(in assessment: Assessment) -> [MeasureAssessment] {
    assessment.measures.filter {
      $0.standing != .noReference && $0.standing != .unusualForReference && !$0.isPlausibleOnly
        && $0.measure != .f0Median
    }
  }

  /// Returns the values beyond a deciding limit.
  private func outside(
    of compared: [MeasureAssessment]
  ) -> [(measure: Measure, text: String)] {
    compared.compactMap { measure in
      switch measure.standing {
      case .outside: (measure.measure, text(of: measure, measure.decidingRange, .originSample))
      case .outsidePublished:
        (measure.measure, text(of: measure, measure.published, .originPublished))
      case .within, .atEdge, .unusualForReference, .noReference: nil
      }
    }
  }

  /// Returns the values beyond a deciding limit, or the compared measures without any. Values that
  /// depend on a doubtful F0 have a sentence of their own.
  private func limits(
    of assessment: Assessment, hasDoubtfulPitch: Bool, isPitchCompared: Bool
  ) -> String {
    let compared = compared(in: assessment)
    guard !compared.isEmpty else {
      if isPitchCompared { return language.text(.chartNoOther) }
      return language.text(
        assessment.reference.demographic.band == nil ? .summaryNoProfile : .chartNoReference)
    }
    let outside = outside(of: compared)
    guard outside.isEmpty else {
      let isDoubtful = { (measure: Measure) in hasDoubtfulPitch && measure.group == .f0 }
      let groups = [
        (Phrase.summaryOutside, outside.filter { !isDoubtful($0.measure) }),
        (.summaryOutsideIfPitch, outside.filter { isDoubtful($0.measure) }),
      ]
      return groups.filter { !$0.1.isEmpty }
        .map { language.text($0.0, $0.1.map(\.text).joined(separator: ", ")) }
        .joined(separator: " ")
    }
    let edge = compared.filter { $0.standing == .atEdge }
      .map { text(of: $0, $0.decidingRange ?? $0.published) }
    let names = compared.map { language.shortName(of: $0.measure) }
    let beyond = compared.filter { $0.standing == .within && $0.isBeyondPublished }
      .map { text(of: $0, $0.published) }
    let inside = names.joined(separator: ", ")
    return
      ([
        statedShare(of: assessment).map {
          language.text(.summaryInsidePart, inside, NumberFormat.short($0, 0))
        } ?? language.text(.summaryInside, inside)
      ]
      + [(Phrase.summaryEdge, edge), (.summaryBeyond, beyond)].filter { !$0.1.isEmpty }
      .map { language.text($0.0, $0.1.joined(separator: ", ")) })
      .joined(separator: " ")
  }

  /// Returns the share of the voice that the sentence on the limits states: a small one without a
  /// value beyond a limit; nil otherwise.
  private func statedShare(of assessment: Assessment) -> Double? {
    let compared = compared(in: assessment)
    guard !compared.isEmpty, outside(of: compared).isEmpty,
      assessment.recording.duration.value != nil
    else { return nil }
    return assessment.verdict?.judgedPercent.flatMap { $0 < Self.nearlyAll ? $0 : nil }
  }

  /// Returns a value with its limit, and with the origin of the limit.
  private func text(
    of measure: MeasureAssessment, _ limit: AppliedLimit?, _ origin: Phrase? = nil
  ) -> String {
    let format = MeasureFormat(
      of: measure.value, measure.measure, interval: measure.interval, in: language)
    // Enough digits if the value can print as its limit.
    let ends = [limit?.low, limit?.high].compactMap(\.self)
    let value = format.text(measure.value)
    let isNear = ends.contains { ($0 - measure.value).magnitude < 0.01 * $0.magnitude }
    return language.text(
      .summaryValue, language.shortName(of: measure.measure),
      (isNear ? Decimal.short(measure.value, distinctFrom: ends) : value) + format.unit,
      [language.range(of: limit, format), origin.map { language.text($0) }].compactMap(\.self)
        .joined(separator: ", "))
  }

  /// Returns the signal type in words; nil for type 1.
  private func type(of findings: Findings) -> String? {
    guard let type = findings.signalType.type, type > 1 else { return nil }
    return language.text(findings.typePhrase).asSentence
  }

  /// Returns the minimums and the names of the checks that the recording fails.
  private func unmet(in recording: RecordingAssessment) -> [String] {
    let minimums: [(String, JudgedMinimum)] = [
      ("f0_confidence", recording.confidence), ("voiced_ratio", recording.voicedRatio),
      ("voiced_duration", recording.duration),
    ]
    let failed = document.quality.countedChecks.filter { $0.verdict == .fail }
    return minimums.compactMap { name, judged in
      guard judged.verdict == .fail, let value = judged.value else { return nil }
      let unit = judged.unit.isEmpty ? "" : " \(judged.unit)"
      let texts = TextCatalogue.assessments
      return MessageTemplate(texts.text("minimum.not_met", language)).filled(
        with: [
          "property": texts.text("property.\(name)", language),
          "found": NumberFormat.short(value, 2) + unit,
          "needed": NumberFormat.short(judged.warn, 2) + unit,
        ], language
      ).asSentence
    } + (failed.isEmpty ? [] : [language.text(.summaryFailedChecks, names(of: .fail))])
  }

  // MARK: - Change

  /// Whether the newest session exceeds day-to-day variation.
  private var hasChange: Bool {
    guard case .compared(.complete(let findings), _) = change else { return false }
    return !LeadChange.all(.larger, in: findings).isEmpty
  }

  private var changeText: String {
    switch change {
    case .noBaseline: language.text(.summaryNoBaseline)
    case .inBaseline(let sessions) where document.isUsable:
      language.text(.summaryInBaseline, "\(sessions)")
    case .inBaseline: language.text(.summaryNotCompared)
    case .notCompared: language.text(.summaryNotCompared)
    case .compared(.refused(let refusal), _): text(of: refusal)
    case .compared(.complete(let findings), let span): text(of: findings, since: span)
    }
  }

  /// Returns the reason of the recordings, or that of the sessions.
  private func text(of refusal: ComparisonRefusal) -> String {
    let faults = refusal.sessions.flatMap(\.recordings).flatMap(\.faults) + refusal.reasons
    let reason = faults.first.map(language.message) ?? ""
    return language.text(.summaryRefused, reason)
  }

  private func text(
    of findings: ComparisonFindings, since span: BaselineSpan
  ) -> String {
    let mismatch = SpeakerMismatch(
      of: findings, named: document.recording.name, baseline: language.text(.summaryBaselineName))
    let since = [
      mismatch.map { language.message(of: $0.fault).asSentence },
      language.text(
        .summarySince, language.day(span.time), "\(span.sessions)",
        "\(max(1, findings.sessions.last?.session.used.count ?? 1))"),
    ].compactMap(\.self).joined(separator: " ")
    let larger = LeadChange.all(.larger, in: findings)
    guard larger.isEmpty else {
      let confirmed = larger.filter(\.isConfirmed)
      let others = larger.filter { !$0.isConfirmed }
      return ([since] + sentences([(.summaryConfirmed, confirmed), (.summaryNotRepeated, others)]))
        .joined(separator: " ")
    }
    let newest = findings.sessions.last
    if let alert = findings.alerts.first(where: { $0.sessionID == newest?.session.id }) {
      return "\(since) \(language.text(.summaryTogether, names(of: alert.families)))"
    }
    let possible = LeadChange.all(.possible, in: findings)
    guard possible.isEmpty else {
      return ([since] + sentences([(.summaryPossible, possible)])).joined(separator: " ")
    }
    let compared = newest?.measures.filter { $0.isPrimary && $0.reliability != nil } ?? []
    guard !compared.isEmpty else { return language.text(.summaryNothingCompared) }
    return "\(since) \(language.text(.summaryNoChange, names(of: compared.compactMap(\.family))))"
  }

  private func sentences(_ groups: [(Phrase, [LeadChange])]) -> [String] {
    groups.filter { !$0.1.isEmpty }.map { phrase, changes in
      language.text(phrase, changes.map(text).joined(separator: ", "))
    }
  }

  /// Returns the direction, the size, and both values of a change.
  private func text(of change: LeadChange) -> String {
    let measure = change.measure
    let range = measure.reliability.map { ConfidenceInterval(low: $0.low, high: $0.high) }
    let format = MeasureFormat(of: measure.usual, measure.measure, interval: range, in: language)
    let size =
      measure.changeDecibels.map { NumberFormat.fixed($0.magnitude, 1) + " dB" }
      ?? measure.changePercent.map { NumberFormat.fixed($0.magnitude, 0) + " %" } ?? ""
    return language.text(
      measure.value > measure.usual ? .summaryUp : .summaryDown,
      language.shortName(of: measure.measure), size, format.text(measure.usual),
      format.text(measure.value) + format.unit)
  }

  private func names(of families: [FeatureGroup]) -> String {
    families.map { TextCatalogue.comparisons.text("group.\($0.rawValue)", language) }
      .joined(separator: ", ")
  }

  // MARK: - Basis

  /// Returns the reference group, the judged share, the excluded time, and the note on the device.
  private func basis(of findings: Findings) -> String {
    ([group(of: findings.assessment), judged(in: findings)] + [excluded]
      + [findings.assessment.flatMap(deviceNote)])
      .compactMap(\.self).joined(separator: " ")
  }

  private func group(of assessment: Assessment?) -> String? {
    guard let assessment, assessment.recording.grade != .retake, !document.task.isSpeech else {
      return nil
    }
    let limits = assessment.measures.filter { $0.standing != .noReference }
      .compactMap { measure in measure.typical.map { ($0, measure.source ?? "") } }
      .filter { $0.0.basis == .measured }
    let samples = limits.compactMap { WordedText.row("measured_n").values(in: $0.0.label) }
    let counts = samples.compactMap { $0.first.flatMap { Int($0) } }
    let unmeasured = TextCatalogue.notes.text("the_measured_limits_come")
    let caution =
      assessment.reference.cautions.contains(unmeasured)
      ? " " + language.text(written: unmeasured) : ""
    let category: Phrase =
      switch assessment.reference.demographic.category {
      case .feminine: .summaryGroupFeminine
      case .masculine: .summaryGroupMasculine
      case .combined: .summaryGroupCombined
      case nil: .summaryGroupNone
      }
    let pitch =
      category == .summaryGroupNone
      ? language.text(category) : language.text(.summaryPitchGroup, language.text(category))
    guard let least = counts.min(), let most = counts.max(), let devices = samples.last?.last else {
      return pitch
    }
    let ages = limits.first?.1.firstMatch(of: /([0-9]+-[0-9]+) years/)?.1 ?? ""
    return language.text(
      .summaryGroup, least == most ? "\(least)" : "\(least)–\(most)",
      String(ages).replacing("-", with: "–"), language.text(written: devices)) + caution + " "
      + pitch
  }

  /// Returns the analysed segment; nil for a recording without F0.
  private func judged(in findings: Findings) -> String? {
    guard document.missingF0 == nil, document.task.isVowel else { return nil }
    let ends = [findings.segment.start, findings.segment.end].map {
      NumberFormat.fixed($0.value, 2)
    }
    guard let assessment = findings.assessment, assessment.recording.grade != .retake,
      let percent = assessment.verdict?.judgedPercent, statedShare(of: assessment) == nil
    else {
      return language.text(.summarySegment, ends[0], ends[1])
    }
    return language.text(.summaryJudged, NumberFormat.short(percent, 0), ends[0], ends[1])
  }

  /// Returns the excluded seconds by reason, without the ends of every vowel; nil without any.
  private var excluded: String? {
    let parts = document.excludedParts.compactMap { reason, pieces -> String? in
      let seconds = pieces.filter { ![.onset, .offset].contains($0.reason) }
        .reduce(0) { $0 + $1.end.value - $1.start.value }
      guard seconds >= 0.05 else { return nil }
      return
        "\(language.text(reason)) \(language.localized(NumberFormat.fixed(seconds, 1))) s"
    }
    return parts.isEmpty
      ? nil : language.text(.summaryExcluded, parts.joined(separator: ", "))
  }

  private func deviceNote(of assessment: Assessment) -> String? {
    assessment.reference.deviceNote.map(language.text(written:))
  }
}

extension AssessedReference {
  /// The caution about an unknown device, which the summary contains; nil without one.
  var deviceNote: String? { cautions.first(where: Self.isOfDevice) }

  private static func isOfDevice(_ caution: String) -> Bool {
    isOf(["device_assumed", "device_unknown"], caution)
  }

  fileprivate static func isOf(_ keys: [String], _ caution: String) -> Bool {
    keys.contains { WordedText.row($0).values(in: caution) != nil }
  }
}

extension Assessment {
  /// The cautions about the applied limits that the summary does not contain; empty without a
  /// comparison.
  package var cautions: [String] {
    guard recording.grade != .retake else { return [] }
    return reference.cautions.filter {
      !AssessedReference.isOf(
        [
          "device_assumed", "device_unknown", "the_measured_limits_rest",
          "the_measured_limits_rest_on", "the_measured_limits_come",
        ], $0)
    }
  }
}

extension MeasureAssessment {
  /// The result of the comparison in words.
  package var standingPhrase: Phrase { isPlausibleOnly ? .standingPlausible : standing.phrase }

  /// Whether the value is inside a range of plausible values that is no reference.
  fileprivate var isPlausibleOnly: Bool {
    standing == .within && typical?.label == TextCatalogue.notes.text("plausible_range")
  }

  /// Whether the value is beyond its published limit.
  var isBeyondPublished: Bool {
    guard let published else { return false }
    return published.low.map { value < $0 } ?? false || published.high.map { value > $0 } ?? false
  }

  /// The reference range, unless it is given for context only.
  package var decidingRange: AppliedLimit? { typical?.kind == .context ? nil : typical }
}

extension ResultsDocument {
  /// The reason for a missing mean F0; nil if F0 was measured or not requested.
  package var missingF0: Unavailability? {
    guard case .unavailable(let reason)? = findings?.biomarkers[.f0Mean],
      reason.code != .notRequested, reason.code != .notAVowel
    else { return nil }
    return reason
  }

  /// The statements about a recording that passes its checks. Fewer checks than those of the
  /// comprehensive tier are named.
  fileprivate var passPhrases: (summary: Phrase, quality: Phrase) {
    if tier == .quick { return (.summaryQuick, .qualityQuick) }
    let isBasic = provenance.settings["checks"] == .string("basic")
    return isBasic ? (.summaryBasic, .qualityBasic) : (.summaryUsable, .qualityPass)
  }

  /// The excluded parts by the name of their reason.
  package var excludedParts: [(reason: Phrase, pieces: [ExcludedSegment])] {
    let groups = Dictionary(grouping: findings?.segment.excluded ?? []) {
      isEdge($0) ? .reasonEdge : phrase(of: $0.reason)
    }
    return (ExclusionReason.allCases.map(phrase) + [.reasonEdge]).compactMap { reason in
      groups[reason].map { (reason, $0) }
    }
  }

  /// Whether a part without F0 is an edge of the file where the window of the first pass does not fit:
  /// half a window of three longest periods.
  private func isEdge(_ piece: ExcludedSegment) -> Bool {
    guard let findings, piece.reason == .unvoiced else { return false }
    let floor = min(findings.pitchRange.floor.value, PitchRange.wide.floor.value)
    let isAtEnd = piece.start.value == 0 || piece.end == recording.duration
    return isAtEnd && piece.end.value - piece.start.value <= 1.5 / floor
  }

  /// Returns the name of an excluded part. A part without regular voicing is an irregular voice if it
  /// has the level of the voice, else silence or noise. This needs a steady segment and the check
  /// of the signal-to-noise ratio in a recording that passes its checks.
  package func phrase(of reason: ExclusionReason) -> Phrase {
    guard reason == .unvoiced, quality.verdict != .fail, missingF0 == nil,
      let findings, findings.segment.rule == .steady,
      quality.checks.contains(where: { $0.check == .signalToNoise })
    else { return reason.phrase }
    let recording = MeasuredRecording(
      findings: findings, quality: quality, settings: provenance.settings)
    return recording.isRestIrregular ? .summaryIrregular : .summarySilence
  }

  /// Whether the recording is analysed, contains a voice and meets the requirements.
  var isUsable: Bool {
    refusal == nil && quality.verdict != .fail && missingF0 == nil && task == .sustainedVowel
      && findings?.assessment?.recording.grade != .retake
  }

  /// The overall quality for people. A recording without F0 is not usable, also if all its checks
  /// pass.
  package var qualityPhrase: Phrase {
    if quality.verdict != .fail, let reason = missingF0 {
      return reason.code == .noVoicing ? .qualityNoVoice : .qualityNoF0
    }
    return quality.verdict == .pass ? passPhrases.quality : quality.verdict.overall
  }
}
