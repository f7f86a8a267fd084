// `sagevoice report`: one page of a recording or of a document.

import Foundation
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct ReportTests {
    private let scratch = Scratch()

    private static let profile = #"{"user_id": "anna", "age": 40, "voice_reference": "feminine"}"#

    @Test func `a page of a recording has its numbers and its figures`() async throws {
      let voice = try scratch.voice()
      let outcome = try await Tool.run(["report", voice])

      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
      #expect(outcome.output.hasPrefix("<!DOCTYPE html>"))
      #expect(outcome.output.contains("This is a measurement, not a diagnosis."))
      #expect(outcome.output.contains("Mean F0"))
      // Six figures, and two panels for print.
      #expect(outcome.output.components(separatedBy: "<svg ").count == 9)
    }

    @Test func `a page of a document has the numbers of the document`() async throws {
      let voice = try scratch.voice()
      let document = try await Tool.run(["analyze", voice]).output
      let path = try scratch.write(document, as: "voice.json")
      let json = try JSONValue(parsing: document)

      let outcome = try await Tool.run(["report", path])

      #expect(outcome.status == 0)
      let id = try #require(json["analysis_id"]?.stringValue)
      #expect(outcome.output.contains("<dd>\(id)</dd>"))
      #expect(outcome.output.contains("the document does not contain the audio"))
      #expect(!outcome.output.contains("<svg "))
    }

    @Test func `a report with a profile shows the limits of each measure`() async throws {
      let profile = try scratch.write(Self.profile, as: "profile.json")
      let voice = try scratch.voice()
      let page = scratch.path("out/page.html")

      let outcome = try await Tool.run(["report", voice, "--profile", profile, "-o", page])

      #expect(outcome.status == 0)
      #expect(outcome.output == "")
      let text = try scratch.text(of: "out/page.html")
      #expect(text.contains("<dd>anna</dd>"))
      #expect(text.contains("Reference limits and sources"))
      #expect(text.contains("chart-title"))
      let mode = try FileManager.default.attributesOfItem(atPath: page)[.posixPermissions]
      #expect((mode as? NSNumber)?.intValue == 0o600)
    }

    @Test func `a page is written in German too`() async throws {
      let outcome = try await Tool.run(["report", scratch.voice(), "--language", "de"])

      #expect(outcome.status == 0)
      #expect(outcome.output.contains("Dies ist eine Messung, keine Diagnose."))
      #expect(outcome.output.contains("Alle Messwerte"))
    }

    @Test func `a refused recording has a page that says why, and status 65`() async throws {
      let outcome = try await Tool.run(["report", scratch.tooShort()])

      #expect(outcome.status == 65)
      #expect(outcome.output.contains("Not measured:"))
      #expect(outcome.errors.contains("(too_short)"))
    }

    @Test func `a file that is no document is refused`() async throws {
      let path = try scratch.write("{\"schema\": 1}", as: "x.json")

      let wrong = try await Tool.run(["report", path])
      let missing = try await Tool.run(["report", scratch.path("none.json")])

      #expect(wrong.status == 65)
      #expect(wrong.output == "")
      #expect(wrong.errors.contains("this is not one results document"))
      #expect(missing.status == 66)
    }
  }
}
