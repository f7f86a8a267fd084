/// A text with parameters in braces: `{name}`, or by number as in ICU MessageFormat
/// `{count, plural, one {# session} other {# sessions}}`.
package struct MessageTemplate: Sendable {
  private enum Piece {
    case text(String)
    case parameter(String)
    case plural(String, one: String, other: String)
  }

  private let pieces: [Piece]

  package init(_ text: String) {
    var pieces: [Piece] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = Self.end(of: rest[open...]) {
      pieces.append(.text(String(rest[..<open])))
      pieces.append(Self.piece(rest[rest.index(after: open)..<close]))
      rest = rest[rest.index(after: close)...]
    }
    self.pieces = pieces + [.text(String(rest))]
  }

  /// The names of the parameters in the order of the text.
  package var parameters: [String] {
    pieces.compactMap { piece in
      switch piece {
      case .text: nil
      case .parameter(let name), .plural(let name, _, _): name
      }
    }
  }

  /// The text with values for its parameters; values are not searched for parameters. A parameter
  /// without a value stays in braces.
  package func filled(with values: [String: String], _ language: Language = .english) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): return text
      case .parameter(let name):
        return values[name].map { language.localized($0) } ?? "{\(name)}"
      case .plural(let name, let one, let other):
        let value = values[name] ?? "{\(name)}"
        return (value == "1" ? one : other).replacing("#", with: language.localized(value))
      }
    }.joined()
  }

  /// The brace that closes the first character.
  private static func end(of text: Substring) -> Substring.Index? {
    var depth = 0
    for index in text.indices {
      if text[index] == "{" { depth += 1 }
      if text[index] == "}" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  private static func piece(_ text: Substring) -> Piece {
    let parts = text.split(separator: ",", maxSplits: 2).map { $0.trimmingSpaces }
    guard parts.count == 3, parts[1] == "plural",
      let one = form("one", in: parts[2]), let other = form("other", in: parts[2])
    else { return .parameter(String(text)) }
    return .plural(String(parts[0]), one: one, other: other)
  }

  private static func form(_ name: String, in text: Substring) -> String? {
    guard let start = text.firstRange(of: "\(name) {"),
      let close = end(of: text[text.index(before: start.upperBound)...])
    else { return nil }
    return String(text[start.upperBound..<close])
  }
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }
}

extension Language {
  /// A value with the decimal mark of the language: a decimal comma in German. Words with more than
  /// digits and one point, and numbers with a leading zero, stay: versions and names of files.
  package func localized(_ value: String) -> String {
    guard self == .german, value.contains(".") else { return value }
    return value.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let number = word.drop { "+-−±(".contains($0) }
      let digits = number.split(separator: ".", omittingEmptySubsequences: false)
      let isDecimal =
        digits.count == 2 && digits[0].allSatisfy(\.isASCIIDigit) && !digits[0].isEmpty
        && (digits[0].count == 1 || digits[0].first != "0")
        && digits[1].first?.isASCIIDigit == true
        && digits[1].drop { $0.isASCIIDigit }.allSatisfy { "),;:%".contains($0) }
      return isDecimal ? String(word.replacing(".", with: ",", maxReplacements: 1)) : String(word)
    }.joined(separator: " ")
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
