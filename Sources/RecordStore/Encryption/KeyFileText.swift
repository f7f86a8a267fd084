// The format of key files: 32 bytes, 64 hexadecimal digits, or a name and a key on each line.
//
//   # the first key encrypts new data
//   2026-autumn 5f0c…
//   2025 9a31…

internal import VoiceTypes

/// The contents of key files.
enum KeyFileText {
  /// The reason why contents are no key file. Keys are never part of a message, only line numbers.
  struct Fault: Error {
    static let noKey = Fault(
      "the file contains neither 32 bytes nor 64 hexadecimal digits nor named keys; "
        + "create one with `(umask 077; head -c 32 /dev/urandom > KEY)`")

    let problem: String

    init(_ problem: String) { self.problem = problem }
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let commentSign = UInt8(ascii: "#")
  private static let blanks: Set<UInt8> = [UInt8(ascii: " "), UInt8(ascii: "\t")]
  private static let form =
    "write a name of 1 to 32 lower-case letters, digits and hyphens, a space and 64 hexadecimal digits"

  /// The keys in file order.
  static func keys(in contents: [UInt8]) throws(Fault) -> [StoreKey] {
    if let key = StoreKey(contents) { return [key] }
    let contents = contents.withoutByteOrderMark
    if let key = key(in: contents) { return [key] }
    guard contents.contains(where: { blanks.contains($0) || $0 == commentSign }) else {
      throw .noKey
    }
    return try namedKeys(in: contents)
  }

  /// The only key of 64 digits, with or without a line feed.
  private static func key(in contents: [UInt8]) -> StoreKey? {
    let digits = contents.last == lineFeed ? contents.dropLast() : contents[...]
    return Hex.bytes(of: Array(digits)).flatMap { StoreKey($0) }
  }

  private static func namedKeys(in contents: [UInt8]) throws(Fault) -> [StoreKey] {
    var found: [(line: Int, key: StoreKey)] = []
    let lines = contents.split(separator: lineFeed, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let words = line.split { blanks.contains($0) }
      guard let first = words.first?.first, first != commentSign else { continue }
      guard let key = key(of: words) else {
        throw Fault("line \(index + 1) contains no key; \(form)")
      }
      if let other = found.first(where: { $0.key.id == key.id }) {
        throw Fault(
          "lines \(other.line) and \(index + 1) have the same name; give each key its own name")
      }
      if let other = found.first(where: { $0.key.bytes == key.bytes }) {
        throw Fault("lines \(other.line) and \(index + 1) have the same key; remove one of them")
      }
      found.append((index + 1, key))
    }
    return found.map(\.key)
  }

  private static func key(of words: [ArraySlice<UInt8>]) -> StoreKey? {
    guard words.count == 2 else { return nil }
    let id = String(decoding: words[0], as: UTF8.self)
    guard StoreKey.isName(id), let bytes = Hex.bytes(of: Array(words[1])) else { return nil }
    return StoreKey(bytes, named: id)
  }
}
