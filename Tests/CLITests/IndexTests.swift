import Foundation
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct IndexTests {
    private let scratch = Scratch()

    private func run(_ arguments: [String] = []) async throws -> Tool.Outcome {
      try await Tool.run(
        ["avqi", "--vowel", scratch.voice("vowel.wav"), "--speech", scratch.speech()]
          + arguments)
    }

    @Test func `a pair gives one pretty document by its schema and status 0`() async throws {
      let outcome = try await run(["--speech-language", "nl"])
      let document = try outcome.document

      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
      #expect(outcome.output == document.text(.pretty) + "\n")
      #expect(try JSONSchemaValidator(IndexDocument.jsonSchema).problems(in: document) == [])
      #expect(document["schema"] == "sagevoice/index/1")
      #expect(document[path: ["comparisons", 0, "cut_off"]]?.numberValue == 2.43)
    }

    @Test func `index avqi is avqi, and --language is --speech-language`() async throws {
      let short = try await run(["--speech-language", "nl"]).document
      let long = try await Tool.run([
        "index", "avqi", "--vowel", scratch.voice("vowel.wav"), "--speech", scratch.speech(),
        "--language", "nl",
      ]).document

      #expect(
        DocumentRules.withoutRun(short).text(.compact)
          == DocumentRules.withoutRun(long).text(.compact))
    }

    @Test func `index abi gives text, a row and a page in German`() async throws {
      let pair = [
        "index", "abi", "--vowel", try scratch.voice("vowel.wav"), "--speech",
        try scratch.speech(), "--language", "de",
      ]

      let text = try await Tool.run(pair + ["--format", "text"]).output
      let unwrapped = text.replacing("\n  ", with: " ")
      let rows = try CSVText(await Tool.run(pair + ["--format", "csv"]).output).rows
      let page = try await Tool.run(pair + ["--format", "html", "--page-language", "de"]).output

      for name in ["Hfno-6000", "HNR-D", "GNE", "ABI"] { #expect(text.contains("\n  \(name) ")) }
      #expect(unwrapped.contains("Comparable: the study used Praat "))
      #expect(zip(rows[0], rows[1]).contains { $0 == "index" && $1 == "abi" })
      #expect(zip(rows[0], rows[1]).contains { $0 == "hnr_db" && $1 == "" })
      #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("<html lang=\"de\">"))
      #expect(page.contains("Grenzwert 3,42 oder darunter (Deutsch, 27 Silben;"))
      #expect(page.contains("<td>Hfno-6000</td>"))
    }

    @Test func `reasons against a comparison are in the language of the page`() async throws {
      let vowel = try scratch.voice("vowel.wav")
      let pair = ["index", "avqi", "--vowel", vowel, "--format", "html", "--page-language", "de"]

      let known = try await Tool.run(pair + ["--speech", try scratch.speech()]).output
      let same = try await Tool.run(pair + ["--speech", vowel, "--language", "de"]).output

      #expect(known.contains("Niederländisch, Spanisch") && !known.contains("Dutch"))
      #expect(same.contains("dieselbe Datei") && !same.contains("same file"))
    }

    @Test func `the schema is printed`() async throws {
      let outcome = try await Tool.run(["schema", "index"])

      #expect(outcome.status == 0)
      #expect(try outcome.document == IndexDocument.jsonSchema)
    }

    @Test func `the text table ends with the notice`() async throws {
      let text = try await run(["--speech-language", "fi", "--format", "text"]).output

      for name in ["CPPS", "HNR", "Shimmer (local)", "Shimmer (local, dB)"] {
        #expect(text.contains("\n  \(name) "))
      }
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
      #expect(
        text.replacing("\n  ", with: " ").contains("published cut-off 1.83 (Finnish, 31 syllables"))
      #expect(text.replacing("\n  ", with: " ").contains("Comparable with caution: "))
      #expect(text.contains("This is a measurement, not a diagnosis."))
    }

    @Test func `without a language the text has no comparison`() async throws {
      let text = try await run(["--format", "text"]).output

      #expect(text.contains("No cut-off applied:"))
      #expect(!text.contains("above"))
    }

    @Test func `a refused recording gives a document, a message and status 65`() async throws {
      let outcome = try await Tool.run([
        "avqi", "--vowel", scratch.tooShort(), "--speech", scratch.voice(),
      ])

      #expect(outcome.status == 65)
      #expect(outcome.errors.hasPrefix("sagevoice: vowel short.wav: "))
      #expect(try outcome.document[path: ["errors", 0, "code"]] == "too_short")
      #expect(
        try JSONSchemaValidator(IndexDocument.jsonSchema).problems(in: outcome.document) == [])
    }

    @Test func `a recording that cannot be opened gives a document and status 66`() async throws {
      let outcome = try await Tool.run([
        "avqi", "--vowel", scratch.tooShort(), "--speech", scratch.path("missing.wav"),
        "--format", "text",
      ])

      #expect(outcome.status == 66)
      #expect(outcome.output.contains("Index not measured. Vowel short.wav: "))
      #expect(outcome.output.contains("Index not measured. Speech missing.wav: no file"))
    }

    @Test func `a manifest gives a document per row, with relative paths and languages`()
      async throws
    {
      _ = try scratch.voice("in/a.wav")
      _ = try scratch.speech("in/s.wav")
      let manifest = try scratch.write(
        "vowel,speech,language\na.wav,s.wav,fi\na.wav,s.wav,\nmissing.wav,s.wav,\n",
        as: "in/pairs.csv")

      let outcome = try await Tool.run(["avqi", "--manifest", manifest, "--speech-language", "nl"])

      let documents = try outcome.documents
      #expect(outcome.status == 66)
      #expect(documents.count == 3)
      #expect(documents.map { $0["state"] } == ["complete", "complete", "refused"])
      #expect(documents[0][path: ["comparisons", 0, "language"]] == "fi")
      #expect(documents[1][path: ["comparisons", 0, "language"]] == "nl")
    }

    @Test func `a table has a row per pair under one header`() async throws {
      let vowel = try scratch.voice("a.wav")
      _ = try scratch.speech("s.wav")
      let manifest = try scratch.write(
        "vowel,speech\na.wav,s.wav\na.wav,a.wav\na.wav,missing.wav\n", as: "pairs.csv")

      let outcome = try await Tool.run([
        "avqi", "--manifest", manifest, "--speech-language", "nl", "--format", "csv", "--quiet",
      ])
      let rows = try CSVText(outcome.output).rows
      let table = rows.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(rows[0], $0)) }
      let single = try await Tool.run([
        "avqi", "--vowel", vowel, "--speech", scratch.path("s.wav"), "--speech-language", "nl",
      ]).document

      #expect(outcome.errors == "")
      #expect(rows.map(\.count) == Array(repeating: rows[0].count, count: 4))
      #expect(table[0]["value"] == single["value"]?.text(.compact))
      #expect(table[0]["relation"] == single[path: ["comparisons", 0, "relation"]]?.stringValue)
      #expect(table[1]["relation"] == "")
      #expect(table[1]["not_compared_because"]?.contains("the same file") == true)
      #expect(table[2]["error_code"] == "not_found")
      #expect(table[2]["error_recording"] == "speech")
    }

    @Test func `a row that cannot be used is one refused document`() async throws {
      _ = (try scratch.voice("v.wav"), try scratch.speech("s.wav"))
      let manifest = try scratch.write(
        "\u{FEFF}vowel;speech;language\r\nv.wav;;nl\r\nv.wav;s.wav;nl\r\n", as: "pairs.csv")

      let outcome = try await Tool.run(["avqi", "--manifest", manifest])

      #expect(outcome.status == 65)
      let documents = try outcome.documents
      #expect(documents.map { $0[path: ["errors", 0, "code"]] } == ["table_row", nil])
      #expect(documents[0][path: ["errors", 0, "recording"]] == "speech")
      #expect(try JSONSchemaValidator(IndexDocument.jsonSchema).problems(in: documents[0]) == [])
      #expect(outcome.errors.contains("--manifest, line 2, speech: found nothing"))
    }

    @Test func `a manifest with faults measures nothing and names them`() async throws {
      let manifest = try scratch.write("vowel\na.wav\n", as: "pairs.csv")

      let outcome = try await Tool.run(["avqi", "--manifest", manifest])

      #expect(outcome.status == 65)
      #expect(outcome.output == "")
      #expect(outcome.errors.contains("--manifest, line 1: found no column speech"))
    }
  }
}
