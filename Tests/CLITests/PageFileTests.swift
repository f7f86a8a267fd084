// Where pages go: a page each, sheets of paper, and the visits of one person.

import Foundation
import TestSupport
import Testing
import VoiceTypes

@testable import CommandSupport

extension CommandLineTests {
  @Suite struct PageFileTests {
    private let scratch = Scratch()

    /// A stand-in for Chromium that copies the page to the result and records its arguments, its
    /// environment and the modes of its folder and input.
    private func browser(as name: String = "bin/chromium-headless-shell") throws -> [String: String]
    {
      let program = """
        #!/bin/sh
        for word; do
          case $word in
            --print-to-pdf=*) pdf=${word#*=} ;;
            --user-data-dir=*) mkdir "${word#*=}" ;;
          esac
        done
        printf '%s\\n' "$@" > '\(scratch.path("arguments"))'
        env > '\(scratch.path("environment"))'
        stat -c %a "${pdf%/*}" "$word" > '\(scratch.path("modes"))'
        { echo "/CreationDate (D:20300405060708+00'00')"; cat "$word"; } > "$pdf"
        """
      try scratch.program(program, as: name)
      return ["PATH": "\(scratch.path("bin")):/usr/bin:/bin"]
    }

    /// Writes a stand-in for Chromium with the text of a shell script.
    private func failing(_ script: String) throws -> [String: String] {
      try scratch.program("#!/bin/sh\n\(script)\n", as: "browser")
      return ["SAGEVOICE_CHROMIUM": scratch.path("browser")]
    }

    private func document(_ name: String, at time: String, f0: Hertz = 120) async throws -> String {
      let voice = try scratch.voice("\(name).wav", f0: f0)
      let text = try await Tool.run(["analyze", voice]).output
        .replacing(/"analyzed_at": "[^"]*"/, with: "\"analyzed_at\": \"\(time)\"")
      return try scratch.write(text, as: "\(name).json")
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
      let broken = try scratch.write("{", as: "broken.json")
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

    @Test(arguments: ["a4", "letter"])
    func `a PDF is the page on the chosen paper with the time of the document`(paper: String)
      async throws
    {
      let file = try await document("a", at: "2026-01-01T00:00:00Z")

      let outcome = try await Tool.run(
        ["report", file, "-o", scratch.path("page.pdf"), "--paper", paper], with: try browser())

      #expect(outcome.status == 0, "\(outcome.errors)")
      let page = try scratch.text(of: "page.pdf")
      #expect(page.hasPrefix("/CreationDate (D:20260101000000+00'00')\n<!DOCTYPE html>"))
      #expect(page.contains("@page { size: \(paper); "))
      #expect(page.contains("<title>Voice recording: a.wav</title>"))
    }

    @Test func `a page that needs three sheets has smaller text`() async throws {
      let program = """
        #!/bin/sh
        for word; do case $word in --print-to-pdf=*) pdf=${word#*=} ;; esac; done
        zoom=$(grep zoom: "$word")
        { printf '/Type /Page\\n/Type /Page\\n'
          case $zoom in *0.93*) ;; *) printf '/Type /Page\\n' ;; esac
          echo "$zoom"; } > "$pdf"
        """
      try scratch.program(program, as: "browser")

      let outcome = try await Tool.run(
        ["report", scratch.voice(), "-o", scratch.path("page.pdf")],
        with: ["SAGEVOICE_CHROMIUM": scratch.path("browser")])

      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(
        try scratch.text(of: "page.pdf")
          == "/Type /Page\n/Type /Page\nbody { zoom: 0.93; }\n")
    }

    @Test func `a page for the screen has no sheet size`() async throws {
      let page = try await Tool.run(["report", scratch.voice()])

      #expect(page.output.contains("@page { margin: "))
    }

    @Test func `Chromium runs without network, in a private folder that is removed`() async throws {
      let variables = try browser().merging([
        "SAGEVOICE_DATABASE": "postgresql://anna:secret@db/voices",
        "NOTIFY_SOCKET": "/run/notify",
      ]) { $1 }

      let outcome = try await Tool.run(
        ["report", scratch.voice(), "-o", scratch.path("page.pdf")], with: variables)

      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try scratch.text(of: "modes") == "700\n600\n")
      let words = try scratch.text(of: "arguments").split(separator: "\n").map(String.init)
      let expected = [
        "--headless", "--no-pdf-header-footer", "--host-resolver-rules=MAP * ~NOTFOUND",
        "--disable-background-networking", "--disable-sync", "--disable-crash-reporter",
        "--no-first-run",
      ]
      for word in expected { #expect(words.contains(word), "\(word)") }
      let input = try #require(words.last)
      let folder = (input as NSString).deletingLastPathComponent
      #expect(words.contains("--user-data-dir=\(folder)/profile"))
      #expect(!FileManager.default.fileExists(atPath: folder))
      let environment = try scratch.text(of: "environment").split(separator: "\n")
      #expect(environment.contains("HOME=\(folder)") && environment.contains("TMPDIR=\(folder)"))
      #expect(!environment.contains { $0.contains("secret") || $0.hasPrefix("NOTIFY_SOCKET") })
    }

    @Test func `a variable names the browser`() async throws {
      _ = try browser(as: "other/browser")

      let outcome = try await Tool.run(
        ["report", scratch.voice(), "-o", scratch.path("page.pdf")],
        with: ["SAGEVOICE_CHROMIUM": scratch.path("other/browser")])

      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try scratch.text(of: "page.pdf").contains("<!DOCTYPE html>"))
    }

    @Test func `without Chromium nothing is written, and the message gives advice`() async throws {
      let outcome = try await Tool.run(
        ["report", scratch.voice(), "-o", scratch.path("page.pdf")],
        with: ["PATH": scratch.path("")])

      #expect(outcome.status == 73)
      #expect(outcome.errors.contains("install chromium"))
      #expect(outcome.errors.contains("write the page as HTML"))
      #expect(!FileManager.default.fileExists(atPath: scratch.path("page.pdf")))
    }

    @Test(arguments: [
      ("exit 3", "it ended with status 3"), ("kill -KILL $$", "it ended by signal 9"),
      ("exit 0", "it wrote no readable file"),
    ])
    func `a Chromium that fails is reported, and nothing is written`(
      script: String, reason: String
    ) async throws {
      let outcome = try await Tool.run(
        ["report", scratch.voice(), "-o", scratch.path("page.pdf")], with: failing(script))

      #expect(outcome.status == 73)
      #expect(outcome.errors.contains(reason), "\(outcome.errors)")
      #expect(!FileManager.default.fileExists(atPath: scratch.path("page.pdf")))
    }

    @Test func `a Chromium that hangs is ended`() async throws {
      // The shell waits for a writer of the pipe.
      _ = try failing("mkfifo '\(scratch.path("pipe"))'; read -r line < '\(scratch.path("pipe"))'")
      let browser = Converter(
        programs: [scratch.path("browser")], packages: "chromium", other: "write HTML",
        timeout: .zero)

      #expect {
        _ = try PagePrinter.print("", for: "the page", at: "2026-01-01T00:00:00Z", by: browser)
      } throws: { error in
        (error as? CommandFault)?.messages.first?.contains("it exceeded the time limit") == true
      }
    }

    @Test(
      .enabled(
        if: Chromium.isInstalled && ["pdftotext", "pdfinfo"].allSatisfy { Program.isThere($0) },
        "Chromium and poppler's programs are not installed"), arguments: ["a4", "letter"])
    func `the PDF has at most two sheets, is tagged, and its text can be selected`(paper: String)
      async throws
    {
      let profile = try scratch.write(
        #"{"user_id": "anna", "age": 40, "voice_reference": "masculine"}"#, as: "profile.json")
      let page = scratch.path("page.pdf")

      let outcome = try await Tool.run([
        "report", scratch.voice(), "--profile", profile, "-o", page, "--paper", paper,
      ])

      #expect(outcome.status == 0, "\(outcome.errors)")
      let text = try ToolProcess.runShell("pdftotext -layout \"$1\" -", [page]).output
      let facts = try ToolProcess.runShell("pdfinfo \"$1\"", [page]).output
      #expect(text.contains("This is a measurement, not a diagnosis."))
      #expect(text.contains("anna") && text.contains("HNR"))
      #expect(facts.contains(try Regex("Pages: +[12]\n")), "\(facts)")
      #expect(facts.contains(try Regex("Tagged: +yes\n")))
      #expect(facts.contains(paper == "a4" ? "(A4)" : "(letter)"))
    }

    @Test(.enabled(if: Chromium.isInstalled, "Chromium is not installed"))
    func `the same document gives the same PDF`() async throws {
      let file = try await document("a", at: "2026-01-01T00:00:00Z")
      let pages = try await ["1", "2"].mapInOrder { name in
        let outcome = try await Tool.run(["report", file, "-o", scratch.path("\(name).pdf")])
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try scratch.bytes(of: "\(name).pdf")
      }

      #expect(pages[0] == pages[1])
    }

    @Test func `a page has the entries of its head, a logo and a line for a signature`()
      async throws
    {
      let file = try await document("a", at: "2026-01-01T00:00:00Z")
      let header = try scratch.write(
        #"{"grbas": "G1 R1 B0 A0 S0", "name": "Anna <A>", "distance_cm": 30, "vhi_10": 12, "signature": true}"#,
        as: "header.json")
      let logo = try scratch.write([0x89, 0x50, 0x4e, 0x47, 1], as: "logo.png")

      let page = try await Tool.run(
        ["report", file, "--header", header, "--logo", logo, "--language", "de"])

      #expect(page.status == 0, "\(page.errors)")
      let texts = page.output.replacing(/<[^>]*>/, with: "").split { $0.isWhitespace }
        .joined(separator: " ")
      #expect(
        texts.contains(
          "Untersuchung Name Anna &lt;A&gt; Abstand zum Mund 30 cm GRBAS G1 R1 B0 A0 S0 VHI-10 12"))
      #expect(page.output.contains("src=\"data:image/png;base64,iVBORwE=\""))
      #expect(page.output.contains("Datum, Unterschrift"))
    }

    @Test(arguments: [
      (#"{"nickname": "A"}"#, "nickname: expected one of name, "), ("[]", "expected an object"),
      (#"{"name": true}"#, "name: expected a text"),
    ])
    func `a head with other entries is refused`(json: String, message: String) async throws {
      let header = try scratch.write(json, as: "header.json")

      let page = try await Tool.run(["report", scratch.voice(), "--header", header])

      #expect(page.status == 65 && page.output == "")
      #expect(page.errors.contains(message), "\(page.errors)")
    }

    @Test func `two recordings are compared on one page with players`() async throws {
      let before = try scratch.voice("before.wav", f0: 120)
      let after = try scratch.voice("after.wav", f0: 240)

      let page = try await Tool.run(["report", "--compare", before, after])
      let printed = try await Tool.run(
        ["report", "--compare", before, after, "-o", scratch.path("page.pdf")],
        with: try browser())

      #expect(page.status == 0, "\(page.errors)")
      #expect(page.output.contains("<h2>Before: before.wav</h2>"))
      #expect(page.output.components(separatedBy: "<audio controls").count == 3)
      #expect(page.output.contains("Detectable change: Mean F0 +100 %"))
      #expect(printed.status == 0, "\(printed.errors)")
      #expect(try !scratch.text(of: "page.pdf").contains("<audio"))
    }

    @Test func `a comparison ends with the worst status of both recordings`() async throws {
      let file = try await document("a", at: "2026-01-01T00:00:00Z")

      let page = try await Tool.run(["report", "--compare", file, scratch.tooShort()])

      #expect(page.status == 65)
      #expect(page.output.contains("Not compared: at least one of the recordings is not usable."))
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
      let profile = try scratch.write(#"{"user_id": "anna", "age": 40}"#, as: "profile.json")
      let files = try (1...3).map { try scratch.vowel("v\($0).wav", seed: UInt64($0)) }
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
  }
}

/// The browser that prints pages.
enum Chromium {
  static var isInstalled: Bool { PagePrinter.programs.contains { Program.isThere($0) } }
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
