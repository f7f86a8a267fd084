// Explanations for a person at a terminal.

import VoicePipeline

/// The text behind `explain`.
enum ExplanationText {
  private static let columns = 80
  private static let indent = "  "

  /// One measure under its headings.
  static func text(of explanation: Explanation) -> String {
    let sections = [
      ("Definition", paragraphs(explanation.definition)),
      ("Formula", paragraphs(explanation.formula)),
      ("Unit", paragraphs(explanation.unit)),
      ("Settings", settings(of: explanation)),
      ("Source", paragraphs(explanation.source)),
      ("Limits", paragraphs(explanation.limits)),
      ("When it is unavailable", reasons(of: explanation)),
    ]
    let body = sections.map { title, lines in ([title] + lines).joined(separator: "\n") }
    return
      (["\(explanation.name) (\(explanation.article))"] + body + [
        "More: sagevoice explain \(explanation.group)\n\(TextReport.notice)"
      ]).joined(separator: "\n\n") + "\n"
  }

  /// A line per measure, however long, so that the list can be searched line by line.
  static func list(of explanations: [Explanation]) -> String {
    let width = explanations.map(\.name.count).max() ?? 0
    return explanations.map { explanation in
      "\(padded(explanation.name, to: width))\(explanation.definition)\n"
    }.joined()
  }

  /// Articles one below the other.
  static func text(of articles: [ArticleText]) -> String {
    (articles.map(\.text) + [TextReport.notice]).joined(separator: "\n\n") + "\n"
  }

  private static func settings(of explanation: Explanation) -> [String] {
    let width = explanation.settings.map(\.name.count).max() ?? 0
    return explanation.settings.map { setting in
      let unit = setting.unit.isEmpty ? "" : " \(setting.unit)"
      return "\(indent)\(padded(setting.name, to: width))\(setting.value)\(unit)"
    }
  }

  /// A name and the gap to the next column.
  private static func padded(_ name: String, to width: Int) -> String {
    name + String(repeating: " ", count: width - name.count + indent.count)
  }

  private static func reasons(of explanation: Explanation) -> [String] {
    explanation.reasons.flatMap { reason in paragraphs("\(reason.code): \(reason.when)") }
  }

  /// Paragraphs broken into lines, each indented.
  private static func paragraphs(_ text: String) -> [String] {
    text.split(separator: "\n").flatMap { paragraph in
      paragraph.split(separator: " ").reduce(into: [String]()) { lines, word in
        if let last = lines.last, last.count + word.count < columns {
          lines[lines.count - 1] += " \(word)"
        } else {
          lines.append(indent + word)
        }
      }
    }
  }
}
