// Watches and followers that a signal or a closed pipe ends, with processes and pauses.

import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests.WatchTests {
  @Test func `a closed reader of updates ends the watch without loss`()
    async throws
  {
    _ = try scratch.voice("in/a.wav")
    let script = """
      { "$0" watch "$1" --store "$2" --create --settle 0.1 --quiet --updates; echo "status $?" >&2; } | head -n 1
      """

    let outcome = try ToolProcess.runShell(script, [scratch.path("in"), scratch.path("store")])

    #expect(outcome.errors == "status 141\n")
    #expect(outcome.output.split(separator: "\n").count == 1)
    #expect(try await once().status == 0)
    #expect(try states() == ["filed"])
  }

  @Test func `killing the watcher at any moment loses nothing and doubles nothing`() throws {
    let script = """
      for i in $(seq 0 29); do cp "$3/$i.wav" "$1/$i.wav.part"; done
      arrive() { for i in $(seq 0 29); do mv "$1/$i.wav.part" "$1/$i.wav"; sleep 0.06; done; }
      arrive "$1" & arriving=$!
      for k in $(seq 20); do
        "$0" watch "$1" --store "$2" --create --quiet --settle 0.1 --sidecar-wait 0.1 2>/dev/null & pid=$!
        sleep 0.$(( (k * 37) % 23 + 5 ))
        kill -9 $pid; wait $pid 2>/dev/null
      done
      wait $arriving
      exec "$0" watch "$1" --store "$2" --create --quiet --once --settle 0.1
      """
    for number in 0..<30 {
      _ = try scratch.voice("from/\(number).wav", f0: Hertz(110 + Double(number)))
    }

    let outcome = try ToolProcess.runShell(
      script, [scratch.path("in"), scratch.path("store"), scratch.path("from")])

    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try scratch.names(in: "in") == [".sagevoice"])
    #expect(try scratch.names(in: "in/.sagevoice/work") == [])
    #expect(try states() == [String](repeating: "filed", count: 30))
    let names = try scratch.names(in: "store/sessions").map { session in
      let text = try scratch.text(of: "store/sessions/\(session)/header.json")
      return try JSONValue(parsing: text)[path: ["recording", "name"]]?.stringValue
    }
    #expect(Set(names).count == 30)
  }
}

extension CommandLineTests.RecordsFollowTests {
  @Test func `an interrupted follow ends with status 130`() async throws {
    _ = try await watchOnce()
    let script = """
      "$0" records follow --store "$1" --session 11111111-2222-3333-4444-555555555555 & pid=$!
      sleep 1; kill -INT $pid; wait $pid
      """

    let outcome = try ToolProcess.runShell(script, [scratch.path("store")])

    #expect(outcome.status == 130)
    #expect(outcome.output == "" && outcome.errors == "")
  }
}
