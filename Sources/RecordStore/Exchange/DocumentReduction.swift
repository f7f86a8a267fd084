// De-identification of documents of the program: numbers, and known words at known keys.

internal import VoiceTypes

struct DocumentReduction {
  /// Members whose texts are words of the program.
  private static let wordKeys: Set<String> = [
    "age_band", "band", "basis", "category", "classification", "code", "condition", "direction",
    "encoding", "families", "family", "grade", "id", "kind", "measure", "measures", "part",
    "preset", "reason", "reasons", "reference_category", "rule", "scale", "schema",
    "settings_sha256", "software", "standing", "state", "status", "tier", "unit", "verdict",
    "version",
  ]

  /// Maps with keys and words of the program.
  private static let openMaps: Set<String> = ["libraries", "settings"]

  /// Maximum bytes of a word. The longest one is a hash of 64 digits.
  private static let longestWord = 80

  private static let punctuation = Set("_-.+/%:".utf8)

  /// The de-identified document.
  /// - Parameter hidden: Keys of the texts to remove from this document.
  static func reduced(_ json: JSONValue, hiding hidden: Set<String> = []) -> JSONValue {
    DocumentReduction(words: wordKeys.subtracting(hidden)).reduced(json, under: "", isOpen: false)
  }

  private let words: Set<String>

  private func reduced(_ value: JSONValue, under key: String, isOpen: Bool) -> JSONValue {
    switch value {
    case .null, .bool, .int, .number: value
    case .string(let text):
      (isOpen || words.contains(key)) && Self.isWord(text) ? value : .null
    case .array(let elements):
      .array(
        elements.compactMap { element -> JSONValue? in
          let kept = reduced(element, under: key, isOpen: isOpen)
          return kept == .null && element != .null ? nil : kept
        })
    case .object(let members): .object(reduced(members, isOpen: isOpen))
    }
  }

  private func reduced(_ members: [JSONValue.Member], isOpen: Bool) -> [JSONValue.Member] {
    let age = Deidentification.age(members.first { $0.key == "age" }?.value)
    return members.flatMap { member -> [JSONValue.Member] in
      let key = member.key
      if key == "age" { return [.init(key, age.exact)] }
      if key == "age_band", age.band != .null { return [.init(key, age.band)] }
      if key.hasSuffix("_at") || key.hasSuffix("_on") {
        let stem = String(key.dropLast(3))
        return [.init("\(stem)_year", Deidentification.year(member.value))]
      }
      return [
        .init(key, reduced(member.value, under: key, isOpen: isOpen || Self.openMaps.contains(key)))
      ]
    }
  }

  /// Whether a text is one word without a date. Free texts contain spaces, and addresses contain other characters.
  private static func isWord(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty, bytes.count <= longestWord, !hasDate(bytes) else { return false }
    return bytes.allSatisfy { byte in
      isDigit(byte) || punctuation.contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
  }

  /// Whether the bytes contain a date of the form 2026-01-31.
  private static func hasDate(_ bytes: [UInt8]) -> Bool {
    let form = Array("0000-00-00".utf8)
    guard bytes.count >= form.count else { return false }
    return (0...(bytes.count - form.count)).contains { start in
      zip(form, bytes[start...]).allSatisfy { sign, byte in
        sign == UInt8(ascii: "0") ? isDigit(byte) : byte == sign
      }
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
