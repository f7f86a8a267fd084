// Source text taken apart into code and string literals, so that a word in a comment is not
// mistaken for code. No parser: comments, strings with interpolation and raw strings are enough
// for sources that have no regex literals (a test says so).

import TestSupport

/// One Swift file.
struct SwiftSource: Sendable {
  /// A string literal and the line it starts on.
  struct Literal: Sendable, Equatable {
    let text: String
    let line: Int
  }

  /// Where the file is, from the root of the checkout.
  let path: String

  /// All of it.
  let text: String

  /// The code: comments and the contents of strings left out, line breaks kept.
  let code: String

  /// The lines of the code, without the space around them.
  let codeLines: [String]

  /// The string literals, without their interpolations.
  let literals: [Literal]

  /// The modules that are imported.
  let imports: Set<String>

  init(path: String, text: String) {
    var lexer = Lexer(text)
    lexer.lexCode(isInterpolation: false)
    self.path = path
    self.text = text
    code = lexer.code
    codeLines = lexer.code.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmed }
    literals = lexer.literals
    imports = Self.imports(of: codeLines)
  }

  /// The numbers of the lines, from 1, whose code has a match.
  func lines(matching pattern: String) throws -> [Int] {
    let pattern = try Pattern.of(pattern)
    return codeLines.enumerated()
      .filter { !$0.element.isEmpty && pattern.isFound(in: $0.element) }
      .map { $0.offset + 1 }
  }

  private static func imports(of lines: [String]) -> Set<String> {
    Set(
      lines.compactMap { line in
        // The expression is slow, and few lines can match it.
        guard line.contains("import ") else { return nil }
        return line.wholeMatch(
          of: /(?:@\w+ )*(?:(?:public|package|internal|private) )?import (.+)/
        ).map { String($0.1.split(separator: ".").first ?? "").trimmed }
      })
  }
}

extension StringProtocol {
  /// Without the spaces at both ends.
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

private struct Lexer {
  private let characters: [Character]
  private var position = 0
  private var line = 1
  private(set) var code = ""
  private(set) var literals: [SwiftSource.Literal] = []

  init(_ text: String) { characters = Array(text) }

  /// Reads code to its end; inside a string to the parenthesis that ends the interpolation.
  mutating func lexCode(isInterpolation: Bool) {
    var depth = 0
    while position < characters.count {
      if isInterpolation && depth == 0 && characters[position] == ")" { return }
      if starts("//") {
        while position < characters.count && characters[position] != "\n" { step() }
      } else if starts("/*") {
        skipComment()
      } else if let pounds = openingPounds() {
        lexString(pounds: pounds)
      } else {
        if characters[position] == "(" { depth += 1 }
        if characters[position] == ")" { depth -= 1 }
        if characters[position] != "\n" { code.append(characters[position]) }
        step()
      }
    }
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if starts("/*") {
        depth += 1
        step(2)
      } else if starts("*/") {
        depth -= 1
        step(2)
      } else {
        step()
      }
    } while depth > 0 && position < characters.count
  }

  private mutating func lexString(pounds: Int) {
    let start = line
    let fence = String(repeating: "#", count: pounds)
    step(pounds)
    let quote = starts("\"\"\"") ? "\"\"\"" : "\""
    step(quote.count)
    code += "\""
    var content = ""
    while position < characters.count && !starts(quote + fence) {
      if starts("\\" + fence + "(") {
        step(2 + pounds)
        code += "("
        lexCode(isInterpolation: true)
        code += ")"
        step()
      } else {
        let count = starts("\\" + fence) ? 2 + pounds : 1
        content += String(characters[position...].prefix(count))
        step(count)
      }
    }
    step(quote.count + pounds)
    code += "\""
    literals.append(.init(text: content, line: start))
  }

  /// The number of `#` before a quotation mark that starts here; nil where no string starts.
  private func openingPounds() -> Int? {
    let rest = characters[position...]
    let pounds = rest.prefix { $0 == "#" }.count
    return rest.dropFirst(pounds).first == "\"" ? pounds : nil
  }

  private func starts(_ text: String) -> Bool { characters[position...].starts(with: text) }

  /// Line breaks go into the code wherever they stand, so that its lines keep their numbers.
  private mutating func step(_ count: Int = 1) {
    for _ in 0..<count where position < characters.count {
      if characters[position] == "\n" {
        line += 1
        code.append("\n")
      }
      position += 1
    }
  }
}
