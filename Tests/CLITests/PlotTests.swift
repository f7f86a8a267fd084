// `sagevoice plot`: where a figure goes, in which form, and how the command ends.

import Foundation
import FoundationXML
import TestSupport
import Testing
import VoiceReport
import VoiceTypes

extension CommandLineTests {
  @Suite struct PlotTests {
    private let scratch = Scratch()

    private func isDrawing(_ text: String) -> Bool {
      text.hasPrefix("<?xml") && text.hasSuffix("</svg>\n")
        && XMLParser(data: Data(text.utf8)).parse()
    }

    @Test(arguments: FigureKind.allCases)
    func `every figure goes to standard output unless a file is named`(kind: FigureKind)
      async throws
    {
      let voice = try scratch.voice()
      let plot = ["plot", voice, "--figure", kind.rawValue]

      let printed = try await Tool.run(plot)
      let written = try await Tool.run(plot + ["-o", scratch.path("out/fig.svg")])

      #expect(printed.status == 0)
      #expect(printed.errors == "")
      #expect(isDrawing(printed.output))
      #expect(written.status == 0)
      #expect(written.output == "")
      #expect(try scratch.text(of: "out/fig.svg") == printed.output)
      #expect(try scratch.names(in: "out") == ["fig.svg"])
    }

    @Test func `theme, language and the options of analyze change the figure`()
      async throws
    {
      let voice = try scratch.voice()
      let plain = try await Tool.run(["plot", voice, "--figure", "pitch"]).output

      let dark = try await Tool.run(["plot", voice, "--figure", "pitch", "--theme", "dark"]).output
      let german = try await Tool.run(["plot", voice, "--figure", "pitch", "--language", "de"])
        .output
      let other = try await Tool.run(
        ["plot", voice, "--figure", "pitch", "--pitch-range", "80:300", "--preset", "praat"]
      ).output

      #expect(dark.contains(Theme.dark.colour(of: .page).text))
      #expect(!plain.contains(Theme.dark.colour(of: .page).text))
      #expect(german.contains("F0 im Verlauf"))
      #expect(other.contains("F0 search range 80 to 300 Hz"))
      #expect(other.contains("praat preset"))
    }

    @Test func `a refused recording gives its figure, a message and status 65`() async throws {
      let outcome = try await Tool.run(["plot", scratch.tooShort()])

      #expect(outcome.status == 65)
      #expect(isDrawing(outcome.output))
      #expect(outcome.output.contains("Not measured:"))
      #expect(outcome.errors.contains("(too_short)"))
    }

    @Test func `an input that is not there gives its figure and status 66`() async throws {
      let outcome = try await Tool.run(["plot", scratch.path("none.wav"), "--quiet"])

      #expect(outcome.status == 66)
      #expect(isDrawing(outcome.output))
      #expect(outcome.errors == "")
    }

    @Test func `the options set the spectrogram`() async throws {
      let voice = try scratch.voice()
      let outcome = try await Tool.run([
        "plot", voice, "--figure", "spectrogram", "--spectrogram-window", "0.03",
        "--spectrogram-ceiling", "8000", "--dynamic-range", "70", "--pre-emphasis", "0",
      ])

      #expect(
        outcome.output.contains(
          "Gaussian window of 30 ms, dynamic range 70 dB, pre-emphasis 0 dB per octave."))
      #expect(outcome.output.contains(">8000<"))
    }

    @Test(arguments: ["png", "pdf"])
    func `without the converter the message names the package to install`(form: String) async throws
    {
      let voice = try scratch.voice()
      let outcome = try await Tool.run(
        ["plot", voice, "-o", scratch.path("fig.\(form)")], with: ["PATH": scratch.path("")])

      #expect(outcome.status == 73)
      #expect(outcome.errors.contains("rsvg-convert"))
      #expect(outcome.errors.contains("install librsvg2-bin and fonts-dejavu-core"))
      #expect(outcome.errors.contains("name a file that ends in .svg"))
      #expect(!FileManager.default.fileExists(atPath: scratch.path("fig.\(form)")))
    }

    @Test(arguments: ["png", "pdf"])
    func `the converter receives the drawing and its file is stored complete`(form: String)
      async throws
    {
      // A stand-in for rsvg-convert that writes its arguments and input.
      let program = """
        #!/bin/sh
        [ "$1" = --format ] || exit 9
        form=$2
        while [ "$1" != --output ]; do shift; done
        { echo "$form"; cat "$3"; } > "$2"
        """
      try scratch.program(program, as: "bin/rsvg-convert")
      let voice = try scratch.voice()
      let paths = "\(scratch.path("bin")):/usr/bin:/bin"

      let outcome = try await Tool.run(
        ["plot", voice, "--figure", "cepstrum", "-o", scratch.path("out/fig.\(form)")],
        with: ["PATH": paths])

      let drawing = try await Tool.run(["plot", voice, "--figure", "cepstrum"]).output
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try scratch.text(of: "out/fig.\(form)") == "\(form)\n\(drawing)")
      #expect(try scratch.names(in: "out") == ["fig.\(form)"])
    }

    @Test func `a converter that fails is reported, and nothing is written`() async throws {
      try scratch.program("#!/bin/sh\nexit 3\n", as: "bin/rsvg-convert")

      let outcome = try await Tool.run(
        ["plot", scratch.voice(), "-o", scratch.path("fig.png")],
        with: ["PATH": "\(scratch.path("bin")):/usr/bin:/bin"])

      #expect(outcome.status == 73)
      #expect(outcome.errors.contains("it ended with status 3"))
      #expect(try !scratch.names(in: "").contains("fig.png"))
    }
  }
}
