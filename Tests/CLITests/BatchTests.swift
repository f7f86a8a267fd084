import Foundation
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct BatchTests {
    private let scratch = Scratch()

    @Test func `several files give a line each, in input order`() async throws {
      let inputs = [
        try scratch.voice("c.wav"), scratch.path("missing.wav"),
        try scratch.voice("a.wav", f0: 200), try scratch.voice("b.wav", f0: 150),
      ]

      let outcome = try await Tool.run(["analyze"] + inputs)
      let documents = try outcome.documents

      #expect(outcome.status == 66)
      #expect(documents.map(\.recordingName) == ["c.wav", "missing.wav", "a.wav", "b.wav"])
      #expect(documents.map(\.outcomeCode) == ["complete", "not_found", "complete", "complete"])
      for document in documents { #expect(try DocumentRules.problems(in: document) == []) }
    }

    @Test func `a line is compact`() async throws {
      let outcome = try await Tool.run(["analyze", scratch.voice("a.wav"), scratch.voice("b.wav")])

      let lines = outcome.output.split(separator: "\n")

      #expect(lines.count == 2)
      #expect(try lines.allSatisfy { try JSONValue(parsing: String($0)).text(.compact) == $0 })
    }

    @Test func `an unreadable input outranks a refused one in the exit status`() async throws {
      let inputs = [try scratch.tooShort(), scratch.path("missing.wav"), try scratch.voice()]

      #expect(try await Tool.run(["analyze"] + inputs).status == 66)
      #expect(try await Tool.run(["analyze"] + inputs.reversed()).status == 66)
    }

    @Test func `one refused among good ones gives status 65`() async throws {
      let inputs = [try scratch.voice("a.wav"), try scratch.tooShort(), try scratch.voice("b.wav")]

      #expect(try await Tool.run(["analyze"] + inputs).status == 65)
    }

    @Test func `the number of jobs changes neither order nor bytes`() async throws {
      let inputs =
        try (0..<8).map { try scratch.voice("\($0).wav", f0: Hertz(100 + 20 * Double($0))) }
        + [scratch.path("missing.wav"), scratch.tooShort()]

      let outputs = try await ["1", "2", "7"].mapInOrder { jobs in
        try await Tool.run(["analyze", "--jobs", jobs, "--contours"] + inputs).documents
          .map { DocumentRules.withoutRun($0).text(.compact) }
      }

      #expect(outputs[0].count == 10)
      #expect(outputs[1] == outputs[0])
      #expect(outputs[2] == outputs[0])
    }

    @Test func `every document of a batch has an identifier of its own`() async throws {
      let path = try scratch.voice()

      let documents = try await Tool.run(["analyze", path, path, path]).documents

      #expect(Set(documents.map { $0["analysis_id"]?.stringValue }).count == 3)
    }

    @Test func `inputs of a list follow those of the command line`() async throws {
      let list = try scratch.write(
        "\(scratch.voice("a.wav"))\n\n\(scratch.voice("b.wav"))\n", as: "list.txt")

      let outcome = try await Tool.run(["analyze", "--files-from", list, scratch.voice("c.wav")])

      #expect(outcome.status == 0)
      #expect(try outcome.documents.map(\.recordingName) == ["c.wav", "a.wav", "b.wav"])
    }

    @Test func `a list may have carriage returns and no final newline`() async throws {
      let list = try scratch.write(
        "\(scratch.voice("a.wav"))\r\n\(scratch.voice("b.wav"))", as: "list.txt")

      let documents = try await Tool.run(["analyze", "--files-from", list]).documents

      #expect(documents.map(\.outcomeCode) == ["complete", "complete"])
    }

    @Test func `a list of one is a batch`() async throws {
      let list = try scratch.write("\(scratch.voice())\n", as: "list.txt")

      let outcome = try await Tool.run(["analyze", "--files-from", list])

      #expect(outcome.output.split(separator: "\n").count == 1)
    }

    @Test func `a list may come from standard input`() async throws {
      let list = try scratch.write(
        "\(scratch.voice("a.wav"))\n\(scratch.path("missing.wav"))\n", as: "list.txt")

      let outcome = try await Tool.run(["analyze", "--files-from", "-"], input: list)

      #expect(outcome.status == 66)
      #expect(try outcome.documents.map(\.outcomeCode) == ["complete", "not_found"])
    }

    @Test func `a list that cannot be read gives status 66 and a message`() async throws {
      let outcome = try await Tool.run(["analyze", "--files-from", scratch.path("missing.txt")])

      #expect(outcome.status == 66)
      #expect(outcome.output == "")
      #expect(outcome.errors.contains("no file exists at this path"))
    }

    @Test func `an empty list gives no documents and status 0`() async throws {
      let outcome = try await Tool.run([
        "analyze", "--files-from", scratch.write([], as: "list.txt"),
      ])

      #expect(outcome.status == 0)
      #expect(outcome.output == "")
    }

    @Test(arguments: ["clinical", "praat"])
    func `every malformed file gives a valid document in one batch`(preset: String) async throws {
      let files = try Repository.recordings(in: "malformed")

      let outcome = try await Tool.run(
        ["analyze", "--quiet", "--contours", "--preset", preset] + files.map(\.path))
      let documents = try outcome.documents

      #expect(outcome.status == 65)
      #expect(outcome.errors == "")
      #expect(documents.map(\.recordingName) == files.map(\.lastPathComponent))
      for document in documents {
        #expect(try DocumentRules.problems(in: document) == [], "\(document.recordingName ?? "")")
      }
    }
  }
}
