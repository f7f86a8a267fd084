// Passwords that guessers try first (NIST SP 800-63B-4, 3.1.1.2): common ones, and words of the context, as the name
// of the service and the address of the account.

internal import EmbeddedFiles

/// Common passwords, from the frequency list of zxcvbn (`Passwords/LICENSE.txt`).
struct PasswordBlocklist: Sendable {
  /// The list that ships.
  static let common = PasswordBlocklist(EmbeddedFiles.passwords["common-passwords.txt"])

  private static let service = "sagevoice"

  private let words: Set<String>

  private init(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    words = Set(lines.map { String(decoding: $0, as: UTF8.self) })
  }

  /// Whether a password is a common one, a word of the context or a run of neighbours as in 123456789012: also in
  /// capitals, repeated, or with digits and signs at either end.
  func contains(_ password: String, context: [String] = []) -> Bool {
    let lower = Array(password.lowercased())
    let context = context.map { $0.lowercased() } + [Self.service]
    return Self.isRun(lower)
      || [lower, Self.bare(lower)].contains { text in
        let unit = String(Self.unit(of: text))
        return words.contains(unit) || context.contains(unit)
      }
  }

  /// A text without digits and signs at its ends.
  private static func bare(_ text: [Character]) -> [Character] {
    guard let first = text.firstIndex(where: \.isLetter),
      let last = text.lastIndex(where: \.isLetter)
    else { return [] }
    return Array(text[first...last])
  }

  /// The shortest part of which a text is a repetition; the text itself where there is none.
  private static func unit(of text: [Character]) -> ArraySlice<Character> {
    let length = (1..<max(1, text.count)).first { length in
      text.count.isMultiple(of: length)
        && text.indices.dropFirst(length).allSatisfy { text[$0] == text[$0 - length] }
    }
    return text.prefix(length ?? text.count)
  }

  /// Whether each character follows the one before in the alphabet, or each precedes it; 0 follows 9.
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
