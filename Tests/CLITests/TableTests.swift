// Tables for statistics: their input, and a row for every value, also a missing one.

import Foundation
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct TableTests {
    private let scratch = Scratch()

    /// The rows of a table, by the names of their columns.
    private func rows(_ text: String) throws -> [[String: String]] {
      let rows = try CSVText(text).rows
      let header = try #require(rows.first)
      return rows.dropFirst().map { row in
        Dictionary(uniqueKeysWithValues: zip(header, row))
      }
    }

    private func analyze(_ arguments: [String]) async throws -> Tool.Outcome {
      try await Tool.run(["analyze", "--quiet"] + arguments)
    }

    // MARK: - Output

    @Test func `a long table has a row per recording and measure, refused ones too`() async throws {
      let inputs = [try scratch.voice(), try scratch.tooShort(), scratch.path("missing.wav")]

      let outcome = try await analyze(["--format", "long"] + inputs)

      let rows = try rows(outcome.output)
      #expect(rows.count == 3 * Measure.allCases.count)
      #expect(
        rows.map { $0["path"] }
          == inputs.flatMap { input in Measure.allCases.map { _ in input } })
      for row in rows {
        let (status, value) = (row["status"], row["value"])
        #expect((status == "missing") == (value == ""), "\(row)")
        #expect(status == "measured" || row["reason"] != "", "\(row)")
      }
      let document = try await analyze([inputs[0]]).document
      for (name, value) in DocumentRules.measures(of: document) {
        let row = try #require(rows.first { $0["measure"] == name })
        #expect(row["value"] == (value == .null ? "" : value.text(.compact)))
        let low = document[path: ["uncertainty", .key(name), "ci95"]]?.elements.first
        #expect(row["ci_low"] == (low?.text(.compact) ?? ""))
      }
      #expect(rows.last?["reason"] == "not_found")
    }

    @Test func `a wide table has intervals, failed checks and the settings`() async throws {
      let path = try scratch.voice()

      let row = try #require(try rows(await analyze(["--format", "csv", path]).output).first)

      let document = try await analyze([path]).document
      let low = document[path: ["uncertainty", "f0.mean_hz", "ci95"]]?.elements.first
      #expect(low != nil && row["f0.mean_hz.ci_low"] == low?.text(.compact))
      #expect(row["formants.f1_hz.ci_low"] == "")
      #expect(row["path"] == path)
      #expect(
        row["settings_sha256"] == document[path: ["provenance", "settings_sha256"]]?.stringValue)
    }

    @Test(arguments: ["csv", "long"])
    func `names of columns are legal in R, and the codebook has each`(format: String) async throws {
      let header = try #require(
        try CSVText(await analyze(["--format", format, scratch.voice()]).output).rows.first)
      let book = try rows(await Tool.run(["codebook"]).output)

      let legal = /[A-Za-z][A-Za-z0-9._]*/
      #expect(header.allSatisfy { $0.wholeMatch(of: legal) != nil })
      for name in header {
        let entry = try #require(book.first { $0["name"] == name }, "\(name)")
        let tables = ["both", format] + (format == "csv" ? ["measure"] : [])
        #expect(tables.contains(entry["table"] ?? ""), "\(name)")
      }
      #expect(Set(book.map { $0["name"] }).count == book.count)
    }

    @Test func `the codebook has formula and source of every measure, in three forms`() async throws
    {
      let book = try rows(await Tool.run(["codebook"]).output)
      let json = try await Tool.run(["codebook", "--format", "json"]).document
      let text = try await Tool.run(["codebook", "--format", "text"]).output

      let measures = book.filter { $0["table"] == "measure" }
      #expect(measures.map { $0["name"] } == Measure.allCases.map(\.rawValue))
      #expect(measures.allSatisfy { $0["formula"] != "" && $0["source"] != "" })
      let smallest = measures.first { $0["name"] == "f0.min_hz" }
      #expect(smallest?["formula"] == "min f; f: F0 of a voiced frame, in hertz")
      #expect(json.elements.map { $0["label"]?.stringValue } == book.map { $0["label"] })
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 || !$0.contains(" ") })
    }

    @Test(arguments: ["csv", "long"])
    func `a name that ends in csv is one table, a folder a file for each`(format: String)
      async throws
    {
      let inputs = [try scratch.voice("a.wav"), try scratch.voice("b.wav")]
      let plain = try await analyze(["--format", format] + inputs).output

      let one = try await analyze(
        ["--format", format, "--output", scratch.path("t/all.csv")] + inputs)
      try FileManager.default.createDirectory(
        atPath: scratch.path("f.csv"), withIntermediateDirectories: true)
      let folder = try await analyze(
        ["--format", format, "--output", scratch.path("f.csv")] + inputs)

      #expect(one.status == 0 && one.output == "")
      #expect(try scratch.text(of: "t/all.csv") == plain)
      #expect(folder.status == 0)
      #expect(try scratch.names(in: "f.csv") == ["a.comprehensive.csv", "b.comprehensive.csv"])
    }

    @Test func `--praat-objects writes the measured segment as Praat objects`() async throws {
      let inputs = [try scratch.voice(), try scratch.tooShort()]

      let outcome = try await analyze(["--praat-objects", scratch.path("objects")] + inputs)

      #expect(outcome.status == 65)
      #expect(
        try scratch.names(in: "objects")
          == ["voice.Pitch", "voice.PitchTier", "voice.PointProcess", "voice.TextGrid"])
      let pulses = try await analyze(["--contours", inputs[0]]).document[path: [
        "contours", "pulses_s",
      ]]
      let text = try scratch.text(of: "objects/voice.PointProcess")
      #expect(text.contains("\nnt = \(try #require(pulses).elements.count)\n"))
    }

    // MARK: - Input

    @Test func `the table repeats the manifest columns, including people`() async throws {
      _ = try scratch.voice("rec/a.wav")
      _ = try scratch.voice("rec/b.wav", f0: 130)
      let table = try scratch.write(
        """
        file,person,session,task,vowel,repetition,age,sex_assigned_at_birth
        rec/a.wav,P1,S1,sustained_vowel,a,1,34,female
        rec/b.wav,"P2, the other",S1,sustained_vowel,a,2,,

        """, as: "study.csv")

      let wide = try rows(await analyze(["--format", "csv", "--manifest", table]).output)
      let long = try rows(await analyze(["--format", "long", "--manifest", table]).output)

      #expect(wide.map { $0["person"] } == ["P1", "P2, the other"])
      #expect(wide.map { $0["repetition"] } == ["1", "2"])
      #expect(wide.map { $0["recording"] } == ["", ""])
      #expect(wide[0]["standings"]?.contains("f0.mean_hz=within") == true)
      #expect(wide[1]["standings"] == "")
      #expect(Set(long.map { $0["session"] }) == ["S1"])
      #expect(long.contains { $0["person"] == "P1" && $0["standing"] == "within" })
      #expect(long.allSatisfy { $0["person"] == "P1" || $0["standing"] == "" })
    }

    @Test func `the task of a manifest selects the measures`() async throws {
      for name in ["a.wav", "b.wav", "c.wav"] { _ = try scratch.voice(name) }
      let table = try scratch.write(
        Array("file,task\na.wav,reading\nb.wav,Rainbow\nc.wav,\n".utf8), as: "study.csv")

      let rows = try rows(await analyze(["--format", "csv", "--manifest", table]).output)

      #expect(rows.map { $0["task"] } == ["reading", "Rainbow", "sustained_vowel"])
      #expect(rows.map { $0["jitter.local_percent"]?.isEmpty } == [true, false, false])
      #expect(rows.allSatisfy { $0["voice_quality.cpps_db"]?.isEmpty == false })
    }

    @Test(arguments: ["csv", "long"])
    func `a label that a spreadsheet would run is guarded unless raw`(format: String) async throws {
      _ = try scratch.voice("a.wav")
      let table = try scratch.write("file,person\na.wav,=1+1\n", as: "study.csv")
      let arguments = ["--tier", "quick", "--format", format, "--manifest", table]

      let guarded = try rows(await analyze(arguments).output)
      let raw = try rows(await analyze(arguments + ["--raw-cells"]).output)
      let json = try await analyze(["--raw-cells", "--manifest", table])

      #expect(Set(guarded.map { $0["person"] }) == ["'=1+1"])
      #expect(Set(raw.map { $0["person"] }) == ["=1+1"])
      #expect(json.status == 64)
    }

    @Test func `a row that cannot be used is one refused document`() async throws {
      _ = try scratch.voice("a.wav")
      let table = try scratch.write(
        "\u{FEFF}File;age;notes\r\na.wav;old;x\r\n;34;\r\na.wav;7;\r\n", as: "study.csv"
      )

      let outcome = try await Tool.run([
        "analyze", "--tier", "quick", "--manifest", table, "--output", scratch.path("out"),
      ])
      let quiet = try await analyze(["--tier", "quick", "--manifest", table])

      #expect(outcome.status == 65 && quiet.status == 65 && quiet.errors == "")
      let documents = try quiet.documents
      #expect(documents.map(\.outcomeCode) == ["table_row", "table_row", "complete"])
      #expect(documents.map(\.recordingName) == ["a.wav", "--manifest, line 3", "a.wav"])
      for document in documents {
        #expect(try DocumentRules.problems(in: document) == [])
      }
      #expect(documents[2]["assessment"] == .null)
      for words in [
        "line 1: the column \"notes\"", "line 2, age: found \"old\"", "line 3, file: found nothing",
        "line 4, age: reference limits",
      ] {
        #expect(outcome.errors.contains("--manifest, \(words)"), "\(outcome.errors)")
      }
      #expect(try scratch.names(in: "out").count == 3)
    }

    @Test func `a manifest with a faulty header measures nothing`() async throws {
      let table = try scratch.write("name,age\na.wav,30\n", as: "study.csv")

      let outcome = try await Tool.run(["analyze", "--manifest", table])

      #expect(outcome.status == 65 && outcome.output == "")
      #expect(outcome.errors.contains("--manifest, line 1: found no column file"))
    }

    @Test func `--recursive reads folders and their subfolders`() async throws {
      for name in ["in/b.wav", "in/a.WAV", "in/deep/c.wav", "in/.hidden.wav"] {
        _ = try scratch.voice(name)
      }
      _ = try scratch.write([1], as: "in/notes.txt")

      let outcome = try await analyze(["--format", "csv", "--recursive", scratch.path("in")])
      let alone = try await analyze(["--format", "csv", scratch.path("in")])
      let void = scratch.path("void")
      try FileManager.default.createDirectory(atPath: void, withIntermediateDirectories: true)
      let empty = try await analyze(["--recursive", void])

      #expect(try rows(outcome.output).map { $0["name"] } == ["a.WAV", "b.wav", "c.wav"])
      #expect(try rows(alone.output).map { $0["state"] } == ["refused"])
      #expect(empty.status == 66)
    }

    @Test func `a list has comments, or zero bytes between its paths`() async throws {
      let (a, b) = (try scratch.voice("a.wav"), try scratch.voice("line\nbreak.wav"))
      let lines = try scratch.write("\u{FEFF}# of today\n\n\(a)\n", as: "lines")
      let zeros = try scratch.write("\(a)\0\(b)\0", as: "zeros")

      let first = try await analyze(["--format", "csv", "--files-from", lines])
      let second = try await analyze(["--format", "csv", "--null", "--files-from", zeros])

      #expect(try rows(first.output).map { $0["name"] } == ["a.wav"])
      #expect(try rows(second.output).map { $0["path"] } == [a, b])
    }

    @Test(arguments: [
      ["--manifest", "t.csv", "a.wav"], ["--manifest", "t.csv", "--profile", "p.json"],
      ["--manifest", "t.csv", "--recursive"], ["--null", "a.wav"],
      ["--format", "csv", "--contours", "a.wav"], ["--limits", "l.json", "a.wav"],
    ])
    func `options without effect are refused`(arguments: [String]) async throws {
      #expect(try await analyze(arguments).status == 64)
    }
  }
}
