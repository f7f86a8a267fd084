// Reads of files of any origin: limited, without links, and not during writes.

import Foundation
import TestSupport
import Testing

@testable import RecordStore

@Suite struct ForeignFileTests {
  private let files = POSIXFileSystem()
  private let scratch: Scratch
  private let path: String

  init() throws {
    scratch = try Scratch()
    path = "\(scratch.path)/a.wav"
  }

  @Test func `a file above the limit is not read, for any declared size`() throws {
    try files.create(path, [1, 2, 3])
    #expect(try files.read(path, atMost: 3) == [1, 2, 3])
    // Four tebibytes, with three bytes allocated.
    try files.truncate(path, to: 1 << 42)

    let error = #expect(throws: FileSystemError.self) { try files.read(path, atMost: 3) }

    #expect(error?.isTooLarge == true)
    #expect(try files.sha256(of: path, atMost: 1 << 22) == nil)
  }

  @Test(arguments: [0, 1, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3 << 20])
  func `a file hashed in blocks has the hash of its bytes`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    try files.create(path, bytes)

    #expect(try files.sha256(of: path, atMost: count) == bytes.sha256)
    if count > 0 { #expect(try files.sha256(of: path, atMost: count - 1) == nil) }
  }

  @Test func `a link is not followed`() throws {
    try files.create(path, [1])
    let link = path + "-link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)

    #expect(throws: FileSystemError.self) { try files.read(link) }
    #expect(throws: FileSystemError.self) { try files.read(link, atMost: 9) }
    #expect(throws: FileSystemError.self) { try files.read(link, from: 0, count: 1) }
    #expect(throws: FileSystemError.self) { try files.copy(link, to: path + "-copy") }
    #expect(throws: FileSystemError.self) { try files.synchronizeFile(link) }
    #expect(files.writers(of: link) == .unknown)
    #expect(try files.list(scratch.path) == ["a.wav", "a.wav-link"])
  }

  @Test func `the list of mounts is read through the link of this process`() throws {
    #expect(try !files.read("/proc/self/mountinfo").isEmpty)
  }

  @Test func `a file that is open for writing has a writer until it is closed`() throws {
    try files.create(path, [1])
    #expect(files.writers(of: path) == .none)
    let writer = try #require(FileHandle(forWritingAtPath: path))
    let reader = try #require(FileHandle(forReadingAtPath: path))

    #expect(files.writers(of: path) == .some)
    try writer.close()
    #expect(files.writers(of: path) == .none)
    try reader.close()
    #expect(files.writers(of: path + "-gone") == .unknown)
  }

  @Test func `a name above the maximum length is no file`() throws {
    let long = scratch.path + "/" + String(repeating: "a", count: 256)

    #expect(try files.facts(of: long) == nil)
    let reading = #expect(throws: FileSystemError.self) { try files.read(long) }
    let making = #expect(throws: FileSystemError.self) { try files.create(long, []) }
    #expect(reading?.isMissing == true)
    #expect(making?.isMissing == false)
  }
}

extension [UInt8] {
  /// The hash of all bytes.
  fileprivate var sha256: String { StoreSecrets.sha256(of: self) }
}
