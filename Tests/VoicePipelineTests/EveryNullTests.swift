// Every null in a document of every fixture has exactly one reason with the needed and the found
// value.

import Foundation
import TestSupport
import Testing
import VoiceTypes
import WAVIngest

/// The number of documents and their content.
private struct Tally: Sendable {
  var long = 0
  var complete = 0
  var refused = 0
  var nulls: [String: Int] = [:]
  var problems: [String] = []

  mutating func add(_ other: Tally) {
    long += other.long
    complete += other.complete
    refused += other.refused
    nulls.merge(other.nulls, uniquingKeysWith: +)
    problems += other.problems
  }
}

@Suite struct EveryNullTests {
  /// A recording that lasts longer is measured once per preset and tier, not in every combination.
  private static let longSeconds = 1.5

  private static let basic = AnalysisSettings.presetsAndTiers

  /// Presets, tiers, segment rules, and the preset's range or a given one.
  private static let every = basic.flatMap { settings in
    [SegmentRule.steady, .whole].flatMap { segment in
      [nil, PitchRange(floor: 75, ceiling: 300)].map { range in
        settings.with {
          $0.givenSegment = segment
          $0.givenPitchRange = range
        }
      }
    }
  }

  private static func tally(of file: URL) throws -> Tally {
    let quick = analyze(.path(file.path), AnalysisSettings(tier: .quick))
    let isLong = (quick[path: ["recording", "duration_s"]]?.numberValue ?? 0) > longSeconds
    var tally = Tally()
    tally.long = isLong ? 1 : 0
    for settings in isLong ? basic : every {
      let document = analyze(.path(file.path), settings)
      let problems = try problems(in: document)
      tally.problems += problems.map {
        "\(file.lastPathComponent) \(settings.preset) \(settings.tier) \(settings.segment): \($0)"
      }
      if document["state"] == "refused" { tally.refused += 1 } else { tally.complete += 1 }
      for entry in document["unavailable"]?.elements ?? [] {
        tally.nulls[entry["code"]?.stringValue ?? "", default: 0] += 1
      }
    }
    return tally
  }

  private static func problems(in document: JSONValue) throws -> [String] {
    try DocumentRules.problems(in: document)
      + (ResultsDocument(json: document).json == document ? [] : ["is read otherwise"])
      + (document["state"] == "refused"
        ? refusalProblems(in: document) : nullProblems(in: document))
  }

  private static func nullProblems(in document: JSONValue) -> [String] {
    let names = DocumentRules.measures(of: document).map(\.name)
    return (names == Measure.allCases.map(\.rawValue) ? [] : ["measures are \(names)"])
      + (document["unavailable"]?.elements ?? []).flatMap(ReasonRules.problems(of:))
  }

  private static func refusalProblems(in document: JSONValue) -> [String] {
    let findings = [
      "pitch_range", "segment", "signal_type", "biomarkers", "unavailable", "uncertainty",
      "assessment", "notes", "contours",
    ]
    let empty = ["code", "message", "advice"].filter {
      document["error"]?[$0]?.stringValue?.isEmpty != false
    }
    return document.keys.filter(findings.contains).map { "is refused and has \($0)" }
      + empty.map { "has no \($0)" }
  }

  @Test(arguments: ["voices", "malformed", "encodings"])
  func `every null has one reason with the required and found values`(
    folder: String
  ) async throws {
    let files = try Repository.recordings(in: folder)
    let tally = try await withThrowingTaskGroup(of: Tally.self) { group in
      for file in files { group.addTask { try Self.tally(of: file) } }
      return try await group.reduce(into: Tally()) { $0.add($1) }
    }

    print(
      "\(folder): \(files.count) files (\(tally.long) long), \(tally.complete) complete documents, \(tally.refused) "
        + "refused; nulls by code:", tally.nulls.sorted { $0.key < $1.key })
    #expect(tally.complete > 0)
    #expect(tally.problems.prefix(20) == [])
    #expect(tally.problems.count == 0)
  }

  @Test(arguments: ReasonCode.allCases)
  func `an entry that breaks the promise of its code is noticed`(code: ReasonCode) {
    func entry(_ needed: JSONValue, _ found: JSONValue) -> JSONValue {
      [
        "measure": "m", "code": .string(code.rawValue), "message": "m", "needed": needed,
        "found": found,
      ]
    }

    #expect(ReasonRules.problems(of: entry(2, 2)) != [])
    #expect(ReasonRules.problems(of: entry(2, .null)) != [])
  }
}
