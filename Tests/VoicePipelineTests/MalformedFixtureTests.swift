// Every input gives a valid document.

import Foundation
import TestSupport
import Testing
import VoiceTypes
import WAVIngest

@Suite struct MalformedFixtureTests {
  @Test(arguments: AnalysisSettings.presetsAndTiers)
  func `every malformed file has a valid document`(settings: AnalysisSettings) throws {
    let settings = settings.with { $0.includesContours = true }
    let files = try Repository.recordings(in: "malformed")
    #expect(files.count > 80)
    for file in files {
      let text = analyze(.path(file.path), settings).text(.compact)
      // Strict reading: a NaN or an infinity is no JSON.
      let document = try JSONValue(parsing: text)
      #expect(try DocumentRules.problems(in: document) == [], "\(file.lastPathComponent)")
      #expect(document[path: ["recording", "name"]] == .string(file.lastPathComponent))
    }
  }

  @Test(arguments: AnalysisSettings.presetsAndTiers)
  func `every malformed file that cannot be read is refused for the reason expected`(
    settings: AnalysisSettings
  ) throws {
    let list = Repository.fixtures.appendingPathComponent("malformed/expected.json")
    let expected = try JSONValue(parsing: String(contentsOf: list, encoding: .utf8))
    for file in try Repository.recordings(in: "malformed") {
      let code = try #require(expected[file.lastPathComponent])
      guard code != "complete" else { continue }
      let document = analyze(.path(file.path), settings)
      #expect(document["error"]?["code"] == code, "\(file.lastPathComponent)")
    }
  }
}
