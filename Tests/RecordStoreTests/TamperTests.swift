// Whatever somebody else changes in a store is found.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite final class TamperTests {
  private let files = POSIXFileSystem()

  /// Folders last as long as their test.
  private var keepers: [Scratch] = []

  private func store(_ kind: StoreKind = .open) throws -> (Scratch, SessionLife) {
    let scratch = try Scratch()
    keepers.append(scratch)
    let life = SessionLife(scratch.store, kind)
    try life.live(in: life.open())
    try SessionLife(scratch.store, kind, number: 2).live(in: life.open())
    return (scratch, life)
  }

  private func overwrite(_ path: String, _ bytes: [UInt8]) throws {
    try files.removeFile(path)
    try files.create(path, bytes)
  }

  private func findings(_ life: SessionLife) throws -> [Finding] {
    try life.open(.reading).verify().findings
  }

  @Test func `a store that nobody touched is good`() throws {
    let (_, life) = try store()

    #expect(try findings(life) == [])
  }

  @Test(
    arguments: StoreKind.allCases,
    [
      "audit.log", "sessions/ID/audit.log", "sessions/ID/header.json", "sessions/ID/answers.json",
      "sessions/ID/quick.json", "sessions/ID/state.json", "sessions/ID/artifacts/audio.wav",
      "store.json",
    ])
  func `a change of any byte is found`(kind: StoreKind, name: String) throws {
    let (scratch, life) = try store(kind)
    let path = "\(scratch.store)/" + name.replacing("ID", with: life.id.text)
    let bytes = try files.read(path)
    let reader = try life.open(.reading)
    var request = VerificationRequest()
    request.sessions = name.contains("ID") ? [life.id] : nil
    // Long documents by a step that meets every part of them.
    let step = bytes.count > 3000 ? Steps.every(105, all: 7) : Steps.every(15)
    let indices = Array(stride(from: 0, to: bytes.count, by: step))

    for index in indices {
      var changed = bytes
      changed[index] ^= 1
      try overwrite(path, changed)
      #expect(try !reader.verify(request).findings.isEmpty, "\(name), byte \(index)")
    }

    print("tampering: \(indices.count) bytes of \(name) flipped, \(kind)")
    try overwrite(path, bytes)
    #expect(try findings(life) == [])
  }

  @Test(arguments: ["audit.log", "sessions/ID/audit.log"])
  func `a line that is taken out is found, the last one too`(name: String) throws {
    let (scratch, life) = try store()
    let path = "\(scratch.store)/" + name.replacing("ID", with: life.id.text)
    let lines = try files.read(path).split(separator: UInt8(ascii: "\n"))

    for gone in lines.indices {
      var rest = lines
      rest.remove(at: gone)
      try overwrite(path, rest.flatMap { Array($0) + [UInt8(ascii: "\n")] })
      // The last line of the store's log: a crash may have kept it from being written, which is why
      // it counts as unfinished. All others are tampering.
      let isLastOfAll = name == "audit.log" && gone == lines.count - 1
      let kind: FindingKind = isLastOfAll ? .unfinished : .tampered
      #expect(try findings(life).contains { $0.kind == kind }, "line \(gone + 1)")
    }
  }

  @Test func `a session that is taken out is found`() throws {
    let (scratch, life) = try store()
    let folder = "\(scratch.store)/sessions/\(life.id.text)"
    try files.rename(folder, to: "\(scratch.path)/away", .replacing)

    let found = try findings(life)

    #expect(found.contains { $0.kind == .tampered && $0.session == life.id })
  }

  @Test func `a document that is taken out or put there is found`() throws {
    let (scratch, life) = try store()
    let folder = "\(scratch.store)/sessions/\(life.id.text)"
    try files.rename("\(folder)/quick.json", to: "\(folder)/other.json", .replacing)

    let found = try findings(life).filter { $0.kind == .tampered }.map(\.file)

    #expect(Set(found) == ["quick.json", "other.json"])
  }

  @Test func `two logs that change places are found`() throws {
    let (scratch, life) = try store()
    let other = SessionLife(scratch.store, number: 2)
    let paths = [life, other].map { "\(scratch.store)/sessions/\($0.id.text)/audit.log" }
    let logs = try paths.map { try files.read($0) }
    try overwrite(paths[0], logs[1])
    try overwrite(paths[1], logs[0])

    #expect(Set(try findings(life).compactMap(\.session)) == [life.id, other.id])
  }

  @Test func `two encrypted files that change places do not open`() throws {
    let (scratch, life) = try store(.encrypted)
    let folder = "\(scratch.store)/sessions/\(life.id.text)"
    let other = "\(scratch.store)/sessions/\(SessionLife("", number: 2).id.text)"
    try overwrite("\(folder)/quick.json", try files.read("\(folder)/computed.json"))
    try overwrite("\(folder)/answers.json", try files.read("\(other)/answers.json"))
    let session = try #require(try life.open(.reading).existingSession(life.id))

    #expect(throws: StoreError.self) { try session.read(.quick) }
    #expect(throws: StoreError.self) { try session.read(.answers) }
    #expect(try findings(life).count >= 2)
  }

  @Test func `a head that was noted shows that the log was taken back`() throws {
    let (scratch, life) = try store()
    let head = try life.open(.reading).head()
    let path = "\(scratch.store)/audit.log"
    let before = try files.read(path)
    try SessionLife(scratch.store, number: 3).live(in: life.open())
    var request = VerificationRequest()
    request.expectedHead = head
    #expect(try life.open(.reading).verify(request).findings == [])

    request.expectedHead = try life.open(.reading).head()
    try overwrite(path, before)
    try files.rename(
      "\(scratch.store)/sessions/\(SessionLife("", number: 3).id.text)",
      to: "\(scratch.path)/away", .replacing)

    #expect(try life.open(.reading).verify(request).findings.contains { $0.kind == .tampered })
  }

  @Test func `a results document with a null and no reason is found, whoever wrote it`() throws {
    let (_, life) = try store()
    let text = String(decoding: life.quick, as: UTF8.self)
    let broken = text.replacing(#""measure": "jitter.local_percent""#, with: #""measure": "x""#)
    try life.open().session(life.id).write(.quick, Array(broken.utf8))

    let found = try findings(life)

    #expect(found.map(\.file) == ["quick.json"])
    #expect(found.first?.problem.contains("jitter.local_percent") ?? false)
  }
}
