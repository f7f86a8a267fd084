// Metrics of a watcher in the text format of Prometheus, in base units.

import Foundation
import JobRunner
import RecordStore
import Synchronization
import TestSupport
import Testing
import VoiceTypes

@Suite struct MetricsTests {
  private let inbox: Inbox
  private let written = Recorder<[UInt8]>()

  init() throws {
    inbox = try Inbox()
    inbox.metrics = { [written] bytes in
      written.add(bytes)
      return true
    }
  }

  /// The last written metrics.
  private var text: String { String(decoding: written.all.last ?? [], as: UTF8.self) }

  /// The value of a sample by its name with its labels.
  private func value(_ sample: String) -> Double? {
    text.split(separator: "\n").first { $0.hasPrefix(sample + " ") }
      .flatMap { Double($0.dropFirst(sample.count + 1)) }
  }

  @Test func `metrics have the counts and the state of the watcher`() throws {
    try inbox.put(Recordings.voice(), "a.wav")
    try inbox.deliver(Recordings.silence, "b.wav")

    #expect(value("sagevoice_recordings_claimed_total") == 2)
    #expect(value("sagevoice_comprehensive_documents_total") == 1)
    #expect(value("sagevoice_refusals_total") == 1)
    #expect(value("sagevoice_recordings_ended_total") == 2)
    #expect(value(#"sagevoice_watcher_state{state="stopped"}"#) == 1)
    #expect(value(#"sagevoice_watcher_state{state="watching"}"#) == 0)
    #expect(
      value(#"sagevoice_analysis_seconds_total{tier="comprehensive"}"#).map { $0 > 0 } == true)
    #expect(value("sagevoice_status_timestamp_seconds") == 1_769_851_800)
    #expect(value("sagevoice_resident_memory_bytes").map { $0 > 1_000_000 } == true)
  }

  @Test func `metrics are written with the status`() throws {
    let statuses = Mutex(0)
    let path = inbox.storePath + "/status.json.new"
    inbox.files = ScriptedFileSystem { operation, file in
      if operation == .rename, file == path { statuses.withLock { $0 += 1 } }
      return nil
    }

    try inbox.deliver()

    #expect(written.all.count > 1)
    #expect(written.all.count == statuses.withLock { $0 })
  }

  @Test func `a full store is reported with its reason`() throws {
    inbox.settings.span = .untilStopped
    let store = inbox.storePath
    let isFull = Mutex(false)
    inbox.files = ScriptedFileSystem { operation, path in
      operation == .create && path.hasPrefix(store + "/") && isFull.withLock({ $0 }) ? ENOSPC : nil
    }
    let watcher = try inbox.watcher()

    try inbox.watching(watcher) {
      isFull.withLock { $0 = true }
      try inbox.put(Recordings.voice(), "a.wav")
      try wait { value(#"sagevoice_watcher_trouble{reason="store_full"}"#) == 1 }
      isFull.withLock { $0 = false }
      try wait { value(#"sagevoice_watcher_state{state="watching"}"#) == 1 }
    }

    #expect(value(#"sagevoice_watcher_trouble{reason="store_full"}"#) == 0)
  }

  @Test func `unwritable metrics do not block recordings`() throws {
    inbox.metrics = { _ in false }
    let log = LogRecord()
    inbox.logger = log.logger

    try inbox.deliver()

    #expect(try inbox.session().state == .filed)
    #expect(log.text.components(separatedBy: "metrics cannot be written").count == 2)
  }

  /// The lines of the text format, version 0.0.4.
  private var help: Regex<(Substring, Substring)> {
    /# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (?:[^\\\n]|\\\\|\\n)+/
  }
  private var type: Regex<(Substring, Substring, Substring)> {
    /# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge)/
  }
  private var sample: Regex<(Substring, Substring, Substring)> {
    /([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{\w+="(?:[^"\\\n]|\\"|\\\\|\\n)*"\})? (-?[0-9.e+-]+)/
  }

  /// The violations of the format, one line each.
  private func problems(in text: String) -> [String] {
    var problems = text.hasSuffix("\n") ? [] : ["the last line has no end"]
    var family: (name: Substring, kind: Substring?) = ("", nil)
    var families: Set<Substring> = []
    var samples: Set<String> = []
    for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
      if let match = line.wholeMatch(of: help) {
        if !families.insert(match.1).inserted { problems.append("twice: \(line)") }
        family = (match.1, nil)
      } else if let match = line.wholeMatch(of: type), match.1 == family.name {
        family.kind = match.2
        let isCounter = match.2 == "counter"
        if isCounter != match.1.hasSuffix("_total") { problems.append("no such name: \(line)") }
      } else if let match = line.wholeMatch(of: sample), match.1 == family.name,
        family.kind != nil, Double(match.2) != nil
      {
        let key = line.split(separator: " ").dropLast().joined(separator: " ")
        if !samples.insert(key).inserted { problems.append("twice: \(line)") }
      } else {
        problems.append("no line of the format, or not in its place: \(line)")
      }
    }
    return problems
  }

  @Test func `the text follows the grammar of the format`() throws {
    try inbox.put(Recordings.voice(), "a.wav")
    inbox.settings.polling = .milliseconds(50)

    try inbox.drain()

    #expect(text.split(separator: "\n").count > 50)
    #expect(problems(in: text) == [])
    #expect(!text.contains(inbox.path) && !text.contains("a.wav"))
  }

  @Test(arguments: [
    "a_total 1\n", "# HELP a A.\n# TYPE a gauge\na 1", "# HELP a A.\n# TYPE a counter\na 1\n",
    "# HELP a A.\n# TYPE a gauge\nb 1\n", "# HELP a A.\n# TYPE a gauge\na{x=\"1\n\"} 1\n",
    "# HELP a A.\n# TYPE a gauge\na one\n", "# HELP a A.\n# TYPE a gauge\na 1\na 2\n",
    "# HELP a A.\na 1\n", "# HELP a A.\n# TYPE a gauge\n\na 1\n",
  ])
  func `a violation of the grammar is found`(text: String) {
    #expect(problems(in: text) != [])
  }
}
