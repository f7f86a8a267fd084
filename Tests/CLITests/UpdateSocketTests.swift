// `sagevoice watch --socket`, as a back end uses it.

import Foundation
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct UpdateSocketTests {
    private let scratch = Scratch(folder: "in")
    private let path = "/tmp/sv-\(UUID().uuidString.prefix(8)).socket"

    /// A watch that is ended once a reader has had enough.
    private func watch(_ options: [String], reading read: @escaping @Sendable (LocalClient) -> Void)
      throws -> Tool.Outcome
    {
      let script = """
        in=$1 store=$2 mark=$3; shift 3
        "$0" watch "$in" --store "$store" --create --settle 0.1 --quiet "$@" & pid=$!
        for i in $(seq 600); do [ -e "$mark" ] && break; sleep 0.05; done
        kill -TERM $pid; wait $pid; echo "status $?"
        """
      let (path, mark) = (path, scratch.path("mark"))
      Thread.detachNewThread {
        if let client = try? LocalClient(to: path, withinSeconds: 25) { read(client) }
        try? Data().write(to: URL(fileURLWithPath: mark))
      }
      return try ToolProcess.runShell(
        script,
        [scratch.path("in"), scratch.path("store"), mark, "--socket", path] + options)
    }

    @Test func `a reader gets the lines that the watch prints`() throws {
      let voice = try scratch.voice("a.wav")
      let target = scratch.path("in/a.wav")
      let heard = scratch.path("heard")

      let outcome = try watch(["--updates"]) { client in
        client.say("\n")
        usleep(300_000)
        try? FileManager.default.copyItem(atPath: voice, toPath: target)
        let lines = client.lines { $0["outcome"] == "analysed" }
        try? Data((lines.joined(separator: "\n") + "\n").utf8)
          .write(to: URL(fileURLWithPath: heard))
      }

      #expect(outcome.output.hasSuffix("status 0\n"), "\(outcome.errors)")
      let printed = outcome.output.split(separator: "\n").dropLast()
      #expect(printed.count == 5)
      #expect(try scratch.text(of: "heard").split(separator: "\n") == Array(printed))
      #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `the last line keeps its schema`() async throws {
      let heard = scratch.path("heard")

      _ = try watch([]) { client in
        client.say("nonsense\n")
        try? Data(client.lines().joined().utf8).write(to: URL(fileURLWithPath: heard))
      }

      let schema = try JSONSchemaValidator(try await Tool.run(["schema", "update-end"]).document)
      let line = try scratch.json(of: "heard")
      #expect(line["code"] == "unusable_request")
      #expect(schema.problems(in: line) == [])
      #expect(schema.problems(in: line.removing(["code"])) != [])
    }

    @Test func `an existing socket path gives status 73 and is not removed`()
      async throws
    {
      let file = try scratch.write([1, 2, 3], as: "file")

      let outcome = try await Tool.run([
        "watch", scratch.path("in"), "--store", scratch.path("store"), "--create", "--once",
        "--socket", file,
      ])

      #expect(outcome.status == 73)
      #expect(outcome.errors.contains("--socket: \(file) is not a socket"))
      #expect(try scratch.bytes(of: "file") == [1, 2, 3])
    }
  }
}
