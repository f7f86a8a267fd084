import CommandSupport
import VoicePipeline

/// The text of `explain`.
enum ExplanationText {
  private static let indent = "  "
  private static let gap = 2

  /// Returns the explanation of one measure with headings.
  /// - Parameter limits: The limits in use, a line each.
  static func text(of explanation: Explanation, limits: [String]) -> String {
    let sections = [
      ("definition", paragraphs(explanation.definition)),
      ("formula", paragraphs(explanation.formula)),
      ("unit", paragraphs(explanation.unit)),
      ("settings", settings(of: explanation)),
      ("source", paragraphs(explanation.source)),
      ("limits", paragraphs(explanation.limits) + inUse(limits)),
      ("unavailable", reasons(of: explanation)),
    ]
    let body = sections.map { key, lines in
      ([commandText("explain.\(key)")] + lines).joined(separator: "\n")
    }
    return
      (["\(explanation.name) (\(explanation.article))"] + body + [
        commandText("explain.more", ["group": topic(of: explanation)]) + "\n" + Notice.measurement
      ]).joined(separator: "\n\n") + "\n"
  }

  /// Returns the name of the article for `explain`: the group, or the article title if the group has
  /// the name of the measure.
  private static func topic(of explanation: Explanation) -> String {
    explanation.group == explanation.name ? explanation.article : explanation.group
  }

  /// Returns one line per measure, unwrapped for line-based searches.
  static func list(of explanations: [Explanation]) -> String {
    let table = TextTable(fitting: explanations.map(\.name), gap: gap)
    return explanations.map { table.line([$0.name, $0.definition]) }.report
  }

  /// Returns the text of articles.
  static func text(of articles: [ArticleText]) -> String {
    (articles.map { wrapped($0.text) } + [Notice.measurement]).joined(separator: "\n\n") + "\n"
  }

  /// Wraps the paragraphs, list items and table rows of an article. Headings have no indent.
  private static func wrapped(_ text: String) -> String {
    var blocks: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.drop { $0 == " " }
      let startsBlock = line.first != " " || isItem(words)
      if let last = blocks.last, !startsBlock, last.hasPrefix(indent) {
        blocks[blocks.count - 1] = "\(last) \(words)"
      } else {
        blocks.append(String(line))
      }
    }
    return blocks.flatMap { block in
      block.hasPrefix(indent)
        ? isItem(block.dropFirst(indent.count))
          ? WrappedText.item(block) : WrappedText.lines(block, indent: indent)
        : [block]
    }.joined(separator: "\n")
  }

  /// Whether a line is a table row or starts with the mark or the number of a list item.
  private static func isItem(_ line: Substring) -> Bool {
    let number = line.prefix { $0.isASCII && $0.isWholeNumber }
    let isNumbered =
      !number.isEmpty && number.count < 3 && line.dropFirst(number.count).hasPrefix(". ")
    return isNumbered || line.hasPrefix("- ") || line.hasPrefix("|")
  }

  private static func inUse(_ limits: [String]) -> [String] {
    guard !limits.isEmpty else { return [] }
    return [indent + commandText("explain.limits_in_use")] + limits.flatMap { WrappedText.item($0) }
  }

  private static func settings(of explanation: Explanation) -> [String] {
    let table = TextTable(fitting: explanation.settings.map(\.name), indent: indent, gap: gap)
    return explanation.settings.map { setting in
      let unit = setting.unit.isEmpty ? "" : " \(setting.unit)"
      return table.line([setting.name, setting.value + unit])
    }
  }

  private static func reasons(of explanation: Explanation) -> [String] {
    explanation.reasons.flatMap { reason in paragraphs("\(reason.code): \(reason.when)") }
  }

  /// Returns wrapped paragraphs, indented.
  private static func paragraphs(_ text: String) -> [String] {
    text.split(separator: "\n").flatMap { WrappedText.lines(String($0), indent: indent) }
  }
}
