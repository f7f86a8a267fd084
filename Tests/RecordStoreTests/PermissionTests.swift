import Foundation
import Glibc
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite(.serialized) struct PermissionTests {
  private let files = POSIXFileSystem()
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// A store in a folder with a session.
  private func store(_ kind: StoreKind = .open) throws -> RecordStore {
    let store = try SessionLife(scratch.store, kind).open()
    try SessionLife("").live(in: store)
    return store
  }

  private func path(_ name: String) -> String {
    "\(scratch.store)/" + name.replacing("ID", with: SessionLife("").id.text)
  }

  @Test(arguments: [mode_t(0), 0o077, 0o022], StoreKind.allCases)
  func `only the owner has access to files and folders, for any umask`(
    mask: mode_t, kind: StoreKind
  ) throws {
    let former = umask(mask)
    defer { umask(former) }
    let store = try store(kind)
    defer { withExtendedLifetime(store) {} }
    _ = try StoreBackup(of: scratch.store, to: "\(scratch.path)/backup").make()

    let paths = try [scratch.store] + Scratch.paths(below: scratch.path)
    for path in paths {
      let facts = try #require(try files.facts(of: path))
      #expect(facts.permissions == (facts.kind == .folder ? 0o700 : 0o600), "\(path)")
    }
    #expect(paths.count > 12)
    #expect(try store.verify().findings == [])
  }

  @Test(
    arguments: [
      "store.sqlite", "store.sqlite-wal", "sessions/ID/artifacts/audio.wav", "sessions/ID",
    ],
    [0o040, 0o004, 0o020] as [mode_t])
  func `access for others is found`(name: String, mode: mode_t) throws {
    let store = try store()
    let own: mode_t = name.hasSuffix("ID") ? 0o700 : 0o600
    _ = unsafe chmod(path(name), own | mode)

    let found = try store.verify().findings

    // The mode of the database shows whether a group may read the store.
    let isGroup = name == "store.sqlite" && mode == 0o040
    #expect(found.map(\.kind) == (isGroup ? [] : [.permissions]))
    #expect(found.allSatisfy { $0.path.hasPrefix(name.prefix(8)) }, "\(found)")
  }

  @Test(arguments: ["sessions", "sessions/ID", "sessions/ID/artifacts/audio.wav"])
  func `a link is found and not followed`(name: String) throws {
    let store = try store()
    try FileManager.default.moveItem(atPath: path(name), toPath: "\(scratch.path)/away")
    try FileManager.default.createSymbolicLink(
      atPath: path(name), withDestinationPath: "\(scratch.path)/away")

    let found = try store.verify().findings

    #expect(found.contains { $0.kind == .tampered && $0.problem.contains("symbolic link") })
  }

  @Test(arguments: [
    ("sessions/ID/artifacts/audio.wav.new", FindingKind.unfinished),
    ("sessions/ID/letter.txt", .tampered), ("sessions/ID/quick.json", .index),
    ("sessions/ID/artifacts/bundle.json", .unfinished), ("sessions/letter.txt", .tampered),
  ])
  func `a file that no row contains is found`(name: String, kind: FindingKind) throws {
    let store = try store()
    try files.replace(path(name), with: [1], durability: .eventual)

    let found = try store.verify().findings

    #expect(
      found.map(\.kind) == [kind]
        && found.first?.path == name.replacing("ID", with: SessionLife("").id.text))
  }

  @Test func `a plain document in an encrypted store is found`() throws {
    let store = try store(.encrypted)
    try files.create(path("sessions/ID/quick.json"), SessionLife("").quick)

    #expect(try store.verify().findings.map(\.kind) == [.tampered])
  }

  @Test func `an audio file that is changed, missing or without a session is found`() throws {
    let store = try store()
    let audio = path("sessions/ID/artifacts/audio.wav")
    let bytes = try files.read(audio)
    try files.replace(audio, with: bytes.dropLast() + [0xFF], durability: .eventual)
    #expect(try store.verify().findings.map(\.file) == ["artifacts/audio.wav"])

    try files.removeFile(audio)
    #expect(try store.verify().findings.map(\.kind) == [.tampered])

    try files.create(audio, bytes)
    #expect(try store.verify().findings == [])
    let other = SessionLife("", number: 2).id.text
    try FileManager.default.createDirectory(
      atPath: path("sessions/\(other)/artifacts"), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try files.create(path("sessions/\(other)/artifacts/audio.wav"), bytes)
    #expect(try store.verify().findings.map(\.kind) == [.unfinished])
  }
}
