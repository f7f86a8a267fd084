// Copies of a store that were made while somebody wrote to it, from moments put together.

import Foundation
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite final class CopyTests {
  private let files = POSIXFileSystem()
  private let scratch: Scratch
  private let life: SessionLife
  private var moments = 0

  init() throws {
    scratch = try Scratch()
    life = SessionLife(scratch.store)
    try life.live(in: life.open())
    try writeBesideCopies()
  }

  /// Lives two more sessions, the second in the midst of the first, and copies the store after each
  /// change.
  private func writeBesideCopies() throws {
    let store = try life.open()
    let lives = [2, 3].map { SessionLife(scratch.store, number: $0) }
    let changes = lives.map { $0.changes(in: store) }
    try keepMoment()
    for (life, index) in [(0, 0), (0, 1), (1, 0), (0, 2), (1, 1), (1, 2), (0, 3), (0, 4), (1, 3)] {
      try store.session(lives[life].id).commit(changes[life][index])
      try keepMoment()
    }
  }

  private func keepMoment() throws {
    try FileManager.default.copyItem(atPath: scratch.store, toPath: "\(scratch.path)/m\(moments)")
    moments += 1
  }

  /// A store with some of its files from one moment and all others from another.
  private func mixed(
    _ first: Int, _ second: Int, _ isOfSecond: (String) -> Bool
  ) throws -> [Finding] {
    let copy = "\(scratch.path)/copy"
    try? FileManager.default.removeItem(atPath: copy)
    try FileManager.default.copyItem(atPath: "\(scratch.path)/m\(first)", toPath: copy)
    let source = "\(scratch.path)/m\(second)"
    for case let name as String in FileManager.default.enumerator(atPath: source)?.allObjects ?? []
    where try files.facts(of: "\(source)/\(name)")?.kind == .file && isOfSecond(name) {
      try? FileManager.default.createDirectory(
        atPath: URL(fileURLWithPath: "\(copy)/\(name)").deletingLastPathComponent().path,
        withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try? files.removeFile("\(copy)/\(name)")
      try FileManager.default.copyItem(atPath: "\(source)/\(name)", toPath: "\(copy)/\(name)")
    }
    return try SessionLife(copy).open(.reading).verify().findings
  }

  @Test func `a copy whose log is of another moment than its sessions is not called tampered`()
    throws
  {
    var kinds: Set<FindingKind> = []
    for first in 0..<moments {
      for second in 0..<moments where first != second {
        let found = try mixed(first, second) { $0 == "audit.log" }
        #expect(found.allSatisfy { $0.kind != .tampered }, "\(first) \(second): \(found)")
        kinds.formUnion(found.map(\.kind))
      }
    }
    #expect(kinds.contains(.inconsistentCopy))
  }

  @Test func `a copy whose documents are older than their logs is not called tampered`() throws {
    for first in 0..<moments {
      for second in (first + 1)..<max(first + 1, moments) {
        // A session that had not begun is not in such a copy at all.
        let begun = try files.list("\(scratch.path)/m\(first)/sessions")
        let found = try mixed(first, second) { name in
          name == "audit.log" || begun.contains { name == "sessions/\($0)/audit.log" }
        }
        #expect(found.allSatisfy { $0.kind != .tampered }, "\(first) \(second): \(found)")
      }
    }
  }

  @Test func `a document that was taken back to an earlier one is found`() throws {
    let last = moments - 1

    let found = try mixed(last, 4) { $0.hasSuffix("000000000002/state.json") }

    #expect(found.contains { $0.kind == .inconsistentCopy && $0.file == "state.json" })
  }

  @Test func `a recording that is taken out is tampering, beside copies too`() throws {
    try files.removeFile("\(scratch.store)/sessions/\(life.id.text)/artifacts/audio.wav")

    #expect(try life.open(.reading).verify().findings.map(\.kind) == [.tampered])
  }
}
