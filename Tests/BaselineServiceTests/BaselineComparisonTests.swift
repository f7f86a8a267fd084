import TestSupport
import Testing
import VoiceTypes

@testable import BaselineService

@Suite struct BaselineComparisonTests {
  private static let baseline = SampleSessions.established(
    from: SampleSessions.vowels(sessions: 3)
  ).baseline

  private func compared(
    _ vowels: [SampleVowel], under rule: ConditionRule = .mustAgree
  ) throws -> ComparisonDocument {
    let baseline = try #require(Self.baseline)
    let result = BaselineComparison(
      with: baseline, rule: rule, minimums: Samples.minimums
    ).compare(vowels.map(\.measured))
    let document = ComparisonDocument(
      baseline: BaselineReference(
        baselineID: "b1", sha256: String(repeating: "0", count: 64),
        userID: baseline.person.userID, status: baseline.status,
        sessions: baseline.sessions.count, establishedAt: "2026-03-01T00:00:00Z"),
      differences: result.differences, rule: rule, outcome: result.outcome,
      notes: result.notes, provenance: SampleVowel.provenance(),
      run: ComparisonRun(comparisonID: "c1", comparedAt: "2026-03-02T00:00:00Z"))
    #expect(
      try JSONSchemaValidator(ComparisonDocument.jsonSchema).problems(in: document.json) == [])
    return document
  }

  private func session(
    _ name: String, day: Int, _ change: (inout SampleVowel) -> Void = { _ in }
  ) -> [SampleVowel] {
    (0..<3).map { vowel in
      SampleVowel().with {
        $0.name = "\(name)\(vowel).wav"
        $0.session = name
        $0.day = day
        $0.minute = vowel
        $0.jitter = 0.27
        $0.shimmer = 1.1
      }.with(change)
    }
  }

  private func alerts(of document: ComparisonDocument) -> [[String]] {
    (document.findings?.alerts ?? []).map { alert in
      [alert.rule.rawValue, alert.sessionID] + alert.families.map(\.rawValue)
    }
  }

  @Test(arguments: [1, 3])
  func `the limits of a comparison are the personal range for its vowels`(count: Int) throws {
    let baseline = try #require(Self.baseline)
    let findings = try #require(
      try compared(Array(session("T", day: 40).prefix(count))).findings)
    let compared = findings.sessions[0].measures.filter { $0.reliability != nil }

    #expect(compared.count > 3)
    for measure in compared {
      let range = baseline.personalRange(of: measure.measure, vowels: count)
      #expect(range?.low == measure.reliability?.low && range?.high == measure.reliability?.high)
    }
  }

  @Test func `a session within the personal range shows no change`() throws {
    let document = try compared(session("N", day: 40))
    let measures = try #require(document.findings?.sessions.first?.measures)

    #expect(
      measures.map(\.measure) == [
        .f0Mean, .jitterLocal, .jitterPPQ5, .shimmerAPQ3, .hnrMean, .cpps,
      ])
    #expect(
      measures.allSatisfy { $0.reliability.map { $0.changeClass == .noChangeDetected } ?? true })
    #expect(alerts(of: document) == [])
    #expect(document.findings?.summary == Self.noChange)
  }

  private static let noChange =
    "No change of pitch (F0), jitter, shimmer, harmonics-to-noise ratio (HNR) and cepstral peak "
    + "prominence (CPPS) was detected beyond day-to-day variation."

  @Test func `one measure outside its usual variation raises no alert`() throws {
    let document = try compared(session("N", day: 40) { $0.f0 = 240 })
    let f0 = try #require(document.findings?.sessions[0].measures.first { $0.family == .f0 })

    #expect(f0.reliability?.changeClass == .larger)
    #expect(f0.sentence.contains("provisional"))
    #expect(alerts(of: document) == [])
    #expect(document.findings?.summary.contains("Record again") == true)
  }

  @Test func `a large change of one session is reported, with its measures`() throws {
    let document = try compared(session("N", day: 40) { $0.jitter = 1 })
    let measures = try #require(document.findings?.sessions[0].measures)
    let jitter = try #require(measures.first { $0.measure == .jitterPPQ5 })

    #expect(
      measures.filter { $0.reliability?.changeClass == .larger }.map(\.measure) == [
        .jitterLocal, .jitterPPQ5,
      ])
    #expect(jitter.reliability?.direction == .higher)
    #expect(jitter.changePercent.map { $0 > 200 } == true)
    #expect(jitter.changeDecibels == nil)
    #expect(jitter.reliability.map { jitter.value > $0.high } == true)
    #expect(alerts(of: document) == [["sequential", "N", "jitter"]])
    let summary =
      "Session N differs from the baseline by more than day-to-day variation, mainly in jitter."
    #expect(document.findings?.summary.hasPrefix(summary) == true)
  }

  @Test func `an alert of the first session names the groups beyond day-to-day variation`() throws {
    let findings = try #require(compared(session("N", day: 40) { $0.jitter = 1 }).findings)
    var alert = findings.alerts[0]
    alert.families = [.f0, .jitter]

    let summary = ChangeMessages.summary(of: findings.sessions, alerts: [alert])

    #expect(
      summary.hasPrefix(
        "Session N differs from the baseline by more than day-to-day variation, "
          + "mainly in jitter. "))
    #expect(findings.sessions[0].changed(in: [.f0, .jitter]).map(\.measure) == [.jitterPPQ5])
    #expect(findings.sessions[0].changed(in: [.f0]).map(\.measure) == [.f0Mean])
  }

  @Test func `the summary names the group of a larger secondary measure`() throws {
    var findings = try #require(compared(session("N", day: 40)).findings)
    let secondary = try #require(
      findings.sessions[0].measures.firstIndex { $0.measure == .jitterLocal })
    findings.sessions[0].measures[secondary].reliability?.changeClass = .larger

    let summary = ChangeMessages.summary(of: findings.sessions, alerts: [])

    #expect(
      summary.hasPrefix("In one session, jitter differed from the baseline more than expected"))
  }

  @Test(arguments: [(0, ["session_too_long"]), (1, [])])
  func `a session of 24 h is refused as in a baseline, one a minute shorter is compared`(
    minute: Int, codes: [String]
  ) throws {
    var vowels = session("N", day: 40) { $0.minute = minute }
    (vowels[2].day, vowels[2].minute) = (41, 0)

    let comparison = try compared(vowels)
    let baseline = SampleSessions.established(from: vowels)

    #expect(comparison.refusal?.reasons.map(\.code) ?? [] == codes)
    #expect(baseline.rejection?.reasons.map(\.code) ?? [] == codes)
  }

  @Test func `sessions since the baseline count together`() throws {
    let changed = { (vowel: inout SampleVowel) in vowel.jitter = 0.7 }

    let one = try compared(session("N", day: 40, changed))
    let two = try compared(session("N", day: 40, changed) + session("M", day: 41, changed))

    #expect(alerts(of: one) == [])
    #expect(alerts(of: two) == [["sequential", "M", "jitter"]])
    let summary =
      "Session M and the earlier sessions since the baseline together differ from the baseline "
      + "by more than day-to-day variation, mainly in jitter."
    #expect(two.findings?.summary.hasPrefix(summary) == true)
  }

  @Test func `a counted session carries the statistic and the limit of the alert`() throws {
    let changed = { (vowel: inout SampleVowel) in vowel.jitter = 0.7 }

    let document = try compared(
      session("N", day: 40, changed) + session("O", day: 40) { $0.minute += 30 }
        + session("M", day: 41, changed))
    let joint = try #require(document.findings?.sessions.map(\.joint))

    #expect(joint.map(\.?.number) == [1, nil, 2])
    #expect(joint.map { $0.map { $0.statistic > $0.limit } } == [false, nil, true])
    #expect(alerts(of: document) == [["sequential", "M", "jitter"]])
  }

  @Test func `a second session of one day does not count, two directions cancel`() throws {
    let high = { (vowel: inout SampleVowel) in vowel.jitter = 0.7 }
    let late = { (vowel: inout SampleVowel) in
      vowel.jitter = 0.7
      vowel.minute += 30
    }
    let low = { (vowel: inout SampleVowel) in vowel.jitter = 0.1 }

    let sameDay = try compared(session("N", day: 40, high) + session("M", day: 40, late))
    let bothWays = try compared(session("N", day: 40, high) + session("M", day: 42, low))

    #expect(alerts(of: sameDay) == [])
    #expect(alerts(of: bothWays) == [])
  }

  @Test func `an octave selected with the baseline is not compared with it`() throws {
    let vowels = session("N", day: 40).map { vowel in
      var document = vowel.document
      guard case .complete(var findings) = document.outcome else { return vowel.measured }
      findings.f0Candidates = F0Candidates(
        low: 90, high: 180, evidence: [], decidedBy: .baseline)
      document.outcome = .complete(findings)
      return MeasuredVowel(document: document, origin: vowel.origin)
    }

    let result = BaselineComparison(
      with: try #require(Self.baseline), rule: .mustAgree, minimums: Samples.minimums
    ).compare(vowels)

    guard case .complete(let findings) = result.outcome else {
      Issue.record("refused")
      return
    }
    #expect(findings.sessions[0].measures.map(\.measure) == [.hnrMean, .cpps])
    #expect(
      findings.sessions[0].session.used.allSatisfy {
        $0.cautions.map(\.code).contains("octave_of_baseline")
      })
  }

  @Test(arguments: [
    ("0.12.0", "0.13.0", true), ("0.13.4", "0.12.1", true), ("0.13.0", "0.13.9", true),
    ("0.11.0", "0.12.0", false), ("0.11.0", "0.13.0", false), ("0.13.0", "0.14.0", true),
    ("0.15.0", "0.12.0", true), ("0.15.0", "0.16.0", true), ("0.15.0", "0.17.0", true),
    ("0.11.0", "0.15.0", false), ("0.17.0", "99.0.0", false),
  ])
  func `a baseline stays valid across versions with equal measures`(
    first: String, second: String, isAlike: Bool
  ) {
    func conditions(_ version: String) -> RecordingConditions {
      RecordingConditions(
        deviceModel: nil, encoding: .pcm16, sampleRate: 44_100, preset: .clinical,
        settingsSHA256: "a", version: version)
    }

    #expect(conditions(first).differences(from: conditions(second)).isEmpty == isAlike)
  }

  static let differences:
    [(kind: ConditionDifference.Kind, change: @Sendable (inout SampleVowel) -> Void)] = [
      (.device, { $0.device = "other" }), (.encoding, { $0.encoding = .float32 }),
      (.sampleRate, { $0.sampleRate = 48_000 }), (.settings, { $0.settings = "b" }),
      (.version, { $0.version = "1.3.3" }),
    ]

  @Test(arguments: differences.indices)
  func `recordings with different conditions are compared only on request`(index: Int) throws {
    let (kind, change) = Self.differences[index]

    let refused = try compared(session("N", day: 40, change))
    let allowed = try compared(session("N", day: 40, change), under: .mayDiffer)

    #expect(refused.refusal?.reasons.map(\.code) == ["\(kind.rawValue)_differs"])
    #expect(allowed.findings != nil)
    #expect(allowed.differences.map(\.kind) == [kind])
    #expect(allowed.notes.contains { $0.hasPrefix("compared on request") })
  }

  @Test func `a patch version is no difference`() throws {
    let document = try compared(session("N", day: 40) { $0.version = "1.2.9" })

    #expect(document.differences == [])
    #expect(document.findings != nil)
  }

  @Test func `a recording of the baseline is not compared with itself`() throws {
    let document = try compared(SampleSessions.vowels(sessions: 1))

    #expect(document.refusal?.reasons.map(\.code) == ["no_usable_recording"])
    #expect(
      document.refusal?.sessions[0].recordings.flatMap(\.faults).allSatisfy {
        $0.code == "duplicate"
      } == true)
  }

  @Test func `a session without a usable vowel is listed without measures`() throws {
    let document = try compared(
      session("N", day: 40) { $0.type = 4 } + session("M", day: 41))

    #expect(document.findings?.sessions.map(\.measures.isEmpty) == [true, false])
  }

  @Test func `loudness, illness and age of the baseline are noted`() throws {
    let document = try compared(
      session("N", day: 300) {
        $0.level = -12
        $0.flags = [.cold]
        $0.device = nil
      })

    #expect(document.notes.contains { $0.contains("8 dB louder") })
    #expect(document.notes.contains { $0.contains("cold") })
    #expect(document.notes.contains { $0.contains("device is not known") })
    #expect(!document.notes.contains { $0.contains("months") })
  }

  @Test(arguments: [
    (BaselineRules.adolescence.lowerBound, BaselineRules.oldMonthsInAdolescence, "2026-12-01"),
    (40, BaselineRules.oldMonths, "2027-12-01"),
  ])
  func `the note on an old baseline has the months of the rule`(
    years: Int, months: Int, day: String
  ) throws {
    var baseline = try #require(Self.baseline)
    baseline.person.age = Age(years: years)
    var session = baseline.sessions[0]
    for index in session.recordings.indices {
      session.recordings[index].recordedAt = RecordedTime(day + "T09:00:00Z")
    }

    let notes = ComparisonNotes(
      baseline: baseline, sessions: [session], conditions: [], differences: []
    ).all

    #expect(notes.contains("the baseline is older than \(months) months. Create a new baseline"))
  }

  @Test func `the same recordings give the same bytes`() throws {
    let vowels = session("N", day: 40) + session("M", day: 41) { $0.hnr = 8 }

    #expect(
      try compared(vowels).json.text(.compact)
        == compared(vowels.reversed()).json.text(.compact))
  }
}
