// Where pages go: a page each, sheets of paper, and the visits of one person.

import Foundation
import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes

extension CommandLineTests {
  @Suite struct PageFileTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// In place of rsvg-convert: a program that puts one drawing after the other.
    private func converter() throws -> [String: String] {
      let program = """
        #!/bin/sh
        while [ "$1" != --output ]; do shift; done
        out=$2; shift 2
        { echo "at $SOURCE_DATE_EPOCH"; cat "$@"; } > "$out"
        """
      try scratch.program(program, as: "bin/rsvg-convert")
      return ["PATH": "\(scratch.path("bin")):/usr/bin:/bin"]
    }

    private func document(_ name: String, at time: String, f0: Hertz = 120) async throws -> String {
      let voice = try scratch.voice("\(name).wav", f0: f0)
      let text = try await Tool.run(["analyze", voice]).output
        .replacing(/"analyzed_at": "[^"]*"/, with: "\"analyzed_at\": \"\(time)\"")
      return try scratch.write(Array(text.utf8), as: "\(name).json")
    }

    @Test func `several inputs and a folder give a page each`() async throws {
      let inputs = try [
        scratch.voice("a.wav"), await document("b", at: "2026-01-01T00:00:00Z"),
        scratch.tooShort("c.wav"),
      ]
      let outcome = try await Tool.run(["report"] + inputs + ["-o", scratch.path("pages") + "/"])

      #expect(outcome.status == 65)
      #expect(outcome.output == "")
      #expect(try scratch.names(in: "pages") == ["a.html", "b.html", "c.html"])
      #expect(try scratch.text(of: "pages/a.html").components(separatedBy: "<svg ").count == 9)
      #expect(try scratch.text(of: "pages/b.html").contains("does not contain the audio"))
      #expect(try scratch.text(of: "pages/c.html").contains("Not measured:"))
      let mode = try FileManager.default.attributesOfItem(
        atPath: scratch.path("pages/a.html"))[.posixPermissions]
      #expect((mode as? NSNumber)?.intValue == 0o600)
    }

    @Test func `an unreadable input does not stop the other pages`() async throws {
      let broken = try scratch.write(Array("{".utf8), as: "broken.json")
      let missing = scratch.path("missing.json")

      let outcome = try await Tool.run(
        ["report", broken, missing, scratch.voice(), "-o", scratch.path("pages") + "/"])

      #expect(outcome.status == 66)
      #expect(try scratch.names(in: "pages") == ["voice.html"])
      #expect(outcome.errors.contains("broken.json"))
    }

    @Test func `documents of one person are one page with their visits, the newest in detail`()
      async throws
    {
      let files = try [
        await document("march", at: "2026-03-01T09:00:00Z", f0: 140),
        await document("may", at: "2026-05-01T09:00:00Z", f0: 130),
        await document("april", at: "2026-04-01T09:00:00Z"),
      ]
      let outcome = try await Tool.run(["report"] + files + ["-o", scratch.path("page.html")])

      #expect(outcome.status == 0)
      let page = try scratch.text(of: "page.html")
      #expect(page.contains("<title>Voice recording: may.wav</title>"))
      #expect(page.contains("3 sessions, 2026-03-01 to 2026-05-01."))
      #expect(page.contains("Recording dates unknown"))
      let rows = ["march.wav", "april.wav", "may.wav"].compactMap {
        page.range(of: "<td>\($0)</td>")?.lowerBound
      }
      #expect(rows.count == 3 && rows == rows.sorted())
    }

    @Test func `the paper form is one drawing per sheet, dated like the document`()
      async throws
    {
      let file = try await document("a", at: "2026-01-01T00:00:00Z")
      let outcomes = try await ["a4", "letter"].mapInOrder { paper in
        try await Tool.run(
          ["report", file, "-o", scratch.path("\(paper).pdf"), "--paper", paper],
          with: try converter())
      }

      #expect(outcomes.allSatisfy { $0.status == 0 })
      let (a4, letter) = try (scratch.text(of: "a4.pdf"), scratch.text(of: "letter.pdf"))
      #expect(a4.hasPrefix("at 1767225600\n"))
      #expect(a4.contains("width=\"793.7\" height=\"1122.52\""))
      #expect(letter.contains("width=\"816\" height=\"1056\""))
      #expect(a4.contains(">Page 1 of 1</text>"))
    }

    @Test func `without the converter nothing is written, and the message gives advice`()
      async throws
    {
      let outcome = try await Tool.run(
        ["report", scratch.voice(), "-o", scratch.path("page.pdf")],
        with: ["PATH": scratch.path("")])

      #expect(outcome.status == 73)
      #expect(outcome.errors.contains("install librsvg2-bin and fonts-dejavu-core"))
      #expect(outcome.errors.contains("write the page as HTML"))
      #expect(!FileManager.default.fileExists(atPath: scratch.path("page.pdf")))
    }

    @Test(
      .enabled(
        if: ["rsvg-convert", "pdftotext", "pdffonts", "pdfinfo"].allSatisfy { Program.isThere($0) },
        "rsvg-convert and poppler's programs are not installed"))
    func `the PDF has one page, its text can be selected, and its fonts are in it`() async throws {
      let page = scratch.path("page.pdf")
      #expect(try await Tool.run(["report", scratch.voice(), "-o", page]).status == 0)

      let text = try ToolProcess.runShell("pdftotext -layout \"$1\" -", [page]).output
      let fonts = try ToolProcess.runShell("pdffonts \"$1\" | tail -n +3", [page]).output
      let facts = try ToolProcess.runShell("pdfinfo \"$1\"", [page]).output

      #expect(text.contains("This is a measurement, not a diagnosis."))
      #expect(text.contains("Jitter (local"))
      #expect(facts.contains(try Regex("Pages: +1\n")))
      #expect(facts.contains("(A4)"))
      let lines = fonts.split(separator: "\n")
      #expect(lines.count >= 2)
      // Name, type, encoding, and then whether it is embedded.
      #expect(try lines.allSatisfy { $0.contains(try Regex("DejaVuSans.* yes yes ")) }, "\(fonts)")
    }

    @Test func `the same document gives the same page on paper`() async throws {
      let file = try await document("a", at: "2026-01-01T00:00:00Z")
      let pages = try await ["1", "2"].mapInOrder { name in
        #expect(
          try await Tool.run(
            ["report", file, "-o", scratch.path("\(name).pdf")], with: converter()
          )
          .status == 0)
        return try scratch.bytes(of: "\(name).pdf")
      }

      #expect(pages[0] == pages[1])
    }

    @Test(arguments: [
      (["LC_ALL": "de_DE.UTF-8", "LANG": "en_US.UTF-8"], "de"),
      (["LC_ALL": "", "LC_MESSAGES": "de", "LANG": "en_US.UTF-8"], "de"),
      (["LC_ALL": "", "LC_MESSAGES": "", "LANG": "de_AT"], "de"),
      (["LC_ALL": "C", "LANG": "de_DE.UTF-8"], "en"),
      (["LC_ALL": "", "LC_MESSAGES": "", "LANG": "fr_FR.UTF-8"], "en"),
    ])
    func `the language is that of the environment unless it is given`(
      variables: [String: String], language: String
    ) async throws {
      let file = try await document("a", at: "2026-01-01T00:00:00Z")

      let page = try await Tool.run(["report", file], with: variables)
      let given = try await Tool.run(["report", file, "--language", "de"], with: variables)

      #expect(page.output.contains("<html lang=\"\(language)\">"))
      #expect(given.output.contains("<html lang=\"de\">"))
    }

    @Test func `a page with a baseline shows the personal range`() async throws {
      let profile = try scratch.write(
        Array(#"{"user_id": "anna", "age": 40}"#.utf8), as: "profile.json")
      let files = try (1...3).map { seed in
        let voice = SyntheticVoice(f0: 120, vowel: .a, duration: 1.6, seed: UInt64(seed)).with {
          ($0.jitterPercent, $0.shimmerPercent, $0.hnr) = (0.4, 2, 25)
        }
        return try scratch.write(WAVEncoder.pcm16(voice.synthesize().signal), as: "v\(seed).wav")
      }
      let baseline = scratch.path("B.json")
      let established = try await Tool.run(
        ["baseline", "establish", "--profile", profile, "--output", baseline] + files)
      #expect(established.status == 0, "\(established.errors)")

      let page = try await Tool.run(["report", files[0], "--baseline", baseline])
      let refused = try await Tool.run(["report", scratch.tooShort(), "--baseline", baseline])

      #expect(page.status == 0)
      #expect(page.output.contains("personal range"))
      #expect(page.output.contains("(1 baseline session)"))
      #expect(page.output.contains("<title id=\"chart-title\">"))
      #expect(!page.output.contains(">typical range<"))
      #expect(refused.status == 65)
      #expect(refused.output.contains("Not measured:"))
      #expect(!refused.output.contains("chart-title"))
      #expect(!refused.output.contains("of the baseline"))
    }

    @Test(arguments: [
      ["report", "a.wav", "b.wav", "-o", "page.html"], ["report", "a.json", "b.wav"],
      ["report", "a.wav", "-o", "page.html", "--format", "pdf"],
      ["report", "a.wav", "-o", "page.html", "--paper", "a4"],
      ["report", "a.wav", "-o", "pages/", "--paper", "a4"],
      ["report", "a.wav", "--language", "fr"], ["report", "a.wav", "-o", "page.txt"],
      ["report", "-", "-", "-o", "pages/"],
      ["watch", "in", "--store", "s", "--language", "de"],
      ["watch", "in", "--store", "s", "--report", "html", "--paper", "a4"],
    ])
    func `wrong usage gives status 64 and no data`(arguments: [String]) async throws {
      let outcome = try await Tool.run(arguments)

      #expect(outcome.status == 64, "\(outcome.errors)")
      #expect(outcome.output == "")
      #expect(outcome.errors != "")
    }
  }
}

/// A program that may be installed.
enum Program {
  /// Whether it is found on the path.
  static func isThere(_ name: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }
}
