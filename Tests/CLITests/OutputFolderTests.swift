import Foundation
import Platform
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct OutputFolderTests {
    private let scratch = Scratch()

    @Test func `a folder takes one pretty file per input, and standard output stays empty`()
      async throws
    {
      let inputs = [try scratch.voice("a.wav"), try scratch.voice("b.WAV")]

      let outcome = try await Tool.run(["analyze", "--output", scratch.path("deep/out")] + inputs)

      #expect(outcome.status == 0)
      #expect(outcome.output == "")
      #expect(
        try scratch.names(in: "deep/out") == ["a.comprehensive.json", "b.comprehensive.json"])
      let text = try scratch.text(of: "deep/out/a.comprehensive.json")
      #expect(try text == JSONValue(parsing: text).text(.pretty) + "\n")
    }

    @Test func `inputs of the same name are numbered in input order`() async throws {
      let inputs = [
        try scratch.voice("one/a.wav"), try scratch.voice("two/a.wav", f0: 200),
        try scratch.voice("a-2.wav"), scratch.path("missing/a.wav"),
      ]

      _ = try await Tool.run(
        ["analyze", "--tier", "quick", "--output", scratch.path("out")] + inputs)

      #expect(
        try scratch.names(in: "out") == [
          "a-2-2.quick.json", "a-2.quick.json", "a-3.quick.json", "a.quick.json",
        ])
      let second = try scratch.json(of: "out/a-2.quick.json")
      let f0 = try #require(second[path: ["biomarkers", "f0", "median_hz"]]?.numberValue)
      #expect(abs(f0 - 200) < 1)
      let last = try scratch.json(of: "out/a-3.quick.json")
      #expect(last.outcomeCode == "not_found")
    }

    @Test(arguments: [("csv", "csv"), ("text", "txt")])
    func `other forms have other endings`(format: String, ending: String) async throws {
      let inputs = [try scratch.voice("a.wav"), try scratch.voice("b.wav")]

      _ = try await Tool.run(
        ["analyze", "--format", format, "--output", scratch.path("out")] + inputs)

      #expect(
        try scratch.names(in: "out") == ["a.comprehensive.\(ending)", "b.comprehensive.\(ending)"])
    }

    @Test func `every CSV file has a header`() async throws {
      let inputs = [try scratch.voice("a.wav"), try scratch.voice("b.wav")]

      _ = try await Tool.run(
        ["analyze", "--format", "csv", "--output", scratch.path("out")] + inputs)

      for name in ["a", "b"] {
        let rows = try CSVText(scratch.text(of: "out/\(name).comprehensive.csv")).rows
        #expect(rows.map(\.first) == ["name", "\(name).wav"])
      }
    }

    @Test func `a folder that cannot be made gives status 73`() async throws {
      let path = try scratch.voice()
      let file = scratch.path("file")
      try Data().write(to: URL(fileURLWithPath: file))

      let below = try await Tool.run(["analyze", path, "--output", path + "/out"])
      let itself = try await Tool.run(["analyze", path, "--output", file])

      #expect(below.status == 73)
      #expect(itself.status == 73)
      #expect(below.errors.contains("cannot make the output folder"))
    }

    @Test func `a file that cannot be written gives status 73 and does not stop the others`()
      async throws
    {
      let inputs = [
        try scratch.voice("a.wav"), try scratch.voice("b.wav"), scratch.path("missing.wav"),
      ]
      _ = try scratch.write([], as: "out/a.comprehensive.json/occupied")

      let outcome = try await Tool.run(["analyze", "--output", scratch.path("out")] + inputs)

      #expect(outcome.status == 73)
      #expect(outcome.errors.contains("cannot write a.comprehensive.json"))
      #expect(
        try scratch.names(in: "out") == [
          "a.comprehensive.json", "b.comprehensive.json", "missing.comprehensive.json",
        ])
    }

    @Test(arguments: [
      ("json", "results.csv"), ("json", "x.json"), ("text", "x.txt"), ("long", "x.JSON"),
      ("csv", "x.xlsx"),
    ])
    func `a file name in place of an output folder gives status 64`(
      format: String, name: String
    ) async throws {
      let outcome = try await Tool.run(
        ["analyze", "--format", format, "-o", scratch.path(name), scratch.voice()])

      #expect(outcome.status == 64)
      #expect(outcome.output == "")
      #expect(outcome.errors.contains("requires a folder, not a file name"), "\(outcome.errors)")
      #expect(try scratch.names(in: "") == ["voice.wav"])
    }

    @Test func `an output folder named like a file needs a slash or must exist`() async throws {
      let voice = try scratch.voice()
      let analyze = ["analyze", "--tier", "quick", voice, "--output"]

      #expect(try await Tool.run(analyze + [scratch.path("a.json") + "/"]).status == 0)
      #expect(try await Tool.run(analyze + [scratch.path("a.json")]).status == 0)
      #expect(try scratch.names(in: "a.json") == ["voice.quick.json"])
    }

    @Test func `output names that are too long are shortened and stay unique`()
      async throws
    {
      let long = String(repeating: "ä", count: 123)
      let inputs = ["1.wav", "2.wav"].map { scratch.path(long + $0) }
      for input in inputs {
        try FileManager.default.copyItem(atPath: scratch.voice(), toPath: input)
      }

      let outcome = try await Tool.run(
        [
          "analyze", "--output", scratch.path("out"), "--praat-objects", scratch.path("objects"),
        ] + inputs)
      let names = try scratch.names(in: "out")

      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(names.count == 2)
      #expect(
        names.allSatisfy { $0.hasPrefix(long.prefix(110)) && $0.hasSuffix(".comprehensive.json") })
      #expect(try scratch.names(in: "objects").count == 8)
    }

    @Test func `a recording name in Latin-1 gives a document name in Latin-1`() async throws {
      let files = POSIXFileSystem()
      _ = try scratch.voice("v.wav")
      let voice = try scratch.bytes(of: "v.wav")
      try files.create(scratch.path("") + "/na\u{10FFEF}ve.wav", voice)

      let outcome = try await Tool.run(
        ["analyze", "--output", scratch.path("out"), scratch.path("") + "/na\u{10FFEF}ve.wav"])

      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try files.list(scratch.path("out")) == ["na\u{10FFEF}ve.comprehensive.json"])
    }

    @Test func `a replaced document keeps its owner-only permissions`() async throws {
      let old = try scratch.write("old", as: "out/voice.comprehensive.json")
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: old)

      _ = try await Tool.run(["analyze", scratch.voice(), "--output", scratch.path("out")])

      #expect(try POSIXFileSystem().facts(of: old)?.permissions == 0o600)
      #expect(try scratch.text(of: "out/voice.comprehensive.json") != "old")
    }

    @Test func `an earlier document is replaced`() async throws {
      _ = try scratch.write("old", as: "out/voice.comprehensive.json")

      _ = try await Tool.run(["analyze", scratch.voice(), "--output", scratch.path("out")])

      let text = try scratch.text(of: "out/voice.comprehensive.json")
      #expect(try JSONValue(parsing: text)["state"] == "complete")
      #expect(try scratch.names(in: "out") == ["voice.comprehensive.json"])
    }

    @Test func `an output name starting with a combining mark stays in the folder`() async throws {
      let path = try scratch.voice("in/\u{301}a.wav")

      let outcome = try await Tool.run(["analyze", path, "--output", scratch.path("out")])
      let names = try scratch.names(in: "out")

      #expect(outcome.status == 0)
      #expect(names == ["\u{301}a.comprehensive.json"])
    }
  }
}
