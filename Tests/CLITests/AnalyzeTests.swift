import Foundation
import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes

extension CommandLineTests {
  @Suite struct AnalyzeTests {
    private let scratch = Scratch()

    @Test func `one file gives one pretty document and status 0`() async throws {
      let outcome = try await Tool.run(["analyze", scratch.voice()])

      let document = try outcome.document

      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
      #expect(outcome.output == document.text(.pretty) + "\n")
      #expect(document["state"] == "complete")
      #expect(try DocumentRules.problems(in: document) == [])
    }

    @Test func `the default is the comprehensive tier and the clinical preset`()
      async throws
    {
      let document = try await Tool.run(["analyze", scratch.voice()]).document

      #expect(document["tier"] == "comprehensive")
      #expect(document["provenance"]?["preset"] == "clinical")
    }

    @Test func `the options select tier and preset`() async throws {
      let document = try await Tool.run(
        ["analyze", scratch.voice(), "--tier", "quick", "--preset", "praat"]
      ).document

      #expect(document["tier"] == "quick")
      #expect(document["provenance"]?["preset"] == "praat")
    }

    @Test func `--task measures speech over the whole file`() async throws {
      let voice = try scratch.voice()

      let document = try await Tool.run(["analyze", voice, "--task", "reading"]).document
      let text = try await Tool.run(["analyze", voice, "--task", "reading", "--format", "text"])
      let steady = try await Tool.run(
        ["analyze", voice, "--task", "conversation", "--segment", "steady"])

      #expect(document["task"] == "reading" && document[path: ["segment", "rule"]] == "whole")
      #expect(document[path: ["biomarkers", "jitter", "local_percent"]] == .null)
      #expect(try DocumentRules.problems(in: document) == [])
      #expect(text.output.contains(", reading, comprehensive tier"))
      let words = text.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("measures of a sustained vowel do not apply"))
      #expect(steady.status == 64 && steady.errors.contains("applies to vowels only"))
    }

    @Test func `a refused recording gives its document and status 65`() async throws {
      let outcome = try await Tool.run(["analyze", scratch.tooShort()])

      #expect(outcome.status == 65)
      #expect(try outcome.document.outcomeCode == "too_short")
      #expect(try DocumentRules.problems(in: outcome.document) == [])
    }

    @Test func `a message names the recording and the advice`() async throws {
      let errors = try await Tool.run(["analyze", scratch.tooShort()]).errors

      #expect(errors.hasPrefix("sagevoice: short.wav: "))
      #expect(errors.contains("(too_short). Record for longer."))
      #expect(!errors.contains(scratch.folder.path))
    }

    @Test func `--quiet hides the message of a failed output file`() async throws {
      // A folder has the name of the file.
      _ = try scratch.write([1], as: "out/voice.quick.json/x")
      let arguments = [
        "analyze", "--tier", "quick", "--output", scratch.path("out"), try scratch.voice(),
      ]

      let loud = try await Tool.run(arguments)
      let quiet = try await Tool.run(arguments + ["--quiet"])

      #expect(loud.status == 73 && quiet.status == 73)
      #expect(loud.errors != "" && quiet.errors == "")
    }

    @Test func `--quiet leaves standard error empty and standard output unchanged`() async throws {
      let loud = try await Tool.run(["analyze", scratch.tooShort()])
      let quiet = try await Tool.run(["analyze", scratch.tooShort(), "--quiet"])

      #expect(quiet.errors == "")
      #expect(loud.errors != "")
      #expect(quiet.status == loud.status)
      #expect(
        try DocumentRules.withoutRun(quiet.document) == DocumentRules.withoutRun(loud.document))
    }

    @Test(arguments: [
      ("no/such.wav", "not_found"), ("", "is_a_directory"), ("voice.wav/below", "not_found"),
    ])
    func `an input that cannot be opened gives its document and status 66`(
      name: String, code: String
    ) async throws {
      _ = try scratch.voice()

      let outcome = try await Tool.run(["analyze", scratch.path(name)])

      #expect(outcome.status == 66)
      #expect(try outcome.document.outcomeCode == code)
      #expect(try DocumentRules.problems(in: outcome.document) == [])
    }

    @Test func `a device is not readable`() async throws {
      let outcome = try await Tool.run(["analyze", "/dev/zero"])

      #expect(outcome.status == 66)
      #expect(try outcome.document.outcomeCode == "not_readable")
    }

    @Test func `standard input and path give the same values`() async throws {
      let path = try scratch.voice()

      let byPath = try await Tool.run(["analyze", path]).document
      let byInput = try await Tool.run(["analyze", "-"], input: path).document

      #expect(byInput.recordingName == "-")
      #expect(
        DocumentRules.withoutRun(byInput).removing(["recording", "name"])
          == DocumentRules.withoutRun(byPath).removing(["recording", "name"]))
    }

    @Test func `empty standard input is refused as empty`() async throws {
      let outcome = try await Tool.run(["analyze", "-"])

      #expect(outcome.status == 65)
      #expect(try outcome.document.outcomeCode == "empty")
    }

    @Test func `the given pitch range is searched`() async throws {
      let document = try await Tool.run(["analyze", scratch.voice(), "--pitch-range", "90.5:400"])
        .document

      #expect(
        document["pitch_range"]
          == ["floor_hz": .number(90.5), "ceiling_hz": 400, "rule": "given"])
    }

    @Test(arguments: ["6.1", "6.3", "6.4", "7.0"])
    func `every Praat version is accepted and stamped`(version: String) async throws {
      let document = try await Tool.run(["analyze", scratch.voice(), "--praat-version", version])
        .document

      #expect(document[path: ["provenance", "settings", "praat_version"]] == .string(version))
    }

    @Test(arguments: ["ac", "cc"])
    func `every pitch method is accepted and stamped`(method: String) async throws {
      let document = try await Tool.run(["analyze", scratch.voice(), "--pitch-method", method])
        .document

      #expect(document[path: ["provenance", "settings", "pitch_method"]] == .string(method))
    }

    @Test(arguments: ["10:20", "599.9:600", "75:1000000", "30000:40000", "10:22050"])
    func `a pitch range that misses the voice still gives a valid document`(
      range: String
    ) async throws {
      let outcome = try await Tool.run(
        ["analyze", scratch.voice(), "--preset", "praat", "--pitch-range", range])

      #expect(outcome.status == 0)
      #expect(try DocumentRules.problems(in: outcome.document) == [])
    }

    @Test func `--contours adds contours larger than a pipe buffer`() async throws {
      let bytes = WAVEncoder.pcm16(SyntheticVoice(f0: 200, duration: 10).synthesize().signal)

      let outcome = try await Tool.run(
        ["analyze", scratch.write(bytes, as: "long.wav"), "--contours", "--pitch-range", "150:600"])

      #expect(outcome.status == 0)
      #expect(outcome.output.utf8.count > 65_536)
      #expect(try outcome.document["contours"]?["f0"]?.elements.isEmpty == false)
      #expect(try DocumentRules.problems(in: outcome.document) == [])
    }
  }
}
