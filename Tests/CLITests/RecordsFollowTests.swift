// `records follow` in another process prints the same lines as the watch.

import Foundation
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct RecordsFollowTests {
    let scratch = Scratch(folder: "in")

    func watchOnce(_ options: String...) async throws -> Tool.Outcome {
      try await scratch.watchOnce(["--deadline", "0.3"] + options)
    }

    private func follow(_ options: String...) async throws -> Tool.Outcome {
      try await Tool.run(["records", "follow", "--store", scratch.path("store")] + options)
    }

    private func session() throws -> String {
      try #require(scratch.names(in: "store/sessions").first)
    }

    @Test func `follow prints the last line of a finished session`()
      async throws
    {
      _ = try scratch.voice("in/a.wav")
      let told = try await watchOnce("--updates").output

      let outcome = try await follow("--session", session())

      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
      #expect(outcome.output.split(separator: "\n") == told.split(separator: "\n").suffix(1))
    }

    @Test func `follow ends with status 65 for a refused recording`() async throws {
      _ = try scratch.tooShort("in/short.wav")
      _ = try await watchOnce()

      let outcome = try await follow("--session", session())

      #expect(outcome.status == 65)
      #expect(try JSONValue(parsing: outcome.output)["code"] == "too_short")
    }

    @Test func `new recordings are printed until a signal`() throws {
      let script = """
        "$0" watch "$1" --store "$2" --create --settle 0.1 --quiet & watch=$!
        for i in $(seq 200); do [ -e "$2/status.json" ] && break; sleep 0.05; done
        "$0" records follow --store "$2" >"$4" & follow=$!
        cp "$3" "$1/a.wav"
        for i in $(seq 400); do grep -qs '"analysed"' "$4" && break; sleep 0.05; done
        kill -INT $follow; wait $follow; echo "status $?"
        kill -TERM $watch; wait $watch
        """

      let outcome = try ToolProcess.runShell(
        script,
        [
          scratch.path("in"), scratch.path("store"), try scratch.voice("a.wav"),
          scratch.path("lines"),
        ])

      let lines = try scratch.text(of: "lines").split(separator: "\n")
        .map { try JSONValue(parsing: String($0)) }
      #expect(outcome.output == "status 0\n", "\(outcome.errors)")
      #expect(lines.last?["phase"] == "complete")
      #expect(lines.last?["session_id"]?.stringValue == (try session()))
      #expect(Set(lines.map { $0.text(.compact) }).count == lines.count)
    }

    @Test func `follow ends quietly when its reader closes`()
      async throws
    {
      _ = try scratch.voice("in/a.wav")
      _ = try scratch.write(#"{"profile": {"user_id": "kim"}}"#, as: "in/a.json")
      _ = try await watchOnce()

      let outcome = try ToolProcess.runShell(
        #"{ "$0" records follow --store "$1" --user kim; echo "status $?" >&2; } | head -n 1"#,
        [scratch.path("store")])

      #expect(outcome.output.split(separator: "\n").count == 1)
      #expect(outcome.errors == "status 141\n")
    }

    @Test func `a session and a person at once are wrong usage, and no store is status 66`()
      async throws
    {
      let both = try await follow(
        "--user", "kim", "--session", "11111111-2222-3333-4444-555555555555")

      #expect(both.status == 64)
      #expect(try await follow().status == 66)
    }
  }
}
