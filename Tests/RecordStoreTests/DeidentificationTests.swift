// Identifying data in all bytes of a de-identified export.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct DeidentificationTests {
  private let stores: ExchangeStores

  init() throws { stores = try ExchangeStores() }

  /// A session with identifying data in every document.
  private func person(age: Int = 93) throws -> (RecordStore, SessionLife) {
    let (store, lives) = try stores.store(people: ["anna@example.org"])
    let life = lives[0]
    let session = try store.session(life.id)
    let profile =
      #"{"user_id":"anna@example.org","age":\#(age),"gender_identity":"woman","#
      + #""voice_conditions":["Nodules since Aunt Berta"],"device_model":"Anna's phone","#
      + #""created_at":"1999-04-05T10:00:00Z","phone":"555-0199","born":"1931-02-03"}"#
    let answers =
      #"{"schema":"sagevoice/answers/1","given":{"profile":\#(profile),"context":"ward 7","#
      + #""flags":["after Ms Meier's visit"]}}"#
    let comparison =
      #"{"schema":"sagevoice/baseline/1","person":{"user_id":"anna@example.org","age":\#(age),"#
      + #""age_band":"60+","voice_conditions":["Nodules since Aunt Berta"]},"context":"ward 7","#
      + #""sessions":[{"id":"Meier","session_id":"2026-01-02 Meier","recordings":[{"name":"anna.wav","#
      + #""recorded_at":"2026-01-02T10:00:00Z"}]}],"biomarkers":[{"measure":"f0.mean_hz","#
      + #""usual":118.5}],"run":{"baseline_id":"Anna-1","established_at":"2026-01-02T11:00:00Z"}}"#
    var header = life.header(in: store)
    header.recordedAt = "2026-01-02T10:00:00Z"
    header.parent = nil
    header.consent = ["signed_by": "Anna Meier"]
    try session.commit(
      SessionChange(
        "told", header: header,
        documents: [
          .answers: Array(answers.utf8), .comparison: Array(comparison.utf8),
          .bundle: Array(answers.utf8),
        ]))
    return (store, life)
  }

  private func texts(_ name: String) throws -> String {
    try stores.tree(name).sorted { $0.key < $1.key }
      .map { $0.key + "\n" + String(decoding: $0.value, as: UTF8.self) }.joined(separator: "\n")
  }

  @Test func `a de-identified export has no identifying data`() throws {
    let (store, life) = try person()

    try stores.export(store, to: "out", form: .deidentified)

    let text = try texts("out")
    print("de-identified: \(text.utf8.count) bytes searched")
    for word in [
      "anna", "Anna", "Meier", "Berta", "Nodules", "ward", "example.org", "0199", "Größe", ".wav",
      "phone", ": 93", "born",
    ] {
      #expect(!text.contains(word), "\(word)")
    }
    #expect(try text.matches(of: Regex(#"[0-9]{4}-[0-9]{2}-[0-9]{2}"#)).isEmpty)
    #expect(try text.matches(of: Regex(#""age": (9[0-9]|1[0-9]{2})"#)).isEmpty)
    let names = try stores.tree("out").keys.map { String($0.split(separator: "/").last ?? "") }
    #expect(
      Set(names) == [
        "export.json", "header.json", "answers.json", "quick.json", "computed.json", "state.json",
        "comparison.json",
      ])
    #expect(!text.contains(life.audioSHA256))
  }

  @Test func `measures, years, choices and the keyed hash remain`() throws {
    let (store, life) = try person()
    let user = store.userHash(of: "anna@example.org")

    try stores.export(store, to: "out", form: .deidentified)

    let tree = try stores.tree("out").filter { $0.key.hasSuffix(".json") }
      .mapValues { try JSONValue.parse($0) }
    let folder = "sessions/\(life.id.text)"
    let answers = try #require(tree["\(folder)/answers.json"])
    #expect(answers["age"] == .null && answers["age_band"] == "90+")
    #expect(answers["gender_identity"] == "woman")
    #expect(tree["\(folder)/header.json"]?["user"] == .string(user.text))
    #expect(tree["\(folder)/header.json"]?["recorded_year"] == 2026)
    let comparison = try #require(tree["\(folder)/artifacts/comparison.json"])
    #expect(comparison[path: ["person", "age_band"]] == "90+")
    #expect(comparison[path: ["biomarkers", 0, "usual"]] == .number(118.5))
    let quick = try #require(tree["\(folder)/quick.json"])
    #expect(quick[path: ["provenance", "version"]] == "0.5.0")
    #expect(quick["unavailable"]?.elements.count == Measure.allCases.count)
    #expect(quick[path: ["run", "analyzed_year"]] == 2026)
    #expect(tree["export.json"]?["form"] == "deidentified")
  }

  @Test(arguments: [13, 40, 89])
  func `an age up to 89 is exact`(age: Int) throws {
    let (store, life) = try person(age: age)

    try stores.export(store, to: "out", form: .deidentified)

    let answers = try JSONValue.parse(
      stores.files.read(stores.path("out/sessions/\(life.id.text)/answers.json")))
    #expect(answers["age"] == .int(age) && answers["age_band"] == .null)
  }

  @Test(arguments: ["out", "out.zip"])
  func `a de-identified export cannot be imported`(name: String) throws {
    try stores.export(person().0, to: name, form: .deidentified)

    let error = #expect(throws: ExchangeError.self) {
      try stores.imported(name, into: stores.empty())
    }

    #expect(error == .deidentified(path: stores.path(name)))
  }
}
