import CommandSupport
import Foundation
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct StreamTests {
    private let scratch = Scratch()

    /// The writing end of a pipe without a reader.
    private func abandonedPipe() throws -> FileHandle {
      let pipe = Pipe()
      try pipe.fileHandleForReading.close()
      return pipe.fileHandleForWriting
    }

    /// A file with recordings, each after its length.
    private func stream(of recordings: [[UInt8]]) throws -> String {
      let bytes = recordings.flatMap { recording in
        (0..<4).map { UInt8(truncatingIfNeeded: recording.count >> (8 * $0)) } + recording
      }
      return try scratch.write(bytes, as: "stream")
    }

    @Test func `a stream of recordings gives the documents of their files`() async throws {
      let paths = [
        try scratch.voice("a.wav"), try scratch.tooShort(), try scratch.voice("b.wav", f0: 200),
      ]
      let recordings = try paths.map { Array(try Data(contentsOf: URL(fileURLWithPath: $0))) }

      let streamed = try await Tool.run(
        ["analyze", "--stdin-stream"], input: stream(of: recordings))
      let byPath = try await Tool.run(["analyze"] + paths)

      #expect(streamed.status == 65)
      let names = try streamed.documents.map(\.recordingName)
      #expect(names == ["stream_0.wav", "stream_1.wav", "stream_2.wav"])
      for (document, other) in zip(try streamed.documents, try byPath.documents) {
        #expect(
          DocumentRules.withoutRun(document).removing(["recording", "name"])
            == DocumentRules.withoutRun(other).removing(["recording", "name"]))
      }
    }

    @Test func `a stream that ends within a recording gives its documents and status 66`()
      async throws
    {
      let voice = try scratch.voice()
      let recording = Array(try Data(contentsOf: URL(fileURLWithPath: voice)))
      let complete = try Data(contentsOf: URL(fileURLWithPath: stream(of: [recording, recording])))
      let cut = try scratch.write(Array(complete.dropLast()), as: "cut")

      let outcome = try await Tool.run(["analyze", "--stdin-stream"], input: cut)

      #expect(outcome.status == 66)
      #expect(outcome.errors.contains("--stdin-stream: recording 1: "))
      #expect(try outcome.documents.map(\.outcomeCode) == ["complete"])
    }

    @Test func `a full device gives status 74 and a message`() throws {
      for command in [["analyze", try scratch.voice()], ["schema"], ["help"], ["--version"]] {
        let device = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let outcome = try ToolProcess.run(command, output: device)
        #expect(outcome.status == 74, "\(command)")
        #expect(outcome.errors.contains("No space left on device"), "\(command)")
      }
    }

    @Test func `a closed reader gives status 141 and no message`() throws {
      let voice = try scratch.voice()
      for command in [
        ["analyze", voice], ["analyze", "--format", "csv", voice], ["schema"], ["explain"],
        ["avqi", "--vowel", voice, "--speech", voice], ["limits", "show"],
      ] {
        let outcome = try ToolProcess.run(command, output: try abandonedPipe())
        #expect(outcome.status == 141, "\(command)")
        #expect(!outcome.wasKilledBySignal, "\(command)")
        #expect(outcome.errors == "", "\(command)")
      }
    }

    @Test func `a closed reader ends a batch before the next input is opened`() throws {
      let voice = try scratch.voice()
      let endless = scratch.path("endless.wav")
      // The path is copied for the call, which keeps no hold of it.
      #expect(unsafe mkfifo(endless, 0o600) == 0)

      // The second document finds a closed pipe. A named pipe waits for a writer without limit.
      let outcome = try ToolProcess.runShell(
        #"{ "$0" analyze --jobs 1 "$@"; echo "status $?" >&2; } | head -n 1"#,
        [voice] + Array(repeating: voice, count: 20) + [endless])

      #expect(outcome.errors == "status 141\n")
      #expect(try outcome.documents.map(\.recordingName) == ["voice.wav"])
    }

    @Test func `a batch that writes files continues without a reader`() async throws {
      let inputs = [try scratch.voice("a.wav"), try scratch.voice("b.wav")]

      let outcome = try await Tool.run(
        ["analyze", "--output", scratch.path("out")] + inputs, outputError: .readerGone)

      #expect(outcome.status == 0)
      #expect(try scratch.names(in: "out").count == 2)
    }

    @Test func `a closed standard output is named, with status 74`() throws {
      let outcome = try ToolProcess.runShell(
        #""$0" analyze "$1" "$2" >&-"#, [scratch.voice("a.wav"), scratch.voice("b.wav")])

      #expect(outcome.status == 74)
      #expect(outcome.errors.hasPrefix("sagevoice: standard output is closed"))
    }

    @Test func `an error of the output outranks every input`() async throws {
      let outcome = try await Tool.run(
        ["analyze", scratch.path("missing.wav"), scratch.tooShort()],
        outputError: StreamError(number: ENOSPC))

      #expect(outcome.status == 74)
      #expect(outcome.errors.matches(of: /cannot write the results/).count == 1)
    }

    @Test func `an interrupted batch ends with status 130 and whole lines`() throws {
      let path = try scratch.voice()
      let count = 2_000

      let outcome = try ToolProcess.run(
        ["analyze", "--jobs", "2"] + Array(repeating: path, count: count),
        whenItWrites: { kill($0, SIGINT) })
      let documents = try outcome.documents

      #expect(outcome.status == 130)
      #expect(!outcome.wasKilledBySignal)
      #expect((1..<count).contains(documents.count))
      for document in documents { #expect(try DocumentRules.problems(in: document) == []) }
    }

    @Test func `an interrupted batch leaves only whole files`() throws {
      let count = 2_000
      let path = try scratch.voice()

      // The refused input comes first: its message is the sign that the batch has begun.
      let outcome = try ToolProcess.run(
        ["analyze", try scratch.tooShort(), "--output", scratch.path("out")]
          + Array(repeating: path, count: count),
        whenItWrites: { kill($0, SIGINT) })
      let names = try scratch.names(in: "out")

      #expect(outcome.status == 130)
      #expect((1..<count).contains(names.count))
      for name in names {
        let document = try scratch.json(of: "out/\(name)")
        #expect(try DocumentRules.problems(in: document) == [])
      }
    }
  }
}
