// Searches unparsed files for a person: members in JSON, words in other text.

internal import VoiceTypes

/// The certainty of a match.
package enum PersonalDataMatch: Int, Comparable, Sendable {
  case none
  /// The identifier within other words.
  case possible
  /// The identifier as a separate word.
  case certain

  package static func < (first: PersonalDataMatch, second: PersonalDataMatch) -> Bool {
    first.rawValue < second.rawValue
  }
}

package struct PersonalDataSearch: Sendable {
  /// Minimum length. Shorter identifiers match too many words [E].
  private static let leastTelling = 3

  /// Members of a sidecar that identify something else than a person.
  private static let otherMembers: Set<String> = [
    "sessionid", "recordedat", "context", "devicemodel", "flags", "consent",
  ]

  private let userID: String
  private let characters: [Character]

  private var isTelling: Bool { characters.count >= Self.leastTelling }

  /// - Precondition: The identifier is not empty.
  package init(for userID: String) {
    precondition(!userID.isEmpty, "the identifier must not be empty")
    self.userID = userID
    characters = Array(userID)
  }

  /// A match in a file name, with or without its endings.
  package func mention(inName name: String) -> PersonalDataMatch {
    var stem = Substring(name)
    var found = mention(inText: name)
    while found != .certain, let point = stem.lastIndex(of: "."), point != stem.startIndex {
      stem = stem[..<point]
      found = max(found, mention(inText: String(stem)))
    }
    return isTelling ? found : min(found, .possible)
  }

  /// A match in the bytes of a file. None in audio.
  package func mention(in bytes: [UInt8]) -> PersonalDataMatch {
    guard !FileText.isSound(bytes) else { return .none }
    return FileText.texts(of: bytes).map { text in
      guard let json = try? JSONValue.parse(Array(text.utf8)) else {
        return mention(inText: FileText.unescaped(text))
      }
      return mention(in: json)
    }.max() ?? .none
  }

  /// Whether a file explicitly names another person.
  package func isOfAnother(_ bytes: [UInt8]) -> Bool {
    guard !FileText.isSound(bytes), let json = try? JSONValue.parse(bytes) else { return false }
    let named = Self.identifiers(in: json)
    return !named.isEmpty && !named.contains { $0.utf8.elementsEqual(userID.utf8) }
  }

  // MARK: - JSON

  private func mention(in json: JSONValue) -> PersonalDataMatch {
    switch json {
    case .object(let members):
      members.map { max(mention(inText: $0.key), mention(in: $0)) }.max() ?? .none
    case .array(let elements): elements.map(mention(in:)).max() ?? .none
    case .string(let text): mention(inText: text)
    case .null, .bool, .int, .number: .none
    }
  }

  private func mention(in member: JSONValue.Member) -> PersonalDataMatch {
    let key = Self.plain(member.key)
    // An age in years is no identifier.
    if key == "age" { return .none }
    if Self.otherMembers.contains(key) {
      return isTelling ? min(mention(in: member.value), .possible) : .none
    }
    guard key == "userid", let text = Self.scalar(member.value) else {
      return mention(in: member.value)
    }
    return text.utf8.elementsEqual(userID.utf8) ? .certain : .none
  }

  /// The values of identifier members, in any spelling of the key.
  private static func identifiers(in json: JSONValue) -> [String] {
    switch json {
    case .object(let members):
      members.flatMap { member in
        plain(member.key) == "userid"
          ? scalar(member.value).map { [$0] } ?? [] : identifiers(in: member.value)
      }
    case .array(let elements): elements.flatMap(identifiers)
    default: []
    }
  }

  private static func plain(_ key: String) -> String {
    key.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  private static func scalar(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .int, .number: value.text(.compact)
    default: nil
    }
  }

  // MARK: - Text

  private func mention(inText text: String) -> PersonalDataMatch {
    // By characters, so the composition of accents does not matter.
    let text = Array(text)
    var found = PersonalDataMatch.none
    guard text.count >= characters.count else { return .none }
    for start in 0...(text.count - characters.count) where text[start] == characters[0] {
      let end = start + characters.count
      guard text[start..<end].elementsEqual(characters) else { continue }
      let isAlone =
        !Self.continuesWord(text[..<start].reversed())
        && !Self.continuesWord(Array(text[end...].prefix(2)))
      if isAlone { return .certain }
      found = isTelling ? .possible : .none
    }
    return found
  }

  /// Whether a word continues with these characters.
  private static func continuesWord(_ rest: some Collection<Character>) -> Bool {
    guard let next = rest.first else { return false }
    if next == "." { return rest.dropFirst().first.map { $0.isLetter || $0.isNumber } ?? false }
    return next.isLetter || next.isNumber || "-@+".contains(next)
  }
}

/// Decodes files as text.
enum FileText {
  /// The first bytes of audio files: RIFF, big-endian RIFF, RF64, Wave64.
  private static let soundBeginnings = ["RIFF", "RIFX", "RF64", "BW64", "riff"].map {
    Array($0.utf8)
  }

  static func isSound(_ bytes: [UInt8]) -> Bool {
    soundBeginnings.contains { bytes.starts(with: $0) }
  }

  /// Possible decodings of the bytes: UTF-8, UTF-16 and Latin-1.
  static func texts(of bytes: [UInt8]) -> [String] {
    if bytes.starts(with: [0xFF, 0xFE]) { return [utf16(bytes.dropFirst(2), low: 0)] }
    if bytes.starts(with: [0xFE, 0xFF]) { return [utf16(bytes.dropFirst(2), low: 1)] }
    let plain = bytes.withoutByteOrderMark
    if let text = String(validating: plain, as: UTF8.self) {
      return plain.contains(0)
        ? [text, utf16(plain[...], low: 0), utf16(plain[...], low: 1)] : [text]
    }
    let latin = plain.map { Character(Unicode.Scalar($0)) }
    return [String(decoding: plain, as: UTF8.self), String(latin)]
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, low: Int) -> String {
    let bytes = Array(bytes)
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      UInt16(bytes[index + low]) | UInt16(bytes[index + 1 - low]) << 8
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// The text with JSON escapes replaced by their characters.
  static func unescaped(_ text: String) -> String {
    var units: [UInt16] = []
    var rest = Array(text.utf16)[...]
    while let unit = rest.popFirst() {
      guard unit == UInt16(UInt8(ascii: "\\")), let kind = rest.popFirst() else {
        units.append(unit)
        continue
      }
      let digits = String(decoding: rest.prefix(4), as: UTF16.self)
      if kind == UInt16(UInt8(ascii: "u")), let code = UInt16(digits, radix: 16) {
        units.append(code)
        rest = rest.dropFirst(4)
      } else {
        // The other JSON escapes cannot occur in identifiers.
        let isItself = [UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/")]
          .contains { UInt16($0) == kind }
        units.append(isItself ? kind : UInt16(UInt8(ascii: " ")))
      }
    }
    return String(decoding: units, as: UTF16.self)
  }
}
