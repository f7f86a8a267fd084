// Formats of key files. Error messages never contain a key.

import TestSupport
import Testing

@testable import RecordStore

@Suite struct KeyFileTests {
  private static let one = String(repeating: "0aF9", count: 16)
  private static let two = String(repeating: "b1", count: 32)

  /// 64 digits that end with a number.
  private static func digits(of number: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: 64 - text.count) + text
  }

  private func keys(_ text: String) throws(StoreError) -> StoreKeys {
    try keys(Array(text.utf8))
  }

  private func keys(_ contents: [UInt8]) throws(StoreError) -> StoreKeys {
    guard let scratch = try? Scratch() else { throw .readOnly }
    let path = "\(scratch.path)/key"
    do throws(FileSystemError) {
      try POSIXFileSystem().create(path, contents)
    } catch {
      throw .fileSystem(error)
    }
    return try StoreKeys(fileAt: path)
  }

  @Test func `the first line is the current key, with any comments`() throws {
    let text = "# since autumn\n\n  2026-b \t\(Self.one)  \n#2025-a \(Self.two)\nold \(Self.two)"

    let found = try keys(text)

    #expect(found.all.map(\.id) == ["2026-b", "old"])
    #expect(found.first.bytes == Array(repeating: [0x0A, 0xF9], count: 16).flatMap(\.self))
    #expect(found.all[1].bytes == [UInt8](repeating: 0xB1, count: 32))
  }

  @Test func `a byte order mark before a key is skipped`() throws {
    let found = try keys("\u{FEFF}2026-b \(Self.one)\n")

    #expect(found.all.map(\.id) == ["2026-b"])
    #expect(try keys("\u{FEFF}\(Self.two)").first.id == keys(Self.two).first.id)
  }

  @Test func `a single key has a name derived from it`() throws {
    let bytes = [UInt8](repeating: 0xB1, count: 32)

    let (raw, digits, other) = (try keys(bytes), try keys(Self.two), try keys(Self.one + "\n"))

    #expect(raw.first.id == digits.first.id && raw.first.id != other.first.id)
    #expect(raw.first.id.wholeMatch(of: /[0-9a-f]{8}/) != nil)
    #expect(!Self.two.contains(raw.first.id))
    #expect(raw.all.count == 1 && digits.first.bytes == bytes)
  }

  @Test(arguments: [
    ("a \(one)\nb \(one.dropLast())", "line 2"), ("a \(one)\n\(two)", "line 2"),
    ("A \(one)", "line 1"), ("a_b \(one)", "line 1"), ("a \(one) \(two)", "line 1"),
    ("\(String(repeating: "a", count: 33)) \(one)", "line 1"), ("ä \(one)", "line 1"),
    ("a \(one)\r\nb \(two)", "line 1"), ("a \(one)\n\na \(two)", "lines 1 and 3"),
    ("a \(one)\nb \(one.lowercased())", "lines 1 and 2"), ("a \(one)x", "line 1"),
    ("# nothing else", "neither 32 bytes"), ("a\(one)", "neither 32 bytes"),
    ("", "neither 32 bytes"), (String(repeating: "g", count: 64), "neither 32 bytes"),
  ])
  func `a message about an invalid line has its number, and no key`(text: String, place: String) {
    let error = #expect(throws: StoreError.self) { try keys(text) }

    #expect(error?.description.contains(place) ?? false, "\(error.map(\.description) ?? "")")
    for key in [Self.one, Self.two] {
      #expect(error?.description.lowercased().contains(key.lowercased().prefix(8)) == false)
    }
  }

  @Test func `a name has 1 to 32 characters, and a file may have many keys`() throws {
    let longest = String(repeating: "z", count: 32)
    let many = (0..<100).map { "key-\($0) \(Self.digits(of: $0))" }.joined(separator: "\n")

    #expect(try keys("\(longest) \(Self.one)").first.id == longest)
    #expect(try keys(many).all.count == 100)
  }

  @Test func `an incompletely read file is invalid`() {
    let long = "a \(Self.one)\n" + String(repeating: "# a remark\n", count: 2_000)

    let error = #expect(throws: StoreError.self) { try keys(long) }

    #expect(error?.description.contains("too large") ?? false)
  }
}
