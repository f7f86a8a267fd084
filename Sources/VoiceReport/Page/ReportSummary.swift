// The first block of a report, the same on pages and in text: use of the recording, values outside
// their reference, change since the baseline, and the basis of the comparison.

internal import BaselineService
internal import VoiceMath
package import VoiceTypes

/// The summary of one recording.
package struct ReportSummary {
  private let document: ResultsDocument
  private let change: BaselineChange
  private let language: Language

  package init(of document: ResultsDocument, _ change: BaselineChange, in language: Language) {
    (self.document, self.change, self.language) = (document, change, language)
  }

  /// The lines in reading order.
  package var lines: [(label: String, text: String)] {
    let findings = document.findings
    let results: [(Phrase, String)] = [
      (.summaryReference, findings.map(reference) ?? ""),
      (.summaryChange, findings == nil ? "" : changeText),
    ]
    let lines: [(Phrase, String)] =
      [(.summaryRecording, quality)] + (hasChange ? results.reversed() : results)
      + [(.summaryBasis, findings.map(basis) ?? "")]
    return lines.filter { !$0.1.isEmpty }.map { (language.text($0.0), $0.1) }
  }

  // MARK: - Recording

  /// The use of the recording, with the signal type and an unresolved octave.
  var recording: String {
    let voice = document.findings.map { [type(of: $0), octaveDoubt(in: $0, isUnusual: false)] }
    return ([quality] + (voice ?? [])).paragraph
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
    case .unknown:
      return language.text(.summaryUnknown, names(of: .unknown).joined(separator: ", "))
    case .warn: return language.text(.summaryWarn, names(of: .warn).joined(separator: ", "))
    case .fail:
      let failures = checks(.fail).map { language.text(of: $0)?.asSentence }
      return ([language.text(.summaryFail)] + failures).paragraph
    }
  }

  private func checks(_ verdict: Verdict) -> [QualityCheck] {
    document.quality.countedChecks.filter { $0.verdict == verdict }
  }

  private func names(of verdict: Verdict) -> [String] {
    checks(verdict).map { TextCatalogue.report["check.\($0.id)", language] ?? $0.id }
  }

  // MARK: - Reference

  private func reference(of findings: Findings) -> String {
    guard !document.task.isSpeech else { return language.text(.summaryReading) }
    guard document.task == .sustainedVowel else { return oneBreath(in: findings) }
    guard let assessment = findings.assessment else { return language.text(.summaryNoProfile) }
    guard assessment.recording.grade != .retake else {
      return ([language.text(.chartRetake)] + unmet(in: assessment.recording)).paragraph
    }
    guard assessment.recording.duration.value != nil else {
      return [
        language.text(.summaryNotJudged),
        language.list(.summaryOutsideIfVoice, outside(of: assessment.compared).map(text)),
      ].paragraph
    }
    let pitch = assessment.measures
      .filter { $0.measure == .f0Mean && $0.standing == .unusualForReference }
      .map { language.text(.summaryPitch, text(of: $0, $0.limit)) }
    let doubt = octaveDoubt(in: findings, isUnusual: !pitch.isEmpty)
    let limits = limits(
      of: assessment, hasDoubtfulPitch: doubt != nil, isPitchCompared: !pitch.isEmpty)
    return
      ([doubt] + pitch + [
        type(of: findings), limits, withoutComparison(findings), tremor(in: findings),
        breaks(in: findings),
      ]).paragraph
  }

  /// Returns the two candidates of F0: those of an unresolved octave, or the ends of a segment with
  /// F0 jumps. An unusual F0 has the candidates of a decided octave also. Nil for an unambiguous F0.
  private func octaveDoubt(in findings: Findings, isUnusual: Bool) -> String? {
    if let candidates = findings.f0Candidates, candidates.decidedBy == nil || isUnusual {
      return language.text(of: candidates).asSentence
    }
    guard findings.signalType.sentences.contains(where: { $0.id == EvidenceText.jumps.rawValue }),
      let low = findings.biomarkers[.f0Minimum].number,
      let high = findings.biomarkers[.f0Maximum].number
    else { return nil }
    return language.text(.summaryJump, NumberFormat.short(low, 0), NumberFormat.short(high, 0))
  }

  /// Returns the families without a comparison: not measured, or flagged.
  private func withoutComparison(_ findings: Findings) -> String {
    let leads: [(FeatureGroup, Measure)] = [
      (.jitter, .jitterLocal), (.shimmer, .shimmerLocal), (.hnr, .hnrMean), (.cpps, .cpps),
    ]
    let missing = leads.filter { _, measure in
      let code = findings.biomarkers[measure].unavailability?.code
      return code != nil && code != .notInTier && code != .notRequested
    }.map(\.0)
    let flagged = leads.filter { findings.biomarkers.flags[$0.1] != nil }.map(\.0)
    return [
      language.list(.summaryMissing, names(of: missing)),
      language.list(.summaryFlagged, names(of: flagged)),
    ].paragraph
  }

  /// Returns rates and extents of a tremor; nil without one.
  private func tremor(in findings: Findings) -> String? {
    let found = MeasureGroup.tremor.measures.compactMap { measure in
      findings.biomarkers[measure].number.map { number in
        let format = MeasureFormat(of: number, measure, in: language)
        return "\(language.name(of: measure)) \(format.text(number))\(format.unit)"
      }
    }
    return language.list(.summaryTremor, found)
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

  private func outside(of compared: [MeasureAssessment]) -> [MeasureAssessment] {
    compared.filter { [.outside, .outsidePublished].contains($0.standing) }
  }

  /// Returns a value beyond a deciding limit.
  private func text(of outside: MeasureAssessment) -> String {
    let isPublished = outside.standing == .outsidePublished
    return text(of: outside, outside.limit, isPublished ? .originPublished : .originSample)
  }

  /// Returns the values beyond a deciding limit, or the compared measures without any. Values that
  /// depend on a doubtful F0 have a sentence of their own.
  private func limits(
    of assessment: Assessment, hasDoubtfulPitch: Bool, isPitchCompared: Bool
  ) -> String {
    let compared = assessment.compared
    guard !compared.isEmpty else {
      if isPitchCompared { return language.text(.chartNoOther) }
      return language.text(
        assessment.reference.demographic.band == nil ? .summaryNoProfile : .chartNoReference)
    }
    let outside = outside(of: compared)
    guard outside.isEmpty else {
      let doubtful = outside.filter { hasDoubtfulPitch && $0.measure.group == .f0 }
      return [
        language.list(.summaryOutside, outside.filter { !doubtful.contains($0) }.map(text)),
        language.list(.summaryOutsideIfPitch, doubtful.map(text)),
      ].paragraph
    }
    let inside = compared.map { language.shortName(of: $0.measure) }.joined(separator: ", ")
    let edge = compared.filter { $0.standing == .atEdge }
    let beyond = compared.filter { $0.standing == .within && $0.isBeyondPublished }
    return [
      statedShare(of: assessment).map {
        language.text(.summaryInsidePart, inside, NumberFormat.short($0, 0))
      } ?? language.text(.summaryInside, inside),
      language.list(.summaryEdge, edge.map { text(of: $0, $0.limit) }),
      language.list(.summaryBeyond, beyond.map { text(of: $0, $0.published) }),
    ].paragraph
  }

  /// Minimum share of the voice, in percent, for a sentence without the share.
  private static let nearlyAll = 80.0

  /// Returns the share of the voice that the sentence on the limits states: a small one without a
  /// value beyond a limit; nil otherwise.
  private func statedShare(of assessment: Assessment) -> Double? {
    let compared = assessment.compared
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
    let ends = limit?.ends ?? []
    let value = format.text(measure.value)
    let isNear = ends.contains { ($0 - measure.value).magnitude < 0.01 * $0.magnitude }
    return language.text(
      .summaryValue, language.shortName(of: measure.measure),
      (isNear ? Decimal.short(measure.value, distinctFrom: ends) : value) + format.unit,
      [language.range(of: limit, format), origin.map { language.text($0) }].joined(by: ", "))
  }

  /// Returns the signal type in words; nil for type 1.
  private func type(of findings: Findings) -> String? {
    guard let type = findings.signalType.type, type > 1 else { return nil }
    return language.text(findings.typePhrase).asSentence
  }

  /// Returns the minimums and the names of the checks that the recording fails.
  private func unmet(in recording: RecordingAssessment) -> [String?] {
    let minimums: [(String, JudgedMinimum)] = [
      ("f0_confidence", recording.confidence), ("voiced_ratio", recording.voicedRatio),
      ("voiced_duration", recording.duration),
    ]
    return minimums.map { name, judged in
      guard judged.verdict == .fail, let value = judged.value else { return nil }
      let unit = judged.unit.isEmpty ? "" : " \(judged.unit)"
      let values = [
        "property": TextCatalogue.assessments.text("property.\(name)", language),
        "found": NumberFormat.short(value, 2) + unit,
        "needed": NumberFormat.short(judged.warn, 2) + unit,
      ]
      return TextCatalogue.assessments.filled("minimum.not_met", values, language).asSentence
    } + [language.list(.summaryFailedChecks, names(of: .fail))]
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

  private func text(of findings: ComparisonFindings, since span: BaselineSpan) -> String {
    let newest = findings.sessions.last
    let mismatch = SpeakerMismatch(
      of: findings, named: document.recording.name, baseline: language.text(.summaryBaselineName))
    let since = language.text(
      .summarySince, language.day(span.time), "\(span.sessions)",
      "\(max(1, newest?.session.used.count ?? 1))")
    let change: [String?]
    let larger = LeadChange.all(.larger, in: findings).map { ($0.isConfirmed, text(of: $0)) }
    let possible = LeadChange.all(.possible, in: findings).map(text)
    if !larger.isEmpty {
      change = [
        language.list(.summaryConfirmed, larger.filter(\.0).map(\.1)),
        language.list(.summaryNotRepeated, larger.filter { !$0.0 }.map(\.1)),
      ]
    } else if let alert = findings.alerts.first(where: { $0.sessionID == newest?.session.id }) {
      change = [language.list(.summaryTogether, names(of: alert.families))]
    } else if !possible.isEmpty {
      change = [language.list(.summaryPossible, possible)]
    } else {
      let compared = newest?.measures.filter { $0.isPrimary && $0.reliability != nil } ?? []
      guard !compared.isEmpty else { return language.text(.summaryNothingCompared) }
      change = [language.list(.summaryNoChange, names(of: compared.compactMap(\.family)))]
    }
    return ([mismatch.map { language.message(of: $0.fault).asSentence }, since] + change).paragraph
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

  private func names(of families: [FeatureGroup]) -> [String] {
    families.map { TextCatalogue.comparisons.text("group.\($0.rawValue)", language) }
  }

  // MARK: - Basis

  /// Returns the reference group, the judged share, the excluded time, and the note on the device.
  private func basis(of findings: Findings) -> String {
    [
      group(of: findings.assessment), judged(in: findings), excluded,
      findings.assessment?.reference.cautions.first { $0.isNote(Assessment.deviceCautions) }
        .map(language.text(written:)),
    ].paragraph
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
    let category = assessment.reference.demographic.category
    let voices = language.text("voices", category?.rawValue ?? "none")
    let pitch = category == nil ? voices : language.text(.summaryPitchGroup, voices)
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
    let ends = findings.segment.ends
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
      return "\(language.text(reason)) \(language.localized(NumberFormat.fixed(seconds, 1))) s"
    }
    return language.list(.summaryExcluded, parts)
  }
}

extension String {
  /// Whether the text is a note of the catalogue with one of these keys.
  fileprivate func isNote(_ keys: [String]) -> Bool {
    keys.contains { WordedText.row($0).values(in: self) != nil }
  }
}

extension Assessment {
  /// The keys of the cautions about an unknown device; the summary contains the first one.
  fileprivate static let deviceCautions = ["device_assumed", "device_unknown"]

  /// The cautions about the applied limits that the summary does not contain; empty without a
  /// comparison.
  package var cautions: [String] {
    guard recording.grade != .retake else { return [] }
    let others = [
      "the_measured_limits_rest", "the_measured_limits_rest_on", "the_measured_limits_come",
    ]
    return reference.cautions.filter { !$0.isNote(Self.deviceCautions + others) }
  }

  /// The compared measures. An unusual F0 has its own sentence.
  fileprivate var compared: [MeasureAssessment] {
    measures.filter {
      $0.standing != .noReference && $0.standing != .unusualForReference && !$0.isPlausibleOnly
        && $0.measure != .f0Median
    }
  }
}

extension AppliedLimit {
  var ends: [Double] { [low, high].compactMap(\.self) }
}

extension MeasureAssessment {
  /// Whether the value is inside a range of plausible values that is no reference.
  var isPlausibleOnly: Bool {
    standing == .within && typical?.label == TextCatalogue.notes.text("plausible_range")
  }

  /// Whether the value is beyond its published limit.
  var isBeyondPublished: Bool {
    value < published?.low ?? -.infinity || value > published?.high ?? .infinity
  }

  /// The limit of the result.
  var limit: AppliedLimit? {
    standing == .outsidePublished ? published : decidingRange ?? published
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
    else { return reason.legend.phrase }
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
