// A program per result: its input, its limits, and its failures.

import Foundation
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct ResultProgramTests {
    private let scratch = Scratch()

    init() throws { _ = try scratch.voice("in/a.wav") }

    /// Watches once with a line of shell for results, whose `$0` is a file.
    private func watch(_ line: String, _ options: String...) async throws -> Tool.Outcome {
      try await watch(["/bin/sh", "-c", line, scratch.path("told")], options)
    }

    private func watch(_ program: [String], _ options: [String] = []) async throws -> Tool.Outcome {
      try await scratch.watchOnce(
        ["--deadline", "0.3", "--on-result", program[0]]
          + program.dropFirst().flatMap { ["--on-result-argument", $0] } + options)
    }

    @Test func `the program gets environment variables and a line of JSON per document`()
      async throws
    {
      let outcome = try await watch(
        #"""
        echo "$SAGEVOICE_TIER $SAGEVOICE_OUTCOME" >>"$0"
        grep -c '"schema"' "$SAGEVOICE_DOCUMENT" >>"$0"
        cat >>"$0"; echo nothing to see
        """#)

      let told = try scratch.text(of: "told").split(separator: "\n").map(String.init)
      let session = try #require(scratch.names(in: "store/sessions").first)
      #expect(outcome.status == 0 && outcome.output == "" && outcome.errors == "")
      #expect(told.count == 6)
      #expect(told.first == "quick ")
      #expect(told.dropFirst(3).first == "comprehensive analysed")
      for line in [2, 5] where told.indices.contains(line) {
        #expect(told[line - 1] == "1")
        #expect(try JSONValue(parsing: told[line])["session_id"]?.stringValue == session)
      }
    }

    @Test func `a recording without a document is reported`() async throws {
      _ = try scratch.voice("in/b.wav")

      _ = try await watch(
        #"echo "$SAGEVOICE_OUTCOME $SAGEVOICE_DOCUMENT" >>"$0""#, "--tier", "quick")

      let told = try scratch.text(of: "told").split(separator: "\n")
      #expect(told.contains("duplicate "))
    }

    @Test(arguments: ["exit 3", "kill -9 $$"])
    func `a failing program is logged and fails no recording`(line: String) async throws {
      let outcome = try await watch(line)

      #expect(outcome.status == 0)
      #expect(outcome.errors.matches(of: /the program of --on-result failed/).count == 2)
      #expect(outcome.errors.contains(line == "exit 3" ? "status 3" : "signal 9"))
    }

    @Test func `a missing program is logged and fails no recording`() async throws {
      let outcome = try await watch([scratch.path("none")])

      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("could not be started"))
    }

    @Test func `a program that exceeds its time is ended with its children`() async throws {
      let outcome = try await watch(
        #"sleep 1000 & echo $! >>"$0"; wait"#, "--on-result-limit", "0.5")

      let started = try scratch.text(of: "told").split(separator: "\n").compactMap { pid_t($0) }
      #expect(outcome.status == 0)
      #expect(outcome.errors.matches(of: /exceeded the time limit/).count == 2)
      #expect(started.count == 2)
      for process in started where kill(process, 0) == 0 {
        // A program without a waiting parent also ends.
        let state = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        #expect(state.contains(") Z "), "\(state)")
      }
    }

    @Test func `the program runs without a shell and with default signals`() async throws {
      let outcome = try await watch(
        #"trap 'echo "caught" >>"$0"' PIPE TERM; kill -TERM $$; kill -PIPE $$; echo "$1" >>"$0""#,
        "--on-result-argument", "$HOME; *")

      #expect(outcome.status == 0)
      #expect(
        try scratch.text(of: "told").split(separator: "\n").prefix(3)
          == ["caught", "caught", "$HOME; *"])
    }

    @Test func `an argument without a program is wrong usage`() async throws {
      let outcome = try await Tool.run([
        "watch", scratch.path("in"), "--store", scratch.path("store"), "--create",
        "--on-result-argument", "a",
      ])

      #expect(outcome.status == 64)
    }
  }
}
