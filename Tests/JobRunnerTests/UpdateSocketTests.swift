// Updates over a Unix socket. No reader delays the watcher.

import Foundation
import RecordStore
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes

@testable import JobRunner

@Suite(.serialized) final class UpdateSocketTests {
  private let inbox: Inbox
  private let folder: URL
  private var sockets: [UpdateSocket] = []

  init() throws {
    inbox = try Inbox()
    folder = URL(fileURLWithPath: "/tmp/sv-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { for socket in sockets { socket.stop() } }

  private var path: String { folder.appendingPathComponent("updates").path }

  private func serving(
    _ store: RecordStore? = nil, _ change: (inout UpdateSocket.Settings) -> Void = { _ in }
  ) throws -> UpdateSocket {
    var settings = UpdateSocket.Settings()
    change(&settings)
    let socket = try UpdateSocket(
      at: path, of: try store ?? inbox.openStore(), settings, elapsed: Inbox.environment().elapsed)
    socket.start()
    sockets.append(socket)
    return socket
  }

  private func update(_ session: SessionID, _ phase: JobPhase = .complete) -> JobUpdate {
    var update = JobUpdate(session: session.text, phase: phase)
    update.outcome = phase == .complete ? .analysed : nil
    return update
  }

  /// A connected reader, which has received an update for all readers.
  private func reader(of socket: UpdateSocket, saying text: String = "\n") throws -> LocalClient {
    let client = try LocalClient(to: path)
    client.say(text)
    // Updates before the connection of a reader are not sent to it.
    while client.lines(withinSeconds: 0.2, until: { _ in true }).isEmpty {
      socket.publish(update(.fresh()))
    }
    return client
  }

  private func code(_ line: String?) throws -> String? {
    try line.map { try JSONValue(parsing: $0)["code"]?.stringValue } ?? nil
  }

  // MARK: - Updates

  @Test func `every reader gets every update, as the line that the watch prints`() throws {
    let socket = try serving()
    let readers = try (0..<3).map { _ in try reader(of: socket) }
    let sessions = (0..<20).map { _ in SessionID.fresh() }
    let last = sessions[19].text

    for session in sessions { socket.publish(update(session)) }

    let expected = sessions.compactMap { UpdateLine(update($0))?.lineBytes.dropLast() }
      .map { String(decoding: $0, as: UTF8.self) }
    for reader in readers {
      let lines = reader.lines { $0["session_id"] == last }
      #expect(Array(lines.suffix(20)) == expected)
    }
  }

  @Test func `a reader of one session gets its updates, and is closed at its end`() throws {
    let socket = try serving()
    let session = SessionID.fresh()
    let client = try LocalClient(to: path)
    client.say("{\"session\": \"\(session.text)\"}\n")
    usleep(300_000)

    socket.publish(update(.fresh()))
    socket.publish(update(session, .quickAnalysing))
    socket.publish(update(.fresh()))
    socket.publish(update(session, .complete))

    let lines = client.lines()
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.contains(session.text) })
    #expect(client.hasEnded())
  }

  @Test func `a late reader first gets the stored state, of a session and of a person`() throws {
    try inbox.deliver(with: #"{"profile": {"user_id": "kim"}}"#)
    let session = try inbox.session().id
    let socket = try serving()

    let ofSession = try LocalClient(to: path)
    ofSession.say("{\"session\": \"\(session.text)\"}\n")
    let ofPerson = try LocalClient(to: path)
    ofPerson.say("{\"user\": \"kim\"}\n")
    let ofAnother = try LocalClient(to: path)
    ofAnother.say("{\"user\": \"lee\"}\n")

    let told = ofSession.lines()
    #expect(told.count == 1)
    #expect(try JSONValue(parsing: told[0])["phase"] == "complete")
    #expect(ofPerson.lines(withinSeconds: 2) { _ in true } == told)
    socket.publish(update(session, .complete))
    socket.publish(update(session, .error))
    // The first one may repeat the state of the store. The second one does not.
    #expect(ofPerson.lines(withinSeconds: 5) { $0["phase"] == "error" }.count <= 2)
    #expect(ofAnother.lines(withinSeconds: 0.5) == [])
  }

  @Test func `updates during a replay follow it, once`() throws {
    let session = SessionID.fresh()
    var reader = UpdateReader()
    reader.receive(Array("\n".utf8), isEnd: false)
    var stored = UpdateLine(session, .quickComplete)
    stored.tier = .quick

    reader.publish(UpdateLine(session, .quickAnalysing), 1)
    reader.publish(stored, 2)
    reader.publish(UpdateLine(session, .comprehensiveAnalysing), 3)
    reader.replay(stored)
    reader.finishReplay(at: 3)
    reader.publish(UpdateLine(session, .idle), 4)

    let phases = try reader.unsent.split(separator: UInt8(ascii: "\n")).map {
      try JSONValue.parse(Array($0))["phase"]?.stringValue
    }
    #expect(phases == ["quick_complete", "comprehensive_analysing", "idle"])
  }

  // MARK: - Readers that do not behave

  @Test(arguments: [
    "nonsense\n", "[]\n", "{\"session\": 3}\n", "{\"session\": \"x\"}\n", "{\"user\": \"\"}\n",
    "{\"user\": \"a\", \"session\": \"b\"}\n", "{\"user\": \"a\"",
    String(repeating: "x", count: 5000), "\0\u{1}\n",
  ])
  func `a request for an unknown scope is refused and closed`(text: String) throws {
    _ = try serving { $0.requestTime = .milliseconds(200) }
    let client = try LocalClient(to: path)

    client.say(text)

    let lines = client.lines()
    #expect(try lines.map(code) == ["unusable_request"])
    #expect(client.hasEnded())
  }

  @Test(arguments: ["", "{}\n"])
  func `a reader without a request gets everything`(text: String) throws {
    let socket = try serving { $0.requestTime = .milliseconds(50) }
    let client = try LocalClient(to: path)
    client.say(text)
    usleep(400_000)

    socket.publish(update(.fresh()))

    #expect(client.lines { _ in true }.count == 1)
  }

  @Test func `a reader that closes its sending side, or sends more, is served`() throws {
    let socket = try serving()
    let silent = try LocalClient(to: path)
    silent.sayNoMore()
    let talker = try reader(of: socket)
    talker.say(String(repeating: "garbage\n", count: 1000))
    usleep(300_000)

    socket.publish(update(.fresh()))

    #expect(silent.lines { _ in true }.count == 1)
    #expect(talker.lines { _ in true }.count == 1)
  }

  @Test func `a slow reader delays no other, and is closed with the reason`() throws {
    let socket = try serving { $0.farewellTime = .seconds(60) }
    let slow = try reader(of: socket)
    let quick = try reader(of: socket)
    let last = SessionID.fresh()
    let count = 12_000

    let start = ContinuousClock.now
    var told = 0
    // Faster than recordings can be analysed, but no faster than the quick reader reads.
    while told < count {
      for _ in 0..<500 { socket.publish(update(.fresh())) }
      told += 500
      usleep(20_000)
      if told % 2000 == 0 { _ = quick.lines(withinSeconds: 0.05) }
    }
    let time = ContinuousClock.now - start
    socket.publish(update(last))

    #expect(quick.lines { $0["session_id"] == last.text }.isEmpty == false)
    #expect(time < .seconds(20), "\(time)")
    let lines = slow.lines()
    #expect(lines.count < count)
    #expect(try lines.map(code).filter { $0 != nil } == ["too_slow"])
    #expect(try code(lines.last) == "too_slow")
  }

  @Test func `the buffer of a reader is bounded, and ends after a complete line`() throws {
    var reader = UpdateReader()
    reader.receive(Array("\n".utf8), isEnd: false)
    reader.finishReplay(at: 0)
    var number = 0
    while reader.stage == .live {
      number += 1
      reader.publish(UpdateLine(.fresh(), .idle), number)
      // It has read a part of the first line.
      if number == 1 { reader.wrote(7) }
      #expect(reader.unsent.count <= UpdateReader.mostWaiting + 1024)
    }

    let rest = reader.unsent.split(separator: UInt8(ascii: "\n"))
    #expect(number > 1000)
    #expect(rest.count == 2)
    #expect(try JSONValue.parse(Array(rest[1]))["code"] == "too_slow")
    #expect(reader.unsent.last == UInt8(ascii: "\n"))
  }

  @Test func `a crashed reader does not affect others`() throws {
    let socket = try serving()
    let other = try reader(of: socket)
    for _ in 0..<20 {
      let dying = try LocalClient(to: path)
      dying.say("{\"us")
      _ = dying
    }

    let last = SessionID.fresh()
    for _ in 0..<100 { socket.publish(update(.fresh())) }
    socket.publish(update(last))

    #expect(other.lines { $0["session_id"] == last.text }.count >= 101)
  }

  @Test func `of a hundred readers the maximum is accepted, and more when some leave`() throws {
    let socket = try serving { $0.farewellTime = .milliseconds(200) }
    var clients = try (0..<100).map { _ in try LocalClient(to: path, withinSeconds: 10) }
    for client in clients { client.say("\n") }
    usleep(500_000)
    socket.publish(update(.fresh()))

    let codes = try clients.map { try code($0.lines { _ in true }.first) }
    #expect(codes.count { $0 == nil } == 64)
    #expect(codes.count { $0 == "too_many_readers" } == 36)
    clients = []
    usleep(300_000)
    _ = try reader(of: socket)
  }

  // MARK: - The file

  private func mode(_ path: String) throws -> UInt16? {
    try POSIXFileSystem().facts(of: path)?.permissions
  }

  @Test func `the socket belongs to this user, and is removed at the end`() throws {
    let socket = try serving()

    #expect(try mode(path) == 0o600)
    let client = try reader(of: socket)
    socket.stop()
    #expect(try mode(path) == nil)
    #expect(try code(client.lines().last) == "watch_ended")
    #expect(client.hasEnded())
  }

  @Test func `a given group may connect`() throws {
    let group = UInt32(getegid())

    _ = try serving { $0.group = group }

    #expect(try mode(path) == 0o660)
    #expect(try POSIXFileSystem().facts(of: path)?.group == group)
  }

  @Test func `the socket of a dead program is replaced`() throws {
    #expect(LocalClient.leaveBehind(path))

    let socket = try serving()

    _ = try reader(of: socket)
  }

  @Test func `the socket of a running program is refused, and stays`() throws {
    let socket = try serving()

    #expect(throws: SocketFault.inUse(path: path)) { try serving() }
    _ = try reader(of: socket)
  }

  @Test func `another file at the path is refused, and stays`() throws {
    try Data("kept".utf8).write(to: URL(fileURLWithPath: path))

    #expect(throws: SocketFault.notASocket(path: path)) { try serving() }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("kept".utf8))
  }

  @Test func `a file of another program at the path is not removed`() throws {
    let socket = try serving()
    try FileManager.default.removeItem(atPath: path)
    #expect(LocalClient.leaveBehind(path))

    socket.stop()

    #expect(try mode(path) != nil)
  }

  @Test func `a too long path and a missing folder are reported`() throws {
    let store = try inbox.openStore()
    let long = folder.path + "/" + String(repeating: "x", count: 108)

    let tooLong = #expect(throws: SocketFault.self) {
      try UpdateSocket(at: long, of: store, elapsed: Inbox.environment().elapsed)
    }
    let nowhere = #expect(throws: SocketFault.self) {
      try UpdateSocket(
        at: folder.path + "/no/such/socket", of: store, elapsed: Inbox.environment().elapsed)
    }
    #expect(tooLong?.description.contains("limit of 107") == true, "\(String(describing: tooLong))")
    #expect(nowhere?.description.contains("No such file") == true)
  }

  // MARK: - A runner

  @Test func `a runner publishes its recordings until it stops`() async throws {
    let runner = try inbox.runner(jobs: 2)
    try runner.start()
    try runner.serveUpdates(at: path)
    let session = SessionID.fresh()
    let client = try LocalClient(to: path)
    client.say("{\"session\": \"\(session.text)\"}\n")

    try runner.submit(.bytes(Recordings.voice(), named: "a.wav"), as: session)
    let lines = client.lines()
    runner.stop()

    #expect(try lines.last.map { try JSONValue(parsing: $0)["outcome"] } == "analysed")
    #expect(lines.count >= 1 && lines.count <= 5)
    #expect(try mode(path) == nil)
    #expect(throws: RunnerFault.self) { try runner.serveUpdates(at: "/no/such/folder/socket") }
  }
}
