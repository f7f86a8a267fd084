// An inbox and a store of one test, deleted at its end.

import BaselineService
import Foundation
import JobRunner
import Logging
import RecordStore
import Synchronization
import TestSupport
import VoicePipeline
import VoiceSynthesis
import VoiceTypes

/// Real folders with a watcher on them.
final class Inbox {
  let folder: URL
  var settings = WatchSettings(jobs: 2)
  var files: any FileSystem = UnsyncedFileSystem()
  var wantsEvents = false
  var clock: any StoreClock = SystemClock()
  var logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
  var key: StoreKeys?
  var metrics: (@Sendable ([UInt8]) -> Bool)?
  var listener: (@Sendable (JobUpdate) -> Void)?
  var pages: PageMaker?

  init() throws {
    folder = TestFolder.fresh("sagevoice-inbox")
    try TestFolder.make(folder.appendingPathComponent("in").path)
    settings.timeouts.settle = .milliseconds(30)
    settings.timeouts.deadline = .milliseconds(100)
    settings.sidecarWait = .zero
    settings.span = .untilDrained
    settings.retries.first = .milliseconds(1)
    settings.retries.longest = .milliseconds(4)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var path: String { folder.appendingPathComponent("in").path }
  var storePath: String { folder.appendingPathComponent("store").path }

  /// Adds a file to the inbox, with its parent folders and after its sidecar.
  func put(_ bytes: [UInt8], _ name: String, with sidecar: String? = nil) throws {
    if let sidecar { try put(sidecar, InboxNames.sidecar(of: name)) }
    let file = path + "/" + name
    let parent = (file as NSString).deletingLastPathComponent
    try TestFolder.make(parent)
    try Data(bytes).write(to: URL(fileURLWithPath: file))
  }

  func put(_ text: String, _ name: String) throws { try put(Array(text.utf8), name) }

  /// The paths of the inbox.
  var layout: InboxLayout { InboxLayout(root: path) }

  /// Adds a file at the path of a claimed recording of an earlier run.
  func putClaimed(_ bytes: [UInt8], _ name: String, for session: String) throws {
    try put(bytes, layout.relative(layout.folder(of: session)) + "/" + name)
  }

  /// The files in the inbox, without those of the watcher.
  func left() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path)
      .filter { !$0.hasPrefix(".sagevoice") }.sorted()
  }

  /// The files of claimed recordings.
  func work() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: layout.work)
  }

  /// The names in a folder of the store. Empty if it is missing. `failed` lists the quarantined files with a report
  /// each, and the reports of unreadable files.
  func stored(_ name: String) -> [String] {
    if name == "failed" { return (try? failedNames()) ?? [] }
    return ((try? FileManager.default.contentsOfDirectory(atPath: storePath + "/" + name)) ?? [])
      .sorted()
  }

  private func failedNames() throws -> [String] {
    try openStore(UnsyncedFileSystem()).failedListing().reports.flatMap { report in
      (report.file == nil ? [] : [report.name]) + ["\(report.name).error.json"]
    }.sorted()
  }

  /// The report of a quarantined or unreadable file.
  private func failureReport(_ name: String) throws -> JSONValue {
    let store = try openStore(UnsyncedFileSystem())
    if let report = try store.failureReports().first(where: { $0.name == name }) {
      return FailureReport.shape.json(of: report)
    }
    let left = try store.strandedReports().first { $0.name == name }
    guard let left else { throw Unexpected(description: "no report of \(name)") }
    return StrandedReport.shape.json(of: left)
  }

  func json(_ name: String) throws -> JSONValue {
    if name.hasPrefix("failed/") {
      return try failureReport(String(name.dropFirst(7).dropLast(".error.json".count)))
    }
    return try JSONValue.parse(
      Array(Data(contentsOf: URL(fileURLWithPath: storePath + "/" + name))))
  }

  func openStore(_ files: (any FileSystem)? = nil) throws -> RecordStore {
    var options = StoreOptions(
      .writing, actor: "test", clock: clock, fileSystem: files ?? self.files)
    options.keys = key
    return try RecordStore(at: storePath, options)
  }

  /// A watcher of this inbox, with an open store or its own.
  func watcher(
    _ store: (RecordStore)? = nil, events: (any FolderEvents)? = nil,
    elapsed: (@Sendable () -> Duration)? = nil, processID: Int32? = nil
  ) throws -> Watcher {
    let environment = Self.environment(elapsed)
    let store: RecordStore = try store ?? openStore()
    var parts = Watcher.Parts(
      store: store,
      pipelines: JobPipelines(
        environment: environment, assessor: Assessor(limits: try ReferenceLimits.embedded())),
      environment: environment, logger: logger)
    parts.files = files
    parts.processID = processID
    parts.metrics = metrics
    parts.listener = listener
    parts.pages = pages
    if let events { parts.events = events }
    if wantsEvents {
      parts.eventLog = EventLog(
        at: EventLog.path(in: storePath), of: store, timestamp: environment.timestamp)
    }
    return Watcher(of: path, settings, parts)
  }

  /// Watches until all files are processed.
  @discardableResult func drain() throws -> WatchResult { try watcher().run() }

  /// Adds a recording with its sidecar, and watches until all files are processed.
  @discardableResult
  func deliver(
    _ recording: [UInt8] = Recordings.voice(), _ name: String = "a.wav", with sidecar: String? = nil
  ) throws -> WatchResult {
    try put(recording, name, with: sidecar)
    return try drain()
  }

  /// Adds a sidecar or checksum, and watches until all files are processed.
  @discardableResult
  func deliver(_ text: String, _ name: String) throws -> WatchResult {
    try put(text, name)
    return try drain()
  }

  /// A runner with the inbox as its spool.
  func runner(
    _ store: RecordStore? = nil, jobs: Int = 1, environment: RunEnvironment = Inbox.environment(),
    files: any FileSystem = UnsyncedFileSystem()
  ) throws -> RecordingRunner {
    RecordingRunner(
      store: try store ?? openStore(), spool: path, .init(jobs: jobs), logger: logger,
      environment: environment, files: files)
  }

  /// The sessions of the store, by the names of their recordings.
  func sessions() throws -> [SessionSummary] {
    try openStore(UnsyncedFileSystem()).sessions(SessionQuery())
  }

  /// The one session of the store.
  func session() throws -> SessionSummary {
    let sessions = try sessions()
    guard let first = sessions.first, sessions.count == 1 else {
      throw Unexpected(description: "\(sessions.count) sessions: \(sessions)")
    }
    return first
  }

  static func environment(_ elapsed: (@Sendable () -> Duration)? = nil) -> RunEnvironment {
    let clock = ContinuousClock()
    let start = clock.now
    return RunEnvironment(
      newID: { UUID().uuidString.lowercased() }, timestamp: { "2026-01-31T09:30:00Z" },
      elapsed: elapsed ?? { start.duration(to: clock.now) })
  }
}

struct Unexpected: Error, CustomStringConvertible {
  let description: String
}

/// Recordings that are generated once.
enum Recordings {
  /// A voice of 0.8 s, different for every number.
  static func voice(_ number: Int = 0) -> [UInt8] {
    voices.withLock { voices in
      if let known = voices[number] { return known }
      let voice = SyntheticVoice(
        f0: Hertz(110 + Double(number) / 4), vowel: .a, duration: 0.8, seed: UInt64(number + 1))
      let bytes = WAVEncoder.pcm16(voice.synthesize().signal)
      voices[number] = bytes
      return bytes
    }
  }

  private static let voices = Mutex<[Int: [UInt8]]>([:])

  /// A voice of three seconds, long enough for a baseline.
  static func long(_ number: Int) -> [UInt8] { long(number, jitter: 0.4, shimmer: 2) }

  /// The same voice, far less regular.
  static func perturbed(_ number: Int) -> [UInt8] { long(number, jitter: 3.5, shimmer: 9) }

  private static func long(_ number: Int, jitter: Double, shimmer: Double) -> [UInt8] {
    let voice = SyntheticVoice(f0: 200, vowel: .a, duration: 3, seed: UInt64(number)).with {
      ($0.jitterPercent, $0.shimmerPercent, $0.hnr) = (jitter, shimmer, 25)
    }
    return WAVEncoder.pcm16(voice.synthesize().signal)
  }

  /// A file that no tier can measure.
  static let silence = WAVEncoder.pcm16(
    Signal(samples: [Double](repeating: 0, count: 44_100), sampleRate: 44_100))

  /// One second longer than the limit.
  static let tooLong = WAVEncoder.pcm16(
    Signal(samples: (0..<31 * 16_000).map { Double($0 % 100) / 200 }, sampleRate: 16_000))

  static let profile = #"{"user_id": "anna-77", "age": 34, "sex_assigned_at_birth": "female"}"#
}
