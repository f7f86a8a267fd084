import BaselineService
import Foundation
import TestSupport
import Testing
import VoiceMath
import VoiceTypes

extension CommandLineTests {
  @Suite struct LimitsTests {
    private let scratch = Scratch()

    private func analyze(_ more: [String]) async throws -> Tool.Outcome {
      let profile = try scratch.write(
        #"{"user_id": "a", "age": 34, "voice_reference": "masculine"}"#, as: "profile.json")
      return try await Tool.run(["analyze", scratch.voice(), "--profile", profile] + more)
    }

    private func limits(_ change: (JSONValue) -> JSONValue) throws -> String {
      let shipped = try JSONValue(parsing: String(decoding: EmbeddedLimits.bytes, as: UTF8.self))
      return try scratch.write(change(shipped).text(.pretty), as: "limits.json")
    }

    @Test func `a profile gives an assessment by the limits that ship`() async throws {
      let outcome = try await analyze([])

      let document = try outcome.document
      #expect(outcome.status == 0)
      #expect(try DocumentRules.problems(in: document) == [])
      let reference = document[path: ["assessment", "reference"]]
      #expect(reference?["version"] == "literature-3")
      #expect(reference?["category"] == "M")
      #expect(reference?[path: ["measured", "version"]] == "measured-svd-coswara-5")
    }

    @Test func `the limits of an assessment are those that limits show prints`() async throws {
      let rows = try await Tool.run(["limits", "show"]).output.split(separator: "\n")
      let profile = try scratch.write(
        #"{"user_id": "a", "age": 34, "voice_reference": "masculine"}"#, as: "profile.json")
      let voice = Repository.fixtures.appendingPathComponent("voices/coswara_21_a.wav").path
      let document = try await Tool.run(["analyze", voice, "--profile", profile]).document
      var compared: Set<String> = []

      for measure in document[path: ["assessment", "measures"]]?.elements ?? [] {
        let name = try #require(measure["measure"]?.stringValue)
        // Derived limits depend on the recording.
        for limit in [measure["typical"], measure["published"]]
        where limit?["basis"] != "derived" {
          for (key, sign) in [("low", "≥ "), ("high", "≤ ")] {
            guard let bound = limit?[key]?.numberValue else { continue }
            let text = Decimal.text(bound)
            let isPrinted = rows.contains { row in
              row.contains("| \(name) |")
                && (row.contains("| \(sign)\(text)") || row.contains("\(text) to ")
                  || row.contains(" to \(text)"))
            }
            #expect(isPrinted, "\(name) \(sign)\(text)")
            compared.insert(name)
          }
        }
      }

      #expect(compared.isSuperset(of: ["f0.sd_semitones", "jitter.local_percent"]), "\(compared)")
    }

    @Test func `--limits replaces the shipped limits`() async throws {
      let path = try limits {
        $0.setting(["version"], to: "mine").setting(["limits", 0, "high"], to: .number(0.01))
          .setting(["limits", 0, "algorithm"], to: "praat")
      }

      // The voice lasts a second, too short for jitter of its steady stretch alone.
      let document = try await analyze(["--limits", path, "--segment", "whole"]).document

      let jitter = document[path: ["assessment", "measures"]]?.elements.first {
        $0["measure"] == "jitter.local_percent"
      }
      #expect(document[path: ["assessment", "reference", "version"]] == "mine")
      #expect(document[path: ["assessment", "reference", "measured"]] == .null)
      #expect(jitter?[path: ["published", "high"]] == .number(0.01))
      #expect(jitter?["standing"] == "outside_published")
    }

    @Test func `limits with faults give status 65, every fault and no data`() async throws {
      let path = try limits {
        $0.setting(["version"], to: "").setting(["limits", 3, "basis"], to: "known")
      }

      let outcome = try await analyze(["--limits", path, "--output", scratch.path("results")])

      #expect(outcome.status == 65)
      #expect(outcome.output == "")
      #expect(
        outcome.errors == """
          sagevoice: --limits: version: found ""; allowed: a text that is not empty
          sagevoice: --limits: limits[3].basis: found "known"; allowed: verified, from_memory, \
          derived, engineering, measured
          sagevoice: the limits are invalid, and nothing was analysed; correct the fields named above

          """)
      #expect(!(try scratch.names(in: "").contains("results")))
    }

    @Test func `limits that cannot be opened give status 66`() async throws {
      for path in [scratch.path("missing.json"), scratch.folder.path] {
        let outcome = try await analyze(["--limits", path])
        #expect(outcome.status == 66)
        #expect(outcome.errors.hasPrefix("sagevoice: --limits: "))
      }
    }

    @Test func `limits without a profile are wrong usage`() async throws {
      let outcome = try await Tool.run(["analyze", scratch.voice(), "--limits", limits { $0 }])

      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("--profile"))
    }

    @Test func `a text report with a profile ends with the notice`() async throws {
      let outcome = try await analyze(["--format", "text"])

      #expect(
        outcome.output.contains(
          "\nReference group for F0: 18–59 years, masculine voices (the person chose the\n"))
      #expect(outcome.output.contains("\nThis is a measurement, not a diagnosis. Many things "))
    }
  }
}
