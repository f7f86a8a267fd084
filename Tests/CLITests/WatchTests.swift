// `sagevoice watch` as its users meet it: a process, folders and signals.

import Foundation
import TestSupport
import Testing
import VoiceTypes

extension CommandLineTests {
  @Suite struct WatchTests {
    let scratch = Scratch(folder: "in")

    func once(_ options: String...) async throws -> Tool.Outcome {
      try await scratch.watchOnce(["--deadline", "0.3"] + options)
    }

    /// The states of the sessions of the store.
    func states() throws -> [String] {
      try scratch.names(in: "store/sessions").map { session in
        let text = try scratch.text(of: "store/sessions/\(session)/state.json")
        return try JSONValue(parsing: text)["state"]?.stringValue ?? "?"
      }
    }

    @Test func `existing recordings are analysed, status 0`() async throws {
      _ = try scratch.voice("in/a.wav", f0: 120)
      _ = try scratch.voice("in/b.wav", f0: 140)

      let outcome = try await once()

      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output == "")
      #expect(try states() == ["filed", "filed"])
      #expect(try scratch.names(in: "in") == [".sagevoice"])
    }

    @Test func `watch and analyze give the same values`() async throws {
      let file = try scratch.voice("in/a.wav")
      let analysed = try await Tool.run(["analyze", file]).document
      _ = try await once()
      let session = try #require(scratch.names(in: "store/sessions").first)

      let computed = try scratch.json(of: "store/sessions/\(session)/computed.json")

      for member in ["recording", "quality", "biomarkers", "uncertainty", "provenance"] {
        #expect(computed[member] == analysed[member], "\(member)")
      }
    }

    @Test func `a refused recording makes the status 65 and leaves advice`() async throws {
      _ = try scratch.tooShort("in/short.wav")

      let outcome = try await once()

      #expect(outcome.status == 65)
      let error = try scratch.json(of: "store/failed/1/short.wav.error.json")
      #expect(error["error"]?["code"]?.stringValue == "too_short")
      #expect(error["error"]?["advice"]?.stringValue?.isEmpty == false)
    }

    @Test func `an inbox that is not there makes the status 66`() async throws {
      let outcome = try await Tool.run(
        ["watch", scratch.path("none"), "--store", scratch.path("store"), "--create", "--once"])

      #expect(outcome.status == 66)
      #expect(outcome.errors.contains("inbox"))
    }

    @Test func `a store that cannot be made makes the status 73`() async throws {
      _ = try scratch.write([1], as: "file")

      let outcome = try await Tool.run(
        [
          "watch", scratch.path("in"), "--store", scratch.path("file") + "/store", "--create",
          "--once",
        ])

      #expect(outcome.status == 73)
    }

    @Test func `updates are lines with the reference and the outcome`()
      async throws
    {
      _ = try scratch.voice("in/a.wav")
      _ = try scratch.write(#"{"reference": "order-7"}"#, as: "in/a.json")

      let outcome = try await once("--updates")

      let lines = try outcome.output.split(separator: "\n").map {
        try JSONValue(parsing: String($0))
      }
      let session = try scratch.names(in: "store/sessions").first
      #expect(outcome.status == 0)
      #expect(
        lines.map { $0["phase"]?.stringValue } == [
          "idle", "quick_analysing", "quick_complete", "comprehensive_analysing", "complete",
        ])
      #expect(lines.allSatisfy { $0["session_id"]?.stringValue == session })
      #expect(lines.allSatisfy { $0["reference"] == "order-7" })
      #expect(lines.last?["outcome"] == "analysed")
    }

    @Test func `entries of a report head are in reports of the session and in no event or log`()
      async throws
    {
      _ = try scratch.voice("in/a.wav")
      _ = try scratch.write(
        Array(#"{"report_header": {"clinic": "Ward Seven", "signature": true}}"#.utf8),
        as: "in/a.json")

      let outcome = try await once("--updates", "--events")

      let session = try #require(try scratch.names(in: "store/sessions").first)
      let page = try await Tool.run(
        ["records", "report", session, "--store", scratch.path("store")])
      #expect(page.output.contains("<dd>Ward Seven</dd>"), "\(page.errors)")
      #expect(page.output.contains("class=\"signature\""))
      let written = outcome.output + outcome.errors
      #expect(written.contains(session) && !written.contains("Ward"))
    }

    @Test func `the option for a report head applies to sidecars without entries`() async throws {
      let header = try scratch.write(#"{"clinic": "Ward Seven"}"#, as: "head.json")
      for (name, sidecar) in [
        ("own", #"{"report_header": {"clinic": "Ward Two"}}"#), ("none", #"{"context": "clinic"}"#),
      ] {
        _ = try scratch.voice("in/\(name).wav", f0: name == "own" ? 120 : 150)
        _ = try scratch.write(Array(sidecar.utf8), as: "in/\(name).json")
      }

      let outcome = try await once("--updates", "--events", "--header", header)

      var clinics: Set<String> = []
      for session in try scratch.names(in: "store/sessions") {
        let page = try await Tool.run(
          ["records", "report", session, "--store", scratch.path("store")])
        clinics.formUnion(page.output.matches(of: /<dd>(Ward [A-Za-z]+)</).map { String($0.1) })
      }
      #expect(clinics == ["Ward Seven", "Ward Two"])
      #expect(!(outcome.output + outcome.errors).contains("Ward"))
    }

    @Test func `the metrics file is world-readable and always complete`() async throws {
      _ = try scratch.voice("in/a.wav")
      let file = scratch.path("sagevoice.prom")

      let outcome = try await once("--metrics", file)

      #expect(outcome.status == 0)
      #expect(
        try scratch.text(of: "sagevoice.prom").contains("\nsagevoice_recordings_ended_total 1\n"))
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
      #expect(mode as? Int == 0o644)
      #expect(try !scratch.names(in: "").contains("sagevoice.prom.new"))
    }

    @Test func `a log of JSON has a line per message, and nothing else`() async throws {
      _ = try scratch.voice("in/a.wav")
      _ = try scratch.tooShort("in/short.wav")

      let outcome = try await scratch.watchOnce(
        ["--deadline", "0.3", "--log-format", "json"], quietly: false)

      let lines = try outcome.errors.split(separator: "\n").map {
        try JSONValue(parsing: String($0))
      }
      #expect(lines.count > 3)
      #expect(lines.allSatisfy { $0.keys == ["ts", "level", "message", "metadata"] })
      #expect(
        lines.contains {
          $0["message"] == "recording refused" && $0["level"] == "notice"
            && $0[path: ["metadata", "code"]] == "too_short"
            && $0[path: ["metadata", "session"]]?.stringValue?.isEmpty == false
        })
    }

    @Test(arguments: ["none", "world-readable", "another"])
    func `a missing key file gives status 66, a wrong or readable one 65`(key: String)
      async throws
    {
      _ = try await once()
      let file = try scratch.write([UInt8](repeating: 7, count: 32), as: "key")
      let mode = key == "world-readable" ? 0o644 : 0o600
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)

      let outcome = try await once("--key-file", key == "none" ? scratch.path("nowhere") : file)

      #expect(outcome.status == (key == "none" ? 66 : 65))
      #expect(outcome.errors.contains(key == "another" ? "--store" : "--key-file"))
    }

    @Test(arguments: [
      ["--settle", "-1"], ["--jobs", "0"], ["--poll", "0"], ["--audio", "burn"], ["--tier", "all"],
      ["--retention", "0"], ["--rescan", "0"],
    ])
    func `wrong options make the status 64`(options: [String]) async throws {
      let outcome = try await Tool.run(
        ["watch", scratch.path("in"), "--store", scratch.path("store"), "--create"] + options)

      #expect(outcome.status == 64)
    }

    @Test(arguments: ["TERM", "INT"])
    func `a signal ends the watch after the recordings in hand, with status 0`(
      signal: String
    ) async throws {
      let script = """
        "$0" watch "$1" --store "$2" --create --quiet & pid=$!
        for i in $(seq 200); do [ -e "$2/status.json" ] && break; sleep 0.05; done
        cp "$3" "$1/a.wav"
        for i in $(seq 200); do ls "$2"/sessions/*/quick.json >/dev/null 2>&1 && break; sleep 0.05; done
        kill -\(signal) $pid
        wait $pid
        """

      let outcome = try ToolProcess.runShell(
        script, [scratch.path("in"), scratch.path("store"), try scratch.voice("a.wav")])

      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try scratch.names(in: "in") == [".sagevoice"])
      #expect(try await once().status == 0)
      #expect(try states() == ["filed"])
    }

    @Test(
      .enabled(
        if: InotifyQueue.canBeFilled, "fs.inotify.max_queued_events is more than a test can fill"))
    func `a recording with a dropped inotify event is analysed`() throws {
      let script = """
        "$0" watch "$1" --store "$2" --create --sidecar-wait 0 --rescan 86400 --settle 0.1 --quiet & pid=$!
        for i in $(seq 200); do [ -e "$2/status.json" ] && break; sleep 0.05; done
        kill -STOP $pid
        i=0; while [ $i -lt $4 ]; do : > "$1/.$i"; i=$((i + 1)); done
        mv "$3" "$1/a.wav"
        kill -CONT $pid
        for i in $(seq 400); do grep -qs '"filed"' "$2"/sessions/*/state.json && break; sleep 0.05; done
        kill -TERM $pid
        wait $pid
        """
      // Two hints for every file: one that it appeared, one that it was closed.
      let count = try #require(InotifyQueue.limit)

      let outcome = try ToolProcess.runShell(
        script,
        [scratch.path("in"), scratch.path("store"), try scratch.voice("a.wav"), "\(count)"])

      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try states() == ["filed"])
      #expect(outcome.errors.contains("change notifications were lost"), "\(outcome.errors)")
      let status = try scratch.json(of: "store/status.json")
      #expect(status[path: ["totals", "overflow"]] == 1)
      #expect(status["mode"]?.stringValue == "inotify")
    }

    @Test func `names of files and people are not in the log`() async throws {
      _ = try scratch.voice("in/anna.wav")
      _ = try scratch.tooShort("in/otto.wav")
      _ = try scratch.write(#"{"user_id": "anna-77"}"#, as: "in/anna.json")
      _ = try scratch.write("{", as: "in/otto.json")

      let outcome = try await scratch.watchOnce(quietly: false)

      #expect(outcome.errors.contains("session="))
      #expect(!outcome.errors.contains("anna") && !outcome.errors.contains("otto"))
      #expect(!outcome.errors.contains(scratch.folder.lastPathComponent))
    }
  }
}
