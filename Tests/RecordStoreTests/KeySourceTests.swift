// Key sources: files, links to mounted secrets, descriptors and credentials.

import Foundation
import TestSupport
import Testing

@testable import RecordStore

@Suite struct KeySourceTests {
  private let scratch: Scratch
  private let files = POSIXFileSystem()
  private static let bytes = [UInt8](repeating: 7, count: 32)

  init() throws { scratch = try Scratch() }

  private func path(_ name: String) -> String { "\(scratch.path)/\(name)" }

  private func makeKey(_ name: String, mode: Int = 0o600) throws -> String {
    try files.create(path(name), Self.bytes)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
    return path(name)
  }

  private func link(_ name: String, to target: String) throws -> String {
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    return path(name)
  }

  /// Whether a source gives the key of the test files.
  private func isKey(_ source: StoreKeySource) throws -> Bool {
    let wanted = try #require(StoreKeys(bytes: Self.bytes))
    return try source.keys().map(checks(of:)) == checks(of: wanted)
  }

  private func checks(of keys: StoreKeys) -> [String] {
    keys.all.map { $0.check(in: "a store") }
  }

  private func problem(of source: StoreKeySource) -> String {
    let error = #expect(throws: StoreError.self) { try source.keys() }
    guard case .keyFile(_, let problem, _) = error else { return "" }
    return problem
  }

  @Test func `a secret is read through links, as in containers`() throws {
    try files.makeFolder(path("..2026_11"))
    _ = try makeKey("..2026_11/key", mode: 0o400)
    _ = try link("..data", to: "..2026_11")

    let mounted = try link("key", to: "..data/key")

    #expect(try isKey(.file(mounted)))
  }

  @Test func `the mode of a link target is checked`() throws {
    let target = try makeKey("open", mode: 0o640)

    #expect(try problem(of: .file(link("key", to: target))).contains("chmod 600"))
  }

  @Test func `a link without a target is an error`() throws {
    try files.makeFolder(path("folder"))

    #expect(try problem(of: .file(link("a", to: "folder"))).contains("not a regular file"))
    #expect(try problem(of: .file(link("b", to: "nowhere"))) == "the file does not exist")
    #expect(try problem(of: .file(link("c", to: "c"))).contains("link"))
  }

  @Test func `a pipe gives the key once`() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(Self.bytes))
    try pipe.fileHandleForWriting.close()
    let source = StoreKeySource.descriptor(pipe.fileHandleForReading.fileDescriptor)

    #expect(try isKey(source))
    #expect(problem(of: source).contains("neither 32 bytes"))
  }

  @Test func `a store opens twice with a key that was read once`() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(Self.bytes))
    try pipe.fileHandleForWriting.close()

    let address = try StoreAddress(
      folder: scratch.store, key: .descriptor(pipe.fileHandleForReading.fileDescriptor),
      actor: AuditActor(login: "test", userID: 0), clock: FixedClock())

    #expect(try address.open(.writing).isEncrypted)
    #expect(try address.open(.reading).isEncrypted)
  }

  @Test func `the mode of a descriptor's file is checked`() throws {
    let (own, open) = (try makeKey("own"), try makeKey("open", mode: 0o604))
    let first = try #require(FileHandle(forReadingAtPath: own))
    let second = try #require(FileHandle(forReadingAtPath: open))

    #expect(try isKey(.descriptor(first.fileDescriptor)))
    #expect(problem(of: .descriptor(second.fileDescriptor)).contains("chmod 600"))
  }

  @Test func `a closed descriptor is an error`() {
    #expect(problem(of: .descriptor(9_999)) != "")
  }

  @Test(arguments: [0o400, 0o440])
  func `a credential has the mode of systemd`(mode: Int) throws {
    #expect(try isKey(.credential(makeKey("sagevoice-key", mode: mode))))
  }

  @Test(arguments: [0o444, 0o460, 0o401])
  func `a credential with access for others is refused`(mode: Int) throws {
    #expect(
      try problem(of: .credential(makeKey("sagevoice-key", mode: mode))).contains("chmod 600"))
  }

  @Test func `without a source there is no key`() throws {
    #expect(try StoreKeySource.none.keys() == nil)
  }
}
