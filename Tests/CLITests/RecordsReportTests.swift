// Report pages of a store.

import Foundation
import RecordStore
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct RecordsReportTests {
    private let fixture = RecordsFixture()

    @Test func `a stored recording has a page with its figures and the visits of its person`()
      async throws
    {
      let first = try await fixture.file("a.wav", of: "anna")
      try await fixture.file("b.wav", of: "anna", keepingAudio: false, f0: 130)

      let page = try await fixture.records("report", [first.text])

      #expect(page.status == 0, "\(page.errors)")
      #expect(page.output.contains("<title>Voice recording: a.wav</title>"))
      #expect(page.output.contains("<dd>anna</dd>"))
      #expect(page.output.contains(">recorded 2026-01-02 09:00 UTC, analysed "))
      #expect(page.output.contains("History by session"))
      #expect(!page.output.contains("Recording dates unknown"))
      #expect(page.output.contains("<title id=\"spectrogram-title\">"))
      let document = try JSONValue.parse(
        try #require(try fixture.open(.reading).existingSession(first)?.read(.computed)))
      let id = try #require(document["analysis_id"]?.stringValue)
      #expect(page.output.contains("<dd>\(id)</dd>"))
    }

    @Test func `the report of a person shows the newest session, without audio no figures`()
      async throws
    {
      try await fixture.file("a.wav", of: "anna")
      try await fixture.file("b.wav", of: "anna", keepingAudio: false)
      try await fixture.file("c.wav", of: "bert")
      let path = fixture.scratch.path("page.html")

      let outcome = try await fixture.records("report", ["--user", "anna", "-o", path])

      #expect(outcome.status == 0 && outcome.output == "")
      let page = try fixture.scratch.text(of: "page.html")
      #expect(page.contains("<title>Voice recording: b.wav</title>"))
      #expect(page.contains("the document does not contain the audio"))
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect((mode as? NSNumber)?.intValue == 0o600)
    }

    @Test func `a guest has a page without visits`() async throws {
      let guest = try await fixture.file("g.wav", of: nil)

      let page = try await fixture.records("report", [guest.text, "--language", "de"])

      #expect(page.status == 0)
      #expect(!page.output.contains("Verlauf nach Sitzungen"))
      #expect(page.output.contains("Dies ist eine Messung, keine Diagnose."))
    }

    @Test func `a session is compared with an earlier one of the same person only`() async throws {
      let first = try await fixture.file("a.wav", of: "anna")
      let second = try await fixture.file("b.wav", of: "anna", f0: 240)
      let other = try await fixture.file("c.wav", of: "bert")

      let page = try await fixture.records("report", [second.text, "--compare", first.text])
      let refused = try await fixture.records("report", [second.text, "--compare", other.text])

      #expect(page.status == 0, "\(page.errors)")
      #expect(page.output.contains("<h2>Before: a.wav</h2>"))
      #expect(page.output.contains("<h2>After: b.wav</h2>"))
      #expect(page.output.contains(">recorded 2026-01-02 09:00 UTC, analysed "))
      #expect(page.output.components(separatedBy: "<audio controls").count == 3)
      #expect(refused.status == 65 && refused.output == "")
    }

    @Test func `the log of an encrypted store records each shown page`() async throws {
      let key = try fixture.key()
      let session = try await fixture.file("a.wav", of: "anna", key: key)
      let report = [session.text, "--key-file", key, "--actor", "dr-who"]

      #expect(try await fixture.records("report", report).status == 0)
      #expect(try await fixture.records("report", [session.text]).status != 0)

      let verified = try await fixture.records("verify", ["--key-file", key])
      #expect(verified.status == 0, "\(verified.output)")
      let log = try fixture.history(key: key)
      let line = try #require(log.split(separator: "\n").last { $0.contains("shown") })
      #expect(line.contains("dr-who"))
      #expect(log.contains("sessions/\(session.text)/report"))
    }

    @Test func `reports are exported only with personal data`() async throws {
      let session = try await fixture.file("a.wav", of: "anna")
      let page = Array("<p>anna</p>".utf8)
      try fixture.open().session(session).commit(
        SessionChange("page", documents: [.page: page, .sheets: page]))
      let (whole, reduced) = (fixture.scratch.path("whole"), fixture.scratch.path("reduced"))

      #expect(try await fixture.records("export", ["--all", whole]).status == 0)
      #expect(try await fixture.records("export", ["--all", "--deidentify", reduced]).status == 0)

      let pages = { (name: String) in
        try fixture.tree(name).filter { $0.key.contains("report.") }.map(\.value)
      }
      #expect(try pages("whole") == [page, page])
      #expect(try pages("reduced") == [])
      let shown = try await fixture.records("show", [session.text, "--document", "page"])
      #expect(shown.output == "<p>anna</p>")
      #expect(try await fixture.records("show", [session.text]).status == 0)
      #expect(try await fixture.records("verify").status == 0)
    }

    @Test(arguments: [
      [], ["--user", "anna", "aaaaaaaa-bbbb-4ccc-8ddd-000000000001"],
      ["--user", "anna", "-o", "x"],
      ["--user", "anna", "--paper", "a4"],
    ])
    func `wrong usage gives status 64`(arguments: [String]) async throws {
      try await fixture.file("a.wav", of: "anna")

      let outcome = try await fixture.records("report", arguments)

      #expect(outcome.status == 64)
      #expect(outcome.output == "")
    }

    @Test func `a missing person or session gives status 66`() async throws {
      try await fixture.file("a.wav", of: "anna")

      let nobody = try await fixture.records("report", ["--user", "nobody"])
      let nothing = try await fixture.records("report", ["aaaaaaaa-bbbb-4ccc-8ddd-000000000009"])

      #expect(nobody.status == 66 && nothing.status == 66)
    }
  }
}
