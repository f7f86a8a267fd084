// People in a watched inbox: three vowels give a baseline, later sessions are compared with it, and profiles are
// merged.

import BaselineService
import Foundation
import JobRunner
import RecordStore
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes

@Suite struct PersonFollowUpTests {
  private let inbox: Inbox

  init() throws { inbox = try Inbox() }

  private func put(
    day: Int, _ take: Int, profile: String = #""user_id": "anna-77""#,
    isRough: Bool = false, more: String = ""
  ) throws {
    let name = "s\(day)-\(take)"
    try inbox.put(
      """
      {"profile": {\(profile)}, "session_id": "S\(day)",
       "recorded_at": "2026-01-0\(day)T09:3\(take):00Z"\(more)}
      """, name + ".json")
    let number = 10 * day + take
    try inbox.put(isRough ? Recordings.perturbed(number) : Recordings.long(number), name + ".wav")
  }

  private func onboard() throws {
    let whole = #""user_id": "anna-77", "age": 34, "sex_assigned_at_birth": "female""#
    for take in 1...3 { try put(day: 1, take, profile: whole) }
    try inbox.drain()
  }

  private func read(_ document: SessionDocument, of name: String) throws -> JSONValue {
    let summary = try #require(try inbox.sessions().first { $0.name == name })
    let bytes = try inbox.openStore().existingSession(summary.id)?.read(document)
    return try bytes.map { try JSONValue.parse($0) } ?? .null
  }

  private func baseline() throws -> (BaselineRecord, StoredBaseline)? {
    let store = try inbox.openStore()
    guard let kept = try store.baseline(for: store.userHash(of: "anna-77")) else { return nil }
    return (kept, try StoredBaseline(json: kept.content))
  }

  @Test(arguments: AudioPolicy.allCases)
  func `three vowels of one session give a baseline`(audio: AudioPolicy) throws {
    (inbox.settings.audio, inbox.wantsEvents) = (audio, true)

    try onboard()

    let (_, stored) = try #require(try baseline())
    #expect(stored.baseline.status == .onboarding)
    #expect(stored.baseline.sessions.map(\.id) == ["S1"])
    #expect(stored.baseline.sessions[0].used.count == 3)
    #expect(stored.baseline.person.age?.years == 34)
    #expect(inbox.eventNames().contains("baseline_established"))
    #expect(try inbox.findings() == [])
  }

  /// Stores sessions of one vowel.
  private func file(_ sessions: ClosedRange<Int>, in made: MemoryStore) throws -> [SessionID] {
    let pipeline = VoicePipeline(settings: .init(), environment: Inbox.environment())
    var analyst = AnalysisSession()
    var document = analyst.document(of: Recordings.long(1), name: "a.wav", by: pipeline)
    return try sessions.map { number in
      let id = try #require(SessionID(UUID().uuidString.lowercased()))
      document.recording.sha256 = Fingerprint.sha256(of: Array("\(number)".utf8))
      var header = SessionHeader(
        recording: StoredRecording(
          name: "a.wav", sha256: document.recording.sha256 ?? "", sizeBytes: 1, durationSeconds: 3),
        settingsSHA256: document.provenance.settingsSHA256, version: document.provenance.version)
      header.user = made.store.userHash(of: "anna-77")
      let day = "2026-0\(1 + number / 28)-\(10 + number % 18)"
      let given: JSONValue = [
        "user_id": "anna-77", "session_id": .string("S\(number)"),
        "recorded_at": .string(day + "T09:30:00Z"),
      ]
      try made.store.session(id).commit(
        SessionChange(
          "analysed", header: header, state: StateRecord(.filed),
          documents: [
            .answers: SessionAnswers.json(given: given).fileBytes,
            .computed: document.json.fileBytes,
          ]))
      return id
    }
  }

  private func follow(
    in made: MemoryStore, _ cache: FollowUpCache = FollowUpCache()
  ) throws -> (PersonFollowUp, Person) {
    let follow = PersonFollowUp(
      in: made.store, minimums: try ReferenceLimits.embedded().minimums,
      environment: Inbox.environment(), cache: cache)
    return (follow, try Person(parsing: Array(#"{"user_id": "anna-77"}"#.utf8), mode: .firstFault))
  }

  /// The transactions of a follow-up of a person with a number of sessions of one vowel.
  private func transactions(ofFollowUpAfter sessions: Int) throws -> Int {
    let made = try MemoryStore()
    let last = try file(1...sessions, in: made).last
    let (follow, person) = try follow(in: made)
    // The first one derives the values, and makes the baseline.
    _ = try follow.update(person, after: last, .made, reason: "r")
    let before = made.database.calls

    let news = try follow.update(person, after: last, .made, reason: "r")

    #expect(news.vowels.all.count == sessions)
    return made.database.calls - before
  }

  @Test func `a follow-up of 60 sessions has as many transactions as one of 30`() throws {
    let (many, few) = (try transactions(ofFollowUpAfter: 60), try transactions(ofFollowUpAfter: 30))

    #expect(many == few && few < 20)
  }

  @Test func `follow-ups that share decoded values see changes by other programs`() throws {
    let made = try MemoryStore()
    let ids = try file(1...4, in: made)
    let (shared, person) = try follow(in: made, FollowUpCache())
    let user = made.store.userHash(of: "anna-77")
    #expect(try shared.update(person, after: ids[3], .made, reason: "r").vowels.all.count == 4)

    let computed = try #require(try made.store.existingSession(ids[1])?.read(.computed))
    var document = try ResultsDocument(json: JSONValue.parse(computed))
    document.recording.name = "renamed.wav"
    try made.store.session(ids[1]).commit(
      SessionChange("analysed", documents: [.computed: document.json.fileBytes]))
    let former = try #require(try made.store.baseline(for: user))
    var other = try BaselineDocument(json: former.content, mode: .firstFault)
    other.run.baselineID = "another"
    try made.store.save(other.json, for: user, reason: "by another program")

    let news = try shared.update(person, after: ids[3], .made, reason: "r")
    let fresh = try follow(in: made).0.update(person, after: ids[3], .made, reason: "r")
    #expect(
      news.vowels.all.map(\.measured.results.recording.name)
        == ["a.wav", "renamed.wav", "a.wav", "a.wav"])
    #expect(try shared.history(of: person).json == follow(in: made).0.history(of: person).json)
    #expect(news.comparison?.baseline == fresh.comparison?.baseline)

    _ = try made.store.eraseAll(of: "anna-77", reason: "r")
    let again = try file(1...1, in: made)
    let erased = try shared.update(person, after: again[0], .made, reason: "r")
    #expect(erased.vowels.all.map(\.session) == again && erased.comparison == nil)
    #expect(try made.store.baseline(for: user)?.number == 1)
  }

  @Test func `a repetition changes nothing`() throws {
    try onboard()
    let (kept, _) = try #require(try baseline())
    let store = try inbox.openStore()
    let person = try #require(
      try store.person(for: store.userHash(of: "anna-77")).map {
        try Person(json: $0.content, mode: .firstFault)
      })

    let news = try PersonFollowUp(
      in: store, minimums: try ReferenceLimits.embedded().minimums, environment: Inbox.environment()
    ).update(person, after: nil, .made, reason: "again")

    #expect(news.kept == nil && news.rejection == nil)
    #expect(try baseline()?.0 == kept)
  }

  @Test
  func `a later session is compared with the baseline, and a persistent change raises an alert`()
    throws
  {
    (inbox.settings.audio, inbox.wantsEvents) = (.delete, true)
    try onboard()
    for take in 1...3 { try put(day: 3, take) }
    try inbox.drain()
    let within = try read(.comparison, of: "s3-3.wav")
    #expect(within["state"] == "complete")
    #expect(within["alerts"] == [])
    #expect(!inbox.eventNames().contains("alert_raised"))
    for day in [5, 7] {
      for take in 1...3 { try put(day: day, take, isRough: true) }
      try inbox.drain()
    }

    #expect(inbox.eventNames().contains("alert_raised"))
    let store = try inbox.openStore()
    let alerts = try store.alerts(for: store.userHash(of: "anna-77"))
    #expect(alerts.contains { $0.rule == .sequential && $0.sessionID == "S7" })
    #expect(alerts.allSatisfy { $0.acknowledged == nil })
    // A session outside the personal range is not added to the baseline.
    let (_, stored) = try #require(try baseline())
    #expect(stored.baseline.sessions.map(\.id) == ["S1", "S3"])
    #expect(try inbox.findings() == [])
  }

  @Test func `an alert names a recording of its session, also when a later session raises it`()
    throws
  {
    try onboard()
    for day in [5, 7] {
      for take in 1...3 { try put(day: day, take, isRough: true) }
    }
    try inbox.drain()

    let store = try inbox.openStore()
    let alerts = try store.alerts(for: store.userHash(of: "anna-77"))
    let names = try Dictionary(
      uniqueKeysWithValues: inbox.sessions().map { ($0.id, $0.name) })
    #expect(!alerts.isEmpty)
    for alert in alerts {
      #expect(names[alert.raisedBy]??.hasPrefix(alert.sessionID.lowercased() + "-") == true)
    }
  }

  @Test func `the page of an early vowel has the comparison of all vowels of the newest session`()
    throws
  {
    try onboard()
    for take in 1...3 {
      try put(day: 3, take)
      try inbox.drain()
    }
    let pipelines = JobPipelines(environment: Inbox.environment(), assessor: try .embedded())
    func vowels(_ comparison: ComparisonDocument?) -> Int? {
      guard case .complete(let findings)? = comparison?.outcome else { return nil }
      return findings.sessions.last?.session.used.count
    }
    func report(of name: String) throws -> ReportInput? {
      let id = try #require(try inbox.sessions().first { $0.name == name }).id
      return try ReportInput(of: id, in: inbox.openStore(), by: pipelines)
    }
    let stored = try ComparisonDocument(json: read(.comparison, of: "s3-1.wav"))

    #expect(vowels(stored) == 1)
    #expect(vowels(try report(of: "s3-1.wav")?.comparison) == 3)
    #expect(try report(of: "s1-1.wav")?.comparison == nil)
  }

  @Test func `a known person needs only the identifier`() throws {
    try onboard()
    try put(day: 2, 1)
    try inbox.drain()

    let computed = try read(.computed, of: "s2-1.wav")
    #expect(computed[path: ["assessment", "reference", "band"]] == "18-59")
    #expect(computed[path: ["assessment", "reference", "category"]] == "combined")
  }

  @Test func `with manual baselines none is created`() throws {
    inbox.settings.baselines = .byHand
    try onboard()

    #expect(try baseline() == nil)
  }

  @Test func `a reading is not measured as a vowel, and not added to a baseline`() throws {
    try put(day: 1, 1, more: #", "task": "reading", "language": "en""#)
    try inbox.drain()

    for document in [SessionDocument.quick, .computed] {
      let found = try read(document, of: "s1-1.wav")
      #expect(found["state"] == "complete" && found["task"] == "reading")
      #expect(found[path: ["biomarkers", "f0", "median_hz"]]?.numberValue != nil)
      #expect(found[path: ["biomarkers", "jitter", "local_percent"]] == .null)
      let codes = found["unavailable"]?.elements.map { $0["code"] } ?? []
      #expect(codes.contains("not_a_vowel"))
    }
    let computed = try read(.computed, of: "s1-1.wav")
    #expect(computed[path: ["biomarkers", "voice_quality", "cpps_db"]]?.numberValue != nil)
    #expect(computed[path: ["segment", "rule"]] == "whole")
    #expect(try baseline() == nil)
  }

  @Test func `one breath has its task and is part of no baseline, a late calibration adds a level`()
    throws
  {
    let spl: [JSONStep] = ["biomarkers", "voice_quality", "sound_pressure_level_db"]
    try put(day: 1, 1, more: #", "task": "maximum_phonation""#)
    try inbox.drain()
    let before = try read(.computed, of: "s1-1.wav")

    try inbox.put(
      #"{"profile": {"user_id": "anna-77"}, "task": "maximum_phonation", "calibration_db": 120}"#,
      "s1-1.json")
    try inbox.drain()

    let after = try read(.computed, of: "s1-1.wav")
    #expect(before["task"] == "maximum_phonation" && after["task"] == "maximum_phonation")
    #expect(before[path: spl] == .null)
    let level = try #require(
      after[path: ["biomarkers", "voice_quality", "intensity_mean_db"]]?.numberValue)
    // Full scale is 1 Pa without a calibration.
    #expect(abs((after[path: spl]?.numberValue ?? 0) - (level - 93.9794 + 120)) < 1e-3)
    #expect(after[path: ["provenance", "settings", "calibration_db"]]?.numberValue == 120)
    #expect(try baseline() == nil)
  }

  @Test(arguments: AudioPolicy.allCases)
  func `a late sidecar makes a vowel a reading`(audio: AudioPolicy) throws {
    inbox.settings.audio = audio
    try put(day: 1, 1)
    try inbox.drain()
    #expect(try read(.computed, of: "s1-1.wav")["task"] == "sustained_vowel")

    try inbox.put(
      #"{"profile": {"user_id": "anna-77"}, "session_id": "S1", "task": "reading"}"#, "s1-1.json")
    try inbox.drain()

    for document in [SessionDocument.quick, .computed] {
      let found = try read(document, of: "s1-1.wav")
      #expect(found["task"] == "reading")
      #expect(found[path: ["biomarkers", "jitter", "local_percent"]] == .null)
    }
    let computed = try read(.computed, of: "s1-1.wav")
    let cpps = computed[path: ["biomarkers", "voice_quality", "cpps_db"]]
    #expect((cpps == .null) == (audio != .archive), "\(audio)")
  }

  @Test func `a filed recording has a bundle of all documents`() throws {
    try onboard()
    try put(day: 2, 1)
    try inbox.drain()

    let bundle = try read(.bundle, of: "s2-1.wav")
    for document in [SessionDocument.header, .answers, .quick, .computed, .comparison] {
      #expect(try bundle[document.rawValue] == read(document, of: "s2-1.wav"), "\(document)")
    }
    #expect(bundle["baseline"]?["state"] == "accepted")
    #expect(bundle["limits"]?.elements.isEmpty == false)
  }

  @Test func `a guest's recording is filed completely, in one change with its results`() throws {
    let sound = Recordings.long(7)

    try inbox.deliver(sound, "guest.wav")

    let store = try inbox.openStore()
    let summary = try #require(try inbox.sessions().first)
    let session = try #require(try store.existingSession(summary.id))
    let log = try String(
      contentsOfFile: inbox.storePath + "/sessions/\(summary.id.text)/audit.log", encoding: .utf8)
    #expect(log.split(separator: "\n").count == 2, "\(log)")
    #expect(try session.state()?.state == .filed)
    #expect(try session.read(.audio) == sound)
    let bundle = try read(.bundle, of: "guest.wav")
    for document in [SessionDocument.header, .answers, .quick, .computed, .comparison] {
      #expect(try bundle[document.rawValue] == read(document, of: "guest.wav"), "\(document)")
    }
    #expect(try store.verify(VerificationRequest()).findings == [])
    #expect(try inbox.work() == [])
  }
}
