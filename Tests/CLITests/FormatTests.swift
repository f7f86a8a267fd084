import Foundation
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct FormatTests {
    private let scratch = Scratch()

    private func rows(_ inputs: [String]) async throws -> [[String]] {
      try CSVText(await Tool.run(["analyze", "--format", "csv"] + inputs).output).rows
    }

    @Test func `CSV has a header and a row per input, all of one width`() async throws {
      let rows = try await rows([
        scratch.voice(), scratch.path("missing.wav"), scratch.tooShort(), scratch.folder.path,
      ])

      #expect(rows.count == 5)
      #expect(Set(rows.map(\.count)) == [rows[0].count])
      #expect(
        rows.dropFirst().map { $0[0] }.prefix(3) == ["voice.wav", "missing.wav", "short.wav"])
    }

    @Test func `the header has every measure, in order`() async throws {
      let header = try await rows([scratch.voice()])[0]

      let measures = Measure.allCases.map(\.rawValue)
      #expect(header.filter { $0.contains(".") && !$0.contains(".ci_") } == measures)
      let ends = measures.flatMap { ["\($0).ci_low", "\($0).ci_high"] }
      #expect(header.suffix(ends.count + 1) == ends + ["warned_checks"])
      #expect(Set(header).count == header.count)
    }

    @Test func `a row has the numbers of the document`() async throws {
      let path = try scratch.voice()
      let rows = try await rows([path])
      let row = Dictionary(uniqueKeysWithValues: zip(rows[0], rows[1]))

      let document = try await Tool.run(["analyze", path]).document

      for (name, value) in DocumentRules.measures(of: document) {
        #expect(row[name] == (value == .null ? "" : value.text(.compact)), "\(name)")
      }
      #expect(row["sha256"] == document[path: ["recording", "sha256"]]?.stringValue)
      #expect(row["state"] == "complete")
    }

    @Test(arguments: ["a,b.wav", "a\"b\".wav", "a\nb.wav", "a\r\nb.wav", ",", "\""])
    func `names with commas, quotes and line breaks come back`(name: String) async throws {
      let rows = try await rows([scratch.path(name)])

      #expect(rows.count == 2)
      #expect(rows[1].count == rows[0].count)
      #expect(rows[1][0].unicodeScalars.elementsEqual(name.unicodeScalars))
    }

    @Test(arguments: ["a,\u{301}b.wav", "a\"\u{301}b.wav"])
    func `names with a comma or a quote under an accent come back`(name: String) async throws {
      let rows = try await rows([scratch.path(name)])

      #expect(rows[1].count == rows[0].count)
      #expect(rows[1][0].unicodeScalars.elementsEqual(name.unicodeScalars))
    }

    @Test func `at a terminal the default is text, and --format overrides it`() async throws {
      let analyze = ["analyze", "--tier", "quick", try scratch.voice()]
      let text = try await Tool.run(analyze + ["--format", "text"]).output

      let atTerminal = try await Tool.run(analyze, atTerminal: true).output
      let asJSON = try await Tool.run(analyze + ["-f", "json"], atTerminal: true)

      #expect(atTerminal == text)
      #expect(try asJSON.document["schema"] == "sagevoice/results/1")
      #expect(
        try await Tool.run(["codebook"], atTerminal: true).output.hasPrefix(
          "path (both): Input path"))
    }

    @Test func `files and contours are JSON at a terminal too`() async throws {
      let voice = try scratch.voice()

      let contours = try await Tool.run(["analyze", "--contours", voice], atTerminal: true)
      _ = try await Tool.run(["analyze", "-o", scratch.path("out"), voice], atTerminal: true)

      #expect(try contours.document["contours"] != nil)
      #expect(try scratch.names(in: "out") == ["voice.comprehensive.json"])
    }

    @Test func `a text report ends with the notice`() async throws {
      let inputs = [try scratch.voice(), try scratch.tooShort(), scratch.path("missing.wav")]
      for input in inputs {
        let output = try await Tool.run(["analyze", "--format", "text", input]).output
        #expect(output.hasSuffix("\nThis is a measurement, not a diagnosis.\n\n"))
      }
    }

    @Test func `a text report has values with units, and reasons for the others`() async throws {
      let output = try await Tool.run(
        ["analyze", "--preset", "praat", "--format", "text", scratch.voice()]
      ).output

      let f0 = /\n  Mean F0 +1[12][0-9] Hz\n/
      let jitter = /\n  Jitter \(local\) +0\.[0-9]+ %\n/
      #expect(output.contains(f0))
      #expect(output.contains(jitter))
      #expect(output.contains("\nNot measured: "))
      #expect(output.contains("praat preset (Praat 7.0)"))
      #expect(!output.contains("Smallest detectable change"))
      #expect(output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test func `a clinical text report has the smallest changes of two days`() async throws {
      let output = try await Tool.run(["analyze", "--format", "text", scratch.voice()]).output

      #expect(output.contains(/\n  Jitter \(local\) +× 3\.02 +× 2\.04\n/))
      #expect(output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test func `a text report begins with the signal type and its evidence`() async throws {
      let output = try await Tool.run(["analyze", "--format", "text", scratch.voice()]).output

      let type = try #require(
        output.firstRange(
          of: "\nSignal type 1 of 4: nearly periodic, suitable for jitter and shimmer\n  ")
      )
      let numbers = try #require(output.firstRange(of: "\nF0\n"))
      #expect(type.lowerBound < numbers.lowerBound)
      #expect(output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test func `a text report has keys where they are asked for`() async throws {
      let output = try await Tool.run(
        ["analyze", "--tier", "quick", "--format", "text", "--measure-keys", scratch.voice()]
      ).output

      #expect(output.contains("\n  f0.mean_hz "))
      #expect(output.replacing("\n  ", with: " ").contains("jitter (all 5)"))
      #expect(!output.contains("Mean F0"))
      #expect(try await Tool.run(["analyze", "--measure-keys", scratch.voice()]).status == 64)
    }

    @Test func `a German text report has decimal commas and no English message`() async throws {
      let voice = try scratch.voice()
      let document = try JSONValue(parsing: await Tool.run(["analyze", voice]).output)
      let messages = (document["unavailable"]?.elements ?? []).compactMap {
        $0["message"]?.stringValue
      }
      func text(_ language: String) async throws -> String {
        try await Tool.run(["analyze", "--format", "text", "--language", language, voice]).output
          .replacing(/\n +/, with: " ").lowercased()
      }
      let (english, german) = (try await text("en"), try await text("de"))
      let shown = messages.map { $0.lowercased() }.filter(english.contains)

      #expect(!shown.isEmpty)
      #expect(shown.filter(german.contains) == [])
      #expect(german.contains(/mittlere f0 +[0-9]+,[0-9]+ hz/))
      #expect(try await Tool.run(["analyze", "--language", "de", voice]).status == 64)
    }

    @Test func `a text report of a refusal gives advice`() async throws {
      let output = try await Tool.run(["analyze", "--format", "text", scratch.tooShort()]).output

      #expect(output.contains("Not measured: the recording lasts"))
      #expect(output.contains("Record for longer. A sustained vowel should last 3 to 10 s."))
    }

    @Test func `several text reports follow each other`() async throws {
      let output = try await Tool.run(
        ["analyze", "--format", "text", scratch.voice("a.wav"), scratch.voice("b.wav")]
      ).output

      #expect(output.matches(of: /not a diagnosis\.\n\n/).count == 2)
      #expect(output.contains("\n\nb.wav\n  1.00 s, 44100 Hz, 16-bit PCM, comprehensive tier"))
    }
  }
}
