import Glibc
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite(.serialized) struct PermissionTests {
  private let files = POSIXFileSystem()

  /// Everything below a folder.
  private func tree(_ path: String) throws -> [String] {
    try files.list(path).flatMap { name -> [String] in
      let child = "\(path)/\(name)"
      let isFolder = try files.facts(of: child)?.kind == .folder
      return [child] + (isFolder ? try tree(child) : [])
    }
  }

  @Test(arguments: [mode_t(0), 0o077, 0o022], StoreKind.allCases)
  func `files and folders are their owner's alone, whatever the umask`(
    mask: mode_t, kind: StoreKind
  ) throws {
    let scratch = try Scratch()
    let former = umask(mask)
    defer { umask(former) }
    let life = SessionLife(scratch.store, kind)
    let store = try life.open()
    try life.live(in: store)
    try store.keep(["a": 1], for: store.userHash(of: "u"), reason: "first")
    try files.create("\(scratch.path)/bad", [1])
    try store.keepFailed(
      FailedFile(
        source: "\(scratch.path)/bad", name: "bad",
        fault: StateFault("x", message: "m", advice: "a"), session: life.id))

    let paths = try [scratch.store] + tree(scratch.store)
    for path in paths {
      let facts = try #require(try files.facts(of: path))
      #expect(facts.permissions == (facts.kind == .folder ? 0o700 : 0o600), "\(path)")
    }
    print("modes: \(paths.count) files and folders, umask \(mask), \(kind)")
    #expect(paths.count > 20)
  }

  @Test func `a key file that others may read is refused`() throws {
    let scratch = try Scratch()
    let path = "\(scratch.path)/key"
    try files.create(path, [UInt8](repeating: 1, count: 32))
    _ = unsafe chmod(path, 0o640)

    let error = #expect(throws: StoreError.self) { try StoreKeys(fileAt: path) }

    #expect(error?.description.contains("chmod 600") ?? false)
  }

  @Test(arguments: [
    [UInt8](repeating: 9, count: 32), Array(String(repeating: "0aF9", count: 16).utf8),
    Array((String(repeating: "0aF9", count: 16) + "\n").utf8),
  ])
  func `a key is 32 bytes or 64 digits`(contents: [UInt8]) throws {
    let scratch = try Scratch()
    let path = "\(scratch.path)/key"
    try files.create(path, contents)

    _ = try StoreKeys(fileAt: path)
  }

  @Test(arguments: [[], [1, 2, 3], Array(String(repeating: "g", count: 64).utf8)] as [[UInt8]])
  func `anything else is no key`(contents: [UInt8]) throws {
    let scratch = try Scratch()
    let path = "\(scratch.path)/key"
    try files.create(path, contents)

    #expect(throws: StoreError.self) { try StoreKeys(fileAt: path) }
  }
}
