// Whom a minimum of a site's own set holds for.

import Foundation
import TestSupport
import Testing
import VoiceTypes

@testable import BaselineService

@Suite struct RecordingMinimumTests {
  private static let shipped = Result {
    try JSONValue(parsing: String(decoding: EmbeddedLimits.bytes, as: UTF8.self))
  }

  private static let article = "Documentation/Limits.md"

  /// The minimums that the article shows, read as it shows them.
  private static let ofArticle = Result {
    let text = try String(
      contentsOf: Repository.root.appendingPathComponent(article), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = try #require(lines.firstIndex { $0.hasPrefix("    \"minimums\": [") })
    let end = try #require(lines[start...].firstIndex(of: "    ]"))
    let json = try JSONValue.parse(Array("{\(lines[start...end].joined(separator: " "))}".utf8))
    return try #require(json["minimums"])
  }

  private static func set(_ minimums: JSONValue) throws -> ReferenceLimits {
    try ReferenceLimits(
      reading: Array(shipped.get().setting(["minimums"], to: minimums).text(.compact).utf8)
    ) { "\($0.count)" }
  }

  private static func faults(_ minimums: JSONValue) throws -> [FileFault] {
    do {
      _ = try set(minimums)
      return []
    } catch let error as FileFaults {
      return error.faults
    }
  }

  private static func minimum(
    _ category: String, bands: [JSONValue] = [], pass: Int
  ) -> JSONValue {
    let json: JSONValue = [
      "property": "f0_confidence", "unit": "%", "category": .string(category),
      "pass": .int(pass), "warn": 10, "basis": "engineering", "citation": "a choice",
    ]
    return bands.isEmpty ? json : json.setting(["bands"], to: .array(bands))
  }

  /// The values of the other two properties in the article.
  private static func whole(_ minimums: [JSONValue]) throws -> JSONValue {
    .array(try minimums + ofArticle.get().elements.filter { $0["property"] != "f0_confidence" })
  }

  private func grading(
    _ minimums: JSONValue, age: Int?, _ reference: VoiceReference?
  ) throws -> RecordingAssessment {
    let person = Samples.person(age: age, identity: nil, sex: nil, reference: reference)
    return try Assessor(limits: Self.set(minimums))
      .assess(Samples.recording([:]), of: person).recording
  }

  // MARK: - Whom

  /// A person's age and reference with the required minimum.
  typealias Asked = (age: Int?, reference: VoiceReference?, pass: Double)

  static let byArticle: [Asked] = [
    (nil, .some(.feminine), 80), (14, .some(.feminine), 70), (14, .some(.masculine), 65),
    (14, .some(.combined), 70), (14, nil, 70), (16, .some(.masculine), 80),
    (40, .some(VoiceReference.none), 80),
  ]

  @Test(arguments: byArticle)
  func `the documented minimums apply to the documented groups`(
    age: Int?, reference: VoiceReference?, pass: Double
  ) throws {
    let recording = try grading(Self.ofArticle.get(), age: age, reference)

    #expect(recording.confidence.pass == pass)
    #expect(recording.duration.pass == 3)
  }

  /// Most specific first: age and group, age, group, all. The order in the file does not matter.
  static let byPrecision: [Asked] = [
    (14, .some(.masculine), 44), (14, .some(.feminine), 33), (40, .some(.masculine), 22),
    (40, .some(.feminine), 11), (nil, .some(.masculine), 22),
    (nil, .some(VoiceReference.none), 11),
  ]

  @Test(arguments: byPrecision)
  func `the most precise minimum applies`(
    age: Int?, reference: VoiceReference?, pass: Double
  ) throws {
    let rows = [
      Self.minimum("any", pass: 11), Self.minimum("M", pass: 22),
      Self.minimum("any", bands: ["13-15", "16-17"], pass: 33),
      Self.minimum("M", bands: ["13-15"], pass: 44),
    ]

    for order in [rows, rows.reversed()] {
      let recording = try grading(Self.whole(order), age: age, reference)
      #expect(recording.confidence.pass == pass)
    }
  }

  @Test func `without a reference group for F0 the shared minimum applies`() throws {
    let rows = [Self.minimum("any", pass: 11), Self.minimum("combined", pass: 22)]

    let recording = try grading(Self.whole(rows), age: 40, VoiceReference.none)

    #expect(recording.confidence.pass == 22)
  }

  @Test(arguments: [(14, false), (40, true)])
  func `a baseline applies the minimums of the person's age`(age: Int, isUsed: Bool) throws {
    let rows = [
      Self.minimum("any", pass: 40),
      Self.minimum("any", bands: ["13-15"], pass: 95).setting(["warn"], to: 90),
    ]
    var person = SampleSessions.person
    person.age = Age(years: age)
    let vowels = SampleSessions.vowels(sessions: 3).map { $0.with { $0.confidence = 85 } }

    let (outcome, _) = BaselineEstablishment(
      of: person, amending: nil, minimums: try Self.set(Self.whole(rows)).minimums
    ).establish(from: vowels.map(\.measured))

    if case .accepted(let baseline) = outcome {
      #expect(isUsed)
      let held = BaselineComparison(
        with: baseline, rule: .mustAgree,
        minimums: try Self.set(Self.whole([Self.minimum("any", pass: 99)])).minimums
      ).compare([vowels[0].with { $0.day = 9 }.measured])
      // Another set of limits is no other condition.
      #expect(held.differences == [])
    } else {
      #expect(!isUsed)
    }
  }

  // MARK: - The file

  @Test func `the article's minimums are read and written back`() throws {
    let set = try Self.set(Self.ofArticle.get())

    #expect(ReferenceLimits.shape.json(of: set)["minimums"] == (try Self.ofArticle.get()))
    #expect(set.minimums.map(\.bands) == [[], [.from13To15], [.from13To15], [], []])
    #expect(
      try JSONSchemaValidator(ReferenceLimits.jsonSchema).problems(
        in: ReferenceLimits.shape.json(of: set)) == [])
  }

  static let open: [(rows: [JSONValue], place: String)] = [
    ([minimum("any", pass: 50), minimum("any", pass: 60)], "minimums[1]"),
    ([minimum("any", pass: 50), minimum("M", pass: 60), minimum("M", pass: 60)], "minimums[2]"),
    (
      [
        minimum("any", pass: 50), minimum("any", bands: ["13-15"], pass: 60),
        minimum("any", bands: ["16-17", "13-15"], pass: 60),
      ], "minimums[2]"
    ),
    ([minimum("any", bands: ["13-15"], pass: 60)], "minimums"),
    ([minimum("F", pass: 60), minimum("M", pass: 60)], "minimums"),
    ([minimum("any", bands: ["18-60"], pass: 60)], "minimums[0].bands"),
  ]

  @Test(arguments: open.indices)
  func `ambiguous minimums are a fault with its place`(index: Int) throws {
    let (rows, place) = Self.open[index]

    let faults = try Self.faults(Self.whole(rows))

    #expect(faults.contains { $0.place == place }, "\(faults)")
  }

  @Test func `non-overlapping ages and groups are valid`() throws {
    let rows = [
      Self.minimum("any", pass: 50), Self.minimum("M", pass: 60), Self.minimum("F", pass: 60),
      Self.minimum("any", bands: ["13-15"], pass: 60),
      Self.minimum("any", bands: ["16-17"], pass: 60),
      Self.minimum("M", bands: ["13-15"], pass: 60),
    ]

    #expect(try Self.faults(Self.whole(rows)) == [])
  }

  @Test func `a table of limits shows the minimums with their ages and groups`() throws {
    let table = LimitsTable(of: [try Self.set(Self.ofArticle.get())]).markdown

    #expect(
      table.contains(
        "\n| periodicity (mean autocorrelation) | 13–15 years | masculine voices | ≥ 65 % | ≥ 40 % | "
          + "set by sagevoice |\n"
      ))
    #expect(
      table.contains(
        "\n| voiced fraction | all ages | all voices | ≥ 95 % | ≥ 90 % | set by sagevoice |\n"))
  }
}
