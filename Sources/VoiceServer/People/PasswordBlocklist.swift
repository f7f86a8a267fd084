// Blocklist check of passwords (NIST SP 800-63B-4, 3.1.1.2): common passwords and words of the
// context, such as the service name and the e-mail address.

internal import EmbeddedFiles

/// The common passwords of the zxcvbn frequency list (`Passwords/LICENSE.txt`).
struct PasswordBlocklist: Sendable {
  static let common = PasswordBlocklist(EmbeddedFiles.passwords["common-passwords.txt"])
  private static let service = "sagevoice"

  private let words: Set<String>

  private init(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    words = Set(lines.map { String(decoding: $0, as: UTF8.self) })
  }

  /// Returns whether a password is common, a context word or a sequence such as 123456789012. Case,
  /// repetition, and digits or signs at either end do not matter.
  func contains(_ password: String, context: [String] = []) -> Bool {
    let lower = Array(password.lowercased())
    let context = context.map { $0.lowercased() } + [Self.service]
    return Self.isRun(lower)
      || [lower, Self.bare(lower)].contains { text in
        let unit = String(Self.unit(of: text))
        return words.contains(unit) || context.contains(unit)
      }
  }

  /// Returns a text without digits and signs at its ends.
  private static func bare(_ text: [Character]) -> [Character] {
    guard let first = text.firstIndex(where: \.isLetter),
      let last = text.lastIndex(where: \.isLetter)
    else { return [] }
    return Array(text[first...last])
  }

  /// Returns the shortest prefix whose repetition is the text; the text itself without repetition.
  private static func unit(of text: [Character]) -> ArraySlice<Character> {
    let length = (1..<max(1, text.count)).first { length in
      text.count.isMultiple(of: length)
        && text.indices.dropFirst(length).allSatisfy { text[$0] == text[$0 - length] }
    }
    return text.prefix(length ?? text.count)
  }

  /// Returns whether the characters ascend or descend by one; 0 follows 9.
  private static func isRun(_ text: [Character]) -> Bool {
    let codes = text.compactMap(\.asciiValue)
    guard codes.count == text.count, codes.count > 1 else { return false }
    let pairs = zip(codes, codes.dropFirst())
    return pairs.allSatisfy { follows($0, $1) } || pairs.allSatisfy { follows($1, $0) }
  }

  private static func follows(_ code: UInt8, _ next: UInt8) -> Bool {
    if code == UInt8(ascii: "9") { return next == UInt8(ascii: "0") }
    return next == code &+ 1
  }
}
