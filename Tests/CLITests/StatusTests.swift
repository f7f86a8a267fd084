// `sagevoice status`: the state of the watcher, and its exit status.

import Foundation
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct StatusTests {
    private let scratch = Scratch(folder: "in")

    private func status(_ options: String...) async throws -> Tool.Outcome {
      try await Tool.run(["status", scratch.path("store")] + options)
    }

    @Test func `status --check succeeds for a running watcher only`() throws {
      let script = """
        "$0" watch "$1" --store "$2" --create --quiet & pid=$!
        for i in $(seq 200); do [ -e "$2/status.json" ] && break; sleep 0.05; done
        "$0" status "$2" --check; echo "running $?"
        echo "pid $("$0" status "$2" --format json | grep -c "\\"pid\\": $pid")"
        kill -TERM $pid; wait $pid
        "$0" status "$2" --check; echo "stopped $?"
        "$0" watch "$1" --store "$2" --create --quiet & pid=$!
        for i in $(seq 200); do "$0" status "$2" --check >/dev/null 2>&1 && break; sleep 0.05; done
        kill -KILL $pid; wait $pid; sleep 2.5
        "$0" status "$2" --check --max-age 1; echo "killed $?"
        exit 0
        """

      let outcome = try ToolProcess.runShell(script, [scratch.path("in"), scratch.path("store")])

      for line in ["running 0", "stopped 65", "killed 65", " running", "pid 1"] {
        #expect(outcome.output.split(separator: "\n").contains { $0.contains(line) }, "\(line)")
      }
      #expect(outcome.errors.contains("the watcher is stopped"))
      #expect(outcome.errors.contains("s old"))
    }

    @Test func `without a store, or a status in it, the exit status is 66`() async throws {
      let missing = try await status("--check")
      _ = try await scratch.watchOnce()
      try FileManager.default.removeItem(atPath: scratch.path("store/status.json"))
      let silent = try await status()

      #expect(missing.status == 66 && missing.errors.contains("is not a store"))
      #expect(silent.status == 66 && silent.errors.contains("start `sagevoice watch`"))
    }

    @Test func `status prints the written status file`() async throws {
      _ = try await scratch.watchOnce()

      let json = try await status("--format", "json")
      let text = try await status()

      #expect(try JSONValue(parsing: json.output)["state"]?.stringValue == "stopped")
      #expect(try JSONValue(parsing: json.output)["inbox"]?.stringValue == scratch.path("in"))
      #expect(text.output.contains(/State: +stopped\nUpdated: +20/))
      #expect(text.status == 0)
    }

    @Test func `a second watcher or an onboarding on one store makes the status 66`() throws {
      let script = """
        mkdir "$1/other"
        "$0" watch "$1/in" --store "$2" --create --quiet & pid=$!
        for i in $(seq 200); do [ -e "$2/status.json" ] && break; sleep 0.05; done
        "$0" watch "$1/other" --store "$2" --once; echo "second $?"
        "$0" onboard --store "$2" </dev/null >/dev/null; echo "onboard $?"
        "$0" records verify --store "$2" >/dev/null; echo "verify $?"
        kill -TERM $pid; wait $pid
        exit 0
        """

      let outcome = try ToolProcess.runShell(script, [scratch.folder.path, scratch.path("store")])

      #expect(outcome.output.contains("second 66"), "\(outcome.errors)")
      #expect(outcome.output.contains("onboard 66"), "\(outcome.errors)")
      #expect(outcome.output.contains("verify 0"))
      #expect(outcome.errors.contains("another watcher writes to the store"))
    }
  }
}
