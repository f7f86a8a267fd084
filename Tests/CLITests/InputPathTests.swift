// Selection of input files: paths keep their bytes, and skipped files are counted.

import Foundation
import Platform
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct InputPathTests {
    private let scratch = Scratch()

    /// A name with the byte 0xEF, as a text.
    private let latin = "na\u{10FFEF}ve"

    private func analyze(_ arguments: [String]) async throws -> Tool.Outcome {
      try await Tool.run(["analyze", "--tier", "quick"] + arguments)
    }

    /// A recording in a folder, both with names in Latin-1.
    private func latinVoice() throws -> (folder: String, file: String) {
      let files = POSIXFileSystem()
      _ = try scratch.voice("in/plain.wav")
      let folder = scratch.path("in") + "/" + latin
      try files.makeFolder(folder)
      try files.create("\(folder)/\(latin).wav", scratch.bytes(of: "in/plain.wav"))
      return (folder, "\(folder)/\(latin).wav")
    }

    @Test func `names in Latin-1 are found as files, in folders and in lists`() async throws {
      let (folder, file) = try latinVoice()
      let bytes = FileName.bytes(of: file)
      let lines = try scratch.write([0xEF, 0xBB, 0xBF] + bytes + [0x0D, 0x0A], as: "lines.txt")
      let zeros = try scratch.write(bytes + [0], as: "zeros.txt")

      let outcomes = try await [
        [file], ["--recursive", folder], ["--files-from", lines],
        ["--files-from", zeros, "--null"],
      ].mapInOrder { try await analyze($0) }

      for outcome in outcomes {
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try outcome.document.recordingName == "\(latin).wav")
      }
    }

    @Test func `names in Latin-1 come through the command line and into the other program`() throws
    {
      let (folder, _) = try latinVoice()
      let script = """
        cd "$1" && name=$(printf 'na\\357ve') && "$0" analyze --tier quick "$name/$name.wav" --output "$2" \
        && "$0" watch "$name" --store "$3" --create --once --settle 0.1 --quiet
        """

      let outcome = try ToolProcess.runShell(
        script, [scratch.path("in"), scratch.path("out"), scratch.path("store")])

      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try POSIXFileSystem().list(scratch.path("out")) == ["\(latin).quick.json"])
      #expect(try POSIXFileSystem().list(folder) == [".sagevoice"])
    }

    @Test func `a message shows stray bytes as question marks`() async throws {
      let outcome = try await analyze([scratch.path("none") + "/\(latin).wav"])

      #expect(
        outcome.errors.contains("na?ve.wav: no file exists at this path"), "\(outcome.errors)")
    }

    // MARK: - Folders

    private func link(_ name: String, to target: String) throws {
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path("in/" + name), withDestinationPath: target)
    }

    @Test func `all recording extensions are measured and skipped files are counted`()
      async throws
    {
      for name in ["a.wav", "b.wave", "c.BWF", "deep/d.wav"] { _ = try scratch.voice("in/" + name) }
      for name in ["e.mp3", "f.mp3", "g.txt", "anna.doe", ".hidden.wav"] {
        _ = try scratch.write([1], as: "in/" + name)
      }
      try link("annex.wav", to: "../missing/x.wav")
      try link("h.wav", to: "a.wav")
      try link("loop", to: ".")

      let outcome = try await analyze(["--recursive", scratch.path("in")])

      #expect(outcome.status == 0)
      #expect(
        try outcome.documents.map(\.recordingName) == [
          "a.wav", "b.wave", "c.BWF", "d.wav", "h.wav",
        ])
      #expect(
        outcome.errors == """
          sagevoice: --recursive: skipped 7 files (2 .mp3, 1 .txt, 1 other file, 1 hidden, 1 link, 1 link without a target)

          """)
      #expect(try await analyze(["--quiet", "--recursive", scratch.path("in")]).errors == "")
    }

    @Test func `a folder without recordings names the files in it`() async throws {
      _ = try scratch.write([1], as: "in/a.mp3")
      try link("annex.wav", to: "missing.wav")

      let outcome = try await analyze(["--recursive", scratch.path("in")])

      #expect(outcome.status == 66)
      #expect(outcome.errors.contains("skipped 2 files (1 .mp3, 1 link without a target)"))
      #expect(outcome.errors.contains("no WAV file"))
    }

    @Test func `the document name drops the extension of the recording`() async throws {
      let wave = try scratch.voice("a.wave")

      _ = try await analyze([wave, "--output", scratch.path("out")])

      #expect(try scratch.names(in: "out") == ["a.quick.json"])
    }
  }
}
