// Reader of Praat's TextGrid files (its manual, "TextGrid file formats").

/// A malformed TextGrid, or a missing or ambiguous interval.
package struct TextGridFault: Error, Sendable, Equatable {
  /// The error message, with the available names.
  package let message: String

  package init(message: String) { self.message = message }
}

/// The interval tiers of a TextGrid. The reader skips point tiers.
package struct TextGrid: Sendable, Equatable {
  /// A labelled interval, in seconds.
  package struct Interval: Sendable, Equatable {
    package let start: Double
    package let end: Double
    package let label: String
  }

  /// A named tier of consecutive intervals.
  package struct Tier: Sendable, Equatable {
    package let name: String
    package let intervals: [Interval]
  }

  package let tiers: [Tier]

  /// Parses the bytes of a file: UTF-8, or UTF-16 with a byte order mark.
  package init(parsing bytes: [UInt8]) throws(TextGridFault) {
    var reader = PraatTokens(of: Self.text(of: bytes))
    guard reader.text()?.hasPrefix("ooTextFile") == true, reader.text() == "TextGrid" else {
      throw TextGridFault(
        message:
          "the file is not a TextGrid in Praat's text format; use \"Save as text file...\"")
    }
    guard reader.number() != nil, reader.number() != nil, let flag = reader.flag() else {
      throw Self.cut
    }
    let count = flag == "exists" ? try Self.count(reader.number()) : 0
    var tiers: [Tier] = []
    for _ in 0..<count {
      if let tier = try Self.tier(&reader) { tiers.append(tier) }
    }
    self.tiers = tiers
  }

  /// Maximum number of tiers, or of entries per tier. A larger count indicates a damaged file.
  private static let mostEntries = 1_000_000.0

  private static let cut = TextGridFault(
    message: "the TextGrid ends early or is damaged; save it from Praat again")

  private static func count(_ number: Double?) throws(TextGridFault) -> Int {
    guard let number, (0...mostEntries).contains(number), number == number.rounded() else {
      throw cut
    }
    return Int(number)
  }

  private static func text(of bytes: [UInt8]) -> String {
    let isBig = bytes.starts(with: [0xFE, 0xFF])
    guard isBig || bytes.starts(with: [0xFF, 0xFE]) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
      UInt16(bytes[isBig ? index : index + 1]) << 8 | UInt16(bytes[isBig ? index + 1 : index])
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Parses the next tier; nil for a point tier.
  private static func tier(_ reader: inout PraatTokens) throws(TextGridFault) -> Tier? {
    guard let kind = reader.text(), let name = reader.text(), reader.number() != nil,
      reader.number() != nil
    else { throw cut }
    let count = try count(reader.number())
    guard kind == "IntervalTier" else {
      for _ in 0..<count where reader.number() == nil || reader.text() == nil { throw cut }
      return nil
    }
    var intervals: [Interval] = []
    for _ in 0..<count {
      guard let start = reader.number(), let end = reader.number(), let label = reader.text()
      else { throw cut }
      intervals.append(Interval(start: start, end: end, label: label))
    }
    return Tier(name: name, intervals: intervals)
  }

  // MARK: - Choosing

  /// Returns the only interval of a label in a tier.
  ///
  /// - Parameters:
  ///   - tier: A tier name; nil for `segment`, as of `--praat-objects`, or the only tier.
  ///   - label: A label; nil for `measured`, as of `--praat-objects`, or the only non-empty label.
  package func interval(tier: String?, label: String?) throws(TextGridFault) -> Interval {
    let chosen = try self.tier(named: tier)
    let labelled = chosen.intervals.filter { !$0.label.isEmpty }
    let found = labelled.filter { $0.label == label ?? Self.ownLabel }
    if found.count == 1 { return found[0] }
    if found.isEmpty, label == nil, labelled.count == 1 { return labelled[0] }
    let what = label.map { "labelled \"\($0)\"" } ?? "with a label"
    let labels = Set(labelled.map { "\"\($0.label)\"" }).sorted().prefix(Self.mostNames)
    throw TextGridFault(
      message:
        "tier \"\(chosen.name)\" has \(label == nil ? labelled.count : found.count) intervals "
        + "\(what); exactly one is required. Its labels are \(Self.list(labels))")
  }

  private static let ownTier = "segment"
  private static let ownLabel = "measured"
  private static let mostNames = 8

  private func tier(named name: String?) throws(TextGridFault) -> Tier {
    let found = tiers.filter { $0.name == name ?? Self.ownTier }
    if found.count == 1 { return found[0] }
    if found.isEmpty, name == nil, tiers.count == 1 { return tiers[0] }
    let names = tiers.map { "\"\($0.name)\"" }.prefix(Self.mostNames)
    let problem =
      name.map { "the TextGrid has \(found.count) interval tiers with the name \"\($0)\"" }
      ?? "the TextGrid has \(tiers.count) interval tiers; name one of them"
    throw TextGridFault(message: "\(problem). Its interval tiers are \(Self.list(names))")
  }

  private static func list(_ names: ArraySlice<String>) -> String {
    names.isEmpty ? "none" : names.joined(separator: ", ")
  }
}

/// Tokenizer of Praat text files. Only free-standing numbers, quoted texts and flags in angle
/// brackets count, so that one reader covers the long and the short form.
private struct PraatTokens {
  private var rest: Substring

  init(of text: String) { rest = text[...] }

  /// Returns the next token if it is a text, or else nil.
  mutating func text() -> String? { if case .text(let text) = next() { text } else { nil } }

  mutating func number() -> Double? {
    if case .number(let number) = next() { number } else { nil }
  }

  mutating func flag() -> String? { if case .flag(let flag) = next() { flag } else { nil } }

  private enum Token {
    case text(String)
    case number(Double)
    case flag(String)
  }

  private mutating func next() -> Token? {
    while let first = rest.first {
      if first == "\"" { return quoted().map { .text($0) } }
      let word = rest.prefix { !$0.isWhitespace && $0 != "\"" }
      if word.isEmpty {
        rest.removeFirst()
        continue
      }
      // A comment extends to the end of its line.
      if word.first == "!" {
        rest = rest.drop { !$0.isNewline }
        continue
      }
      rest = rest[word.endIndex...]
      if word.first == "<", word.last == ">" { return .flag(String(word.dropFirst().dropLast())) }
      if let number = Double(word), number.isFinite { return .number(number) }
    }
    return nil
  }

  /// Parses a text in quotation marks, with inner marks doubled; nil without a closing mark.
  private mutating func quoted() -> String? {
    var text = ""
    rest.removeFirst()
    while let end = rest.firstIndex(of: "\"") {
      text += rest[..<end]
      rest = rest[rest.index(after: end)...]
      guard rest.first == "\"" else { return text }
      text += "\""
      rest.removeFirst()
    }
    return nil
  }
}
