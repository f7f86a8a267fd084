// The first block: use of the recording, values outside their reference, change since the baseline.

import BaselineService
import Foundation
import TestSupport
import Testing
import VoicePipeline
import VoiceReport
import VoiceTypes

@Suite struct ReportSummaryTests {
  private static let reference = BaselineReference(
    baselineID: "b", sha256: "", userID: "anna", status: .provisional, sessions: 3,
    establishedAt: "2026-10-21T09:00:00Z")

  private func summary(
    of document: ResultsDocument, _ change: BaselineChange = .noBaseline,
    _ language: Language = .english
  ) -> [String] {
    ReportSummary(of: document, change, in: language).lines.map { "\($0.label): \($0.text)" }
  }

  private func drawn(_ name: String) throws -> ResultsDocument {
    try #require(Drawn.all.first { $0.name == name }).examined.document
  }

  private func assessed(_ name: String, device: String? = "phone") throws -> ResultsDocument {
    var profile = UserProfile(userID: "anna")
    profile.age = Age(years: 40)
    profile.voiceReference = .masculine
    profile.deviceModel = device
    return VoicePipeline.assessed(
      try drawn(name), for: profile, by: try Assessor.embedded())
  }

  @Test func `a recording without voice is not called acceptable`() throws {
    let noise = try drawn("noise.wav")

    #expect(noise.qualityPhrase == .qualityNoVoice)
    #expect(
      summary(of: noise).first
        == "Recording: Not measurable: no regular voicing was found (noise, whisper or an aphonic "
        + "voice). Listen to the recording.")
    #expect(try drawn("coswara_21_a.wav").qualityPhrase != .qualityNoVoice)
  }

  @Test func `without F0 or with basic checks only, the first line says so`() throws {
    var document = try changed("coswara_21_a.wav") { findings in
      findings.biomarkers[.f0Mean] = .unavailable(
        Unavailability(.signalType, "the signal (type 4) is too irregular"))
    }
    document.quality = RecordingQualityReport(checks: [])
    #expect(document.qualityPhrase == .qualityNoF0)
    #expect(
      summary(of: document)[0]
        == "Recording: F0 is not measurable. The signal (type 4) is too irregular.")

    document = try assessed("coswara_21_a.wav")
    document.quality = RecordingQualityReport(checks: [
      QualityCheck(id: .clipping, verdict: .pass, value: 0, unit: "percent", limit: 1, message: nil)
    ])
    #expect(summary(of: document)[0] == "Recording: Usable, no faults found.")
    document.provenance.settings["checks"] = .string("basic")
    #expect(summary(of: document)[0] == "Recording: Usable, no faults found by the basic checks.")
    document.tier = .quick
    #expect(
      summary(of: document)[0]
        == "Recording: Usable, no faults found by the checks of the quick tier.")
    #expect(document.qualityPhrase == .qualityQuick)
  }

  @Test func `a signal type without a result has a sentence, not a key`() {
    let type = SignalType(type: nil, reasons: ["not_in_tier", "numeric_overflow"])

    #expect(
      Language.english.evidence(of: type) == [
        "the quick tier determines no signal type",
        "the sample values are too large for the calculation",
      ])
  }

  @Test func `excluded parts have the same reason with and without a profile`() throws {
    let (document, other) = (try drawn("coswara_21_a.wav"), try assessed("coswara_21_a.wav"))
    #expect(document.findings?.assessment == nil && other.findings?.assessment != nil)

    #expect(document.phrase(of: .unvoiced) == .summarySilence)
    #expect(document.excludedParts.map(\.reason) == other.excludedParts.map(\.reason))
  }

  @Test func `a report without F0 has no analysed segment`() throws {
    let noise = try drawn("noise.wav")

    #expect(!summary(of: noise).joined().contains("Analysed: "))
    #expect(summary(of: try assessed("coswara_21_a.wav")).joined().contains("Analysed: "))
  }

  @Test func `a small analysed share is stated once, and names have no brackets`() throws {
    let lines = summary(of: try assessed("coswara_21_a.wav"))

    #expect(lines[1].contains("Within the limits, for the analysed 49 % of the voice: "))
    #expect(lines[1].hasSuffix("SD of F0, Fast F0 modulation, Jitter, Mean HNR, CPPS, GNE."))
    #expect(!lines[3].contains("% of the voice") && lines[3].contains("Analysed: 2.09 to 5.09 s."))
  }

  @Test func `silence next to a voice is not called irregular voicing`() throws {
    let document = try assessed("coswara_21_a.wav")
    #expect(document.findings?.assessment?.verdict?.isRestIrregular == false)

    #expect(document.phrase(of: .unvoiced) == .summarySilence)
    #expect(try drawn("noise.wav").phrase(of: .unvoiced) == .reasonUnvoiced)
  }

  @Test func `an edge of the file without room for a window is not called silence`() throws {
    let document = try changed("coswara_21_a.wav") { findings in
      findings.segment.excluded = [
        ExcludedSegment(start: 0, end: 0.02, reason: .unvoiced),
        ExcludedSegment(start: 0.5, end: 0.52, reason: .unvoiced),
        ExcludedSegment(start: 0.9, end: 1, reason: .onset),
      ]
    }

    let parts = document.excludedParts

    #expect(Set(parts.map(\.reason)) == [.summarySilence, .reasonOnset, .reasonEdge])
    #expect(parts.last?.pieces.map(\.end) == [0.02])
  }

  @Test func `a measure without a limit for the device is not called one without a reference`()
    throws
  {
    func page(_ device: String?) throws -> String {
      let content = ReportContent(
        document: try assessed("coswara_21_a.wav", device: device), profile: nil, baseline: nil,
        drawings: [])
      return ReportPage(of: content, language: .english, theme: .light).html
    }

    #expect(try page("Zoom H5").contains(">not compared (device)<"))
    #expect(try !page("phone").contains("not compared (device)"))
  }

  @Test func `voice breaks of the phonation are in the first block`() throws {
    let document = try changed("coswara_21_a.wav") { findings in
      findings.biomarkers[.phonationVoiceBreaks] = .value(2)
      findings.biomarkers[.phonationDegreeOfVoiceBreaks] = .value(10.1)
    }

    #expect(
      summary(of: document)[1].contains(
        "Voice breaks in the whole phonation: 2 (10 % of its time)."))
    #expect(!summary(of: try assessed("coswara_21_a.wav"))[1].contains("Voice breaks"))
  }

  @Test func `a page has no options of the command line, a text has them`() throws {
    let check = QualityCheck(
      id: .severalSounds, verdict: .warn, value: 2, unit: "count", limit: 1,
      saying: CheckText.severalSounds.filled([.count: "2", .low: "1", .high: "2"]))
    var document = try assessed("coswara_21_a.wav")
    document.quality = RecordingQualityReport(checks: [check])
    let content = ReportContent(
      document: document, profile: nil, baseline: nil, drawings: [])
    let page = ReportPage(of: content, language: .english, theme: .light).html

    #expect(page.contains("or select another sound.</td>") && !page.contains("(--"))
    #expect(TextCatalogue.checks.options(of: check.sentence, check.id) == " (--start and --end)")
  }

  @Test func `the title of an onboarding recording has its task, vowel and session`() throws {
    var document = try assessed("coswara_21_a.wav")
    document.recording.name = "sustained_vowel-1-2.wav"
    let content = ReportContent(
      document: document, profile: nil, baseline: nil, drawings: [])

    let page = ReportPage(of: content, language: .german, theme: .light).html
    #expect(page.contains("<h1>Stimmaufnahme: Vokal 2, Sitzung 1</h1>"))
  }

  @Test func `a value within the sample and beyond a published limit has both`() throws {
    let document = try changed("coswara_21_a.wav") { findings in
      let place = findings.assessment?.measures.firstIndex { $0.measure == .jitterLocal }
      findings.assessment?.measures[place ?? 0].value = 1.3
    }

    #expect(
      summary(of: document)[1].contains(
        "Beyond a published limit that was measured with other settings and is not used for the "
          + "comparison: Jitter 1.30 % (limit"
      ))
    #expect(!summary(of: try assessed("coswara_21_a.wav"))[1].contains("Beyond a published"))
  }

  @Test func `breaks that two groups of measures share are in a report once`() throws {
    let findings = try #require(try assessed("coswara_21_a.wav").findings)
    #expect(
      findings.biomarkers[.voiceBreaks].number == findings.biomarkers[.phonationVoiceBreaks].number)
    #expect(!findings.distinctMeasures.contains(.voiceBreaks))
    #expect(findings.distinctMeasures.contains(.phonationVoiceBreaks))
  }

  @Test func `a range for context is not shown as the reference range`() throws {
    let document = try assessed("coswara_21_a.wav", device: "studio")
    let measures = try #require(document.findings?.assessment).measures
    let cpps = try #require(measures.first { $0.measure == .cpps })

    #expect(cpps.typical?.kind == .context && cpps.published != nil)
    #expect(cpps.decidingRange == nil)
    #expect(measures.contains { $0.decidingRange != nil })
  }

  @Test func `each value outside a limit has its number, limit and name`() throws {
    let document = try assessed("noise.wav")
    let outside = try #require(document.findings?.assessment).measures.filter {
      $0.standing == .outside || $0.standing == .outsidePublished
    }
    let line = try #require(summary(of: document).first { $0.hasPrefix("Reference: ") })

    #expect(!outside.isEmpty)
    #expect(
      line.contains("Outside the limits, if the recording contains a voice: ")
        && line.contains("(limit at "))
    for measure in outside {
      #expect(line.contains(Language.english.name(of: measure.measure)), "\(measure.measure)")
    }
  }

  @Test func `a clear voice has nothing outside, with the compared measures and the sample`() throws
  {
    let lines = summary(of: try assessed("coswara_21_a.wav"))

    #expect(lines.count == 4)
    #expect(lines[1].contains("Within the limits, for the analysed "))
    #expect(lines[1].contains("Mean HNR"))
    #expect(lines[2] == "Change: No baseline to compare with.")
    #expect(lines[3].contains("aged 18–90 years, phones and laptops."))
  }

  @Test(arguments: [
    "The voice contains constant noise. Leave one second of silence.",
    "The file is shorter than its header states. Copy the file again.",
  ])
  func `a failed recording has the reason and only the advice of its check`(
    message: String
  ) throws {
    var document = try drawn("coswara_21_a.wav")
    document.quality = RecordingQualityReport(checks: [
      QualityCheck(
        id: .signalToNoise, verdict: .fail, value: 3, unit: "db", limit: 10,
        message: message.prefix(1).lowercased() + message.dropFirst().dropLast())
    ])

    #expect(summary(of: document)[0] == "Recording: Not usable. \(message)")
  }

  @Test func `a value beyond its limit does not print as the limit`() throws {
    var document = try assessed("coswara_21_a.wav")
    var findings = try #require(document.findings)
    let measures = try #require(findings.assessment?.measures)
    let index = try #require(
      measures.firstIndex { $0.measure == .jitterLocal && $0.typical?.high != nil })
    findings.assessment?.measures[index].standing = .outside
    findings.assessment?.measures[index].typical?.high = 1.5
    findings.assessment?.measures[index].value = 1.5001
    document.outcome = .complete(findings)

    let line = summary(of: document)[1]
    #expect(line.contains("Jitter 1.5001 % (limit at most 1.5 %, reference sample)."))
  }

  private func changed(
    _ name: String, _ change: (inout Findings) -> Void
  ) throws -> ResultsDocument {
    var document = try assessed(name)
    var findings = try #require(document.findings)
    change(&findings)
    document.outcome = .complete(findings)
    return document
  }

  @Test func `F0 jumps give both candidates before the values that depend on F0`() throws {
    let document = try changed("coswara_21_a.wav") { findings in
      findings.signalType.sentences = [Sentence(id: "signal_type.jumps", parameters: [:])]
      findings.biomarkers[.f0Minimum] = Measured(66)
      findings.biomarkers[.f0Maximum] = Measured(136)
      for index in findings.assessment?.measures.indices ?? 0..<0
      where findings.assessment?.measures[index].measure == .f0StandardDeviationSemitones {
        findings.assessment?.measures[index].standing = .outside
      }
    }
    let line = summary(of: document)[1]

    #expect(line.hasPrefix("Reference: F0 jumps within the vowel, between about 66 and 136 Hz."))
    #expect(line.contains("Outside the limits, if F0 is correct: SD of F0 "))
  }

  @Test func `a voice of unknown voiced time is not judged`() throws {
    let document = try changed("coswara_21_a.wav") { findings in
      findings.assessment?.recording.duration.value = nil
    }
    for language in Language.allCases {
      let lines = summary(of: document, .noBaseline, language)
      #expect(lines[1].contains(language.text(.summaryNotJudged)))
      #expect(!lines[1].contains("CPPS"))
    }
  }

  @Test func `families without a value and flagged ones are named`() throws {
    let document = try changed("coswara_21_a.wav") { findings in
      let reason = Unavailability(.lowSNR, "noise")
      findings.biomarkers[.jitterLocal] = .unavailable(reason)
      findings.biomarkers.flags[.hnrMean] = [reason]
    }
    let line = summary(of: document)[1]

    #expect(line.contains("Not measured: jitter."))
    #expect(
      line.contains(
        "Not compared, because the values must be interpreted with caution: "
          + "harmonics-to-noise ratio (HNR)."))
    #expect(document.findings?.typePhrase == .typeOneOnly)
    #expect(try assessed("coswara_21_a.wav").findings?.typePhrase == .typeOne)
  }

  @Test func `a recording below the minimum of a comparison is not usable`() throws {
    var document = try assessed("coswara_21_a.wav")
    #expect(document.quality.verdict != .fail)
    #expect(summary(of: document)[0].hasPrefix("Recording: Usable"))

    document = try changed("coswara_21_a.wav") { $0.assessment?.recording.grade = .retake }
    #expect(summary(of: document)[0] == "Recording: Not usable for a comparison. Record again.")
  }

  @Test func `a recording to repeat names the failed checks and minimums`() throws {
    var document = try changed("coswara_21_a.wav") { findings in
      findings.assessment?.recording.grade = .retake
    }
    document.quality = RecordingQualityReport(checks: [
      QualityCheck(
        id: .clipping, verdict: .fail, value: 3, unit: "percent", limit: 1, message: "clipped")
    ])

    let lines = summary(of: document)
    #expect(
      lines[1].hasSuffix("does not meet the minimum requirements. Failed checks: clipping."))
    #expect(!lines[3].contains("% of the voice"))
  }

  @Test func `a recording of another F0 carries the doubt about the speaker`() throws {
    var session = session("2", day: 2, hnr: 23, .noChangeDetected)
    session.measures.append(
      MeasureComparison(.f0Mean, family: .f0, isPrimary: true, value: 210, usual: 120))
    let change = BaselineChange.compared(
      .complete(ComparisonFindings(sessions: [session], alerts: [], summary: "")),
      BaselineSpan(of: nil, Self.reference))

    #expect(
      summary(of: try drawn("coswara_21_a.wav"), change).contains {
        $0.hasPrefix("Change: F0 differs by 9.7 semitones between ") && $0.contains("two speakers")
      })
  }

  @Test func `a tremor is named although it has no limit`() throws {
    var document = try assessed("coswara_21_a.wav")
    var findings = try #require(document.findings)
    findings.biomarkers[.tremorF0Frequency] = Measured(5)
    findings.biomarkers[.tremorF0Intensity] = Measured(4.25)
    document.outcome = .complete(findings)

    #expect(
      summary(of: document)[1].contains(
        "Tremor found (no limit available): F0 tremor rate 5.00 Hz, F0 tremor extent 4.25 %."))
  }

  @Test func `the basis of a reading names no reference group`() throws {
    var document = try assessed("coswara_21_a.wav")
    #expect(summary(of: document).last?.contains("F0 reference range for masculine") == true)

    document.task = .reading
    #expect(!summary(of: document).joined().contains("F0 reference range"))
  }

  @Test func `the device note is in the summary once, and in no list`() throws {
    let document = try assessed("coswara_21_a.wav", device: nil)
    for language in Language.allCases {
      let content = ReportContent(
        document: document, profile: nil, baseline: nil, drawings: [])
      let html = ReportPage(of: content, language: language, theme: .light).html
      #expect(html.components(separatedBy: "device_model").count == 2, "\(language)")
    }
  }

  // MARK: - Change

  private func session(
    _ id: String, day: Int, hnr: Double, _ changeClass: ChangeClass,
    _ direction: ChangeDirection = .lower
  ) -> SessionComparison {
    var measure = MeasureComparison(
      .hnrMean, family: .hnr, isPrimary: true, value: hnr, usual: 23)
    measure.changeDecibels = hnr - 23
    measure.reliability = MeasureComparison.Reliability(
      index: -3, possibleFrom: 1.9, largerFrom: 2.4, degreesOfFreedom: 7, low: 17, high: 29,
      changeClass: changeClass, direction: direction)
    var recording = SessionRecording(name: "a.wav", use: .used)
    recording.recordedAt = RecordedTime("2026-11-0\(day)T09:00:00Z")
    return SessionComparison(
      session: VoiceSession(id: id, recordings: [recording], values: [:]), measures: [measure],
      joint: nil)
  }

  private func change(_ sessions: [SessionComparison]) throws -> String {
    let findings = ComparisonFindings(sessions: sessions, alerts: [], summary: "")
    return try #require(
      summary(
        of: try drawn("coswara_21_a.wav"),
        .compared(.complete(findings), BaselineSpan(of: nil, Self.reference))
      ).first { $0.hasPrefix("Change: ") })
  }

  @Test func `a change has direction and size, and is confirmed by the session before it`() throws {
    let since = "Change: Since the baseline of 2026-10-21 (3 sessions): "
    let down = "Mean HNR down 15.0 dB (from 23.0 to 8.0 dB). "
    let again = "Record again on another day to confirm."

    #expect(
      try change([session("1", day: 1, hnr: 8, .larger)]) == since + down + again)
    #expect(
      try change([session("1", day: 1, hnr: 8, .larger), session("2", day: 3, hnr: 8, .larger)])
        == since + down + "Confirmed on another day.")
    // Another direction, another class, or the same day confirm nothing.
    for former in [
      session("1", day: 1, hnr: 38, .larger, .higher), session("1", day: 1, hnr: 19, .possible),
      session("1", day: 3, hnr: 8, .larger),
    ] {
      #expect(
        try change([former, session("2", day: 3, hnr: 8, .larger)])
          == since + down + again)
    }
    #expect(
      try change([session("1", day: 1, hnr: 22, .noChangeDetected)])
        == since
        + "no change beyond day-to-day variation. Compared: harmonics-to-noise ratio (HNR).")
  }
}
