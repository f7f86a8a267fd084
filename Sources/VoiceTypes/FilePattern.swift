// Shell patterns: `*` is any run of characters, `?` any character, `[a-z]` and `[!a-z]` a set, `|`
// an alternative.

/// Shell pattern for a whole file name.
public struct FilePattern: Sendable, Equatable {
  /// Case sensitivity of a match.
  public enum Letters: Sendable {
    case asWritten
    case ofAnyCase
  }

  /// Source text of the pattern.
  public let text: String

  private let letters: Letters

  private enum Part: Sendable, Equatable {
    case character(Character)
    case any
    case run
    case oneOf([ClosedRange<Character>], isNegated: Bool)

    func matches(_ character: Character) -> Bool {
      switch self {
      case .character(let own): own == character
      case .any: true
      case .run: false
      case .oneOf(let ranges, let isNegated):
        ranges.contains { $0.contains(character) } != isNegated
      }
    }
  }

  private let alternatives: [[Part]]

  /// Parses a pattern. A bracket without its closing bracket matches itself.
  public init(_ text: String, letters: Letters = .asWritten) {
    self.text = text
    self.letters = letters
    var alternatives: [[Part]] = []
    var parts: [Part] = []
    var rest = letters.compared(in: text)[...]
    while let first = rest.popFirst() {
      switch first {
      case "*": parts.append(.run)
      case "?": parts.append(.any)
      case "|":
        alternatives.append(parts)
        parts = []
      case "[":
        if let set = Self.parseSet(from: &rest) { parts.append(set) } else { fallthrough }
      default: parts.append(.character(first))
      }
    }
    self.alternatives = alternatives + [parts]
  }

  /// Whether the pattern matches the whole of `name`.
  public func matches(_ name: String) -> Bool {
    let name = letters.compared(in: name)
    return alternatives.contains { Self.matches(name, $0) }
  }

  private static func matches(_ name: [Character], _ parts: [Part]) -> Bool {
    var (part, position) = (0, 0)
    var afterRun: (part: Int, position: Int)?
    while position < name.count {
      if part < parts.count, parts[part] == .run {
        part += 1
        afterRun = (part, position)
      } else if part < parts.count, parts[part].matches(name[position]) {
        part += 1
        position += 1
      } else if let run = afterRun {
        // Extend the run by one character and retry the remaining parts after it.
        afterRun = (run.part, run.position + 1)
        (part, position) = (run.part, run.position + 1)
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { $0 == .run }
  }

  /// Parses the set after an opening bracket and consumes the closing bracket; nil without one.
  private static func parseSet(from rest: inout ArraySlice<Character>) -> Part? {
    var inner = rest
    let isNegated = inner.first == "!"
    if isNegated { inner.removeFirst() }
    var ranges: [ClosedRange<Character>] = []
    while let low = inner.popFirst() {
      if low == "]" && !ranges.isEmpty {
        rest = inner
        return .oneOf(ranges, isNegated: isNegated)
      }
      guard inner.first == "-", let high = inner.dropFirst().first, high != "]" else {
        ranges.append(low...low)
        continue
      }
      inner = inner.dropFirst(2)
      ranges.append(min(low, high)...max(low, high))
    }
    return nil
  }
}

extension FilePattern.Letters {
  /// Characters to compare.
  fileprivate func compared(in text: String) -> [Character] {
    switch self {
    case .asWritten: Array(text)
    case .ofAnyCase: Array(text.lowercased())
    }
  }
}
