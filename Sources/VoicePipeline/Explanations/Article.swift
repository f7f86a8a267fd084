/// Heading with the lines up to the next heading.
struct ArticleSection: Sendable {
  /// Number of number signs.
  let level: Int

  /// Heading without markup.
  let title: String

  /// Lines below the heading, unchanged.
  var lines: [String] = []
}

/// Documentation page about measures.
struct Article: Sendable {
  /// Heading level of sections about all measures of the article.
  private static let sharedLevel = 2

  /// Heading level of measure keys.
  private static let measureLevel = 3

  /// Heading above the measures.
  private static let measuresTitle = "Measures"

  /// Link name of the article.
  let name: String

  /// Sections in order. The first has the title and the abstract.
  let sections: [ArticleSection]

  /// Parses a page.
  init(name: String, markdown: String) {
    self.name = name
    sections = markdown.split(separator: "\n", omittingEmptySubsequences: false)
      .reduce(into: []) { sections, line in
        let level = line.prefix { $0 == "#" }.count
        if level > 0 {
          let title = Markdown.plain(String(line.dropFirst(level))).trimmingSpaces
          sections.append(ArticleSection(level: level, title: title))
        } else if !sections.isEmpty {
          sections[sections.count - 1].lines.append(String(line))
        }
      }
  }

  /// Title of the page.
  var title: String { sections.first?.title ?? name }

  /// Keys of the explained measures in order.
  var keys: [String] { sections.filter { $0.level == Self.measureLevel }.map(\.title) }

  /// Lines below a heading about all measures.
  func sharedLines(_ title: String) -> [String] {
    sections.first { $0.level == Self.sharedLevel && $0.title == title }?.lines ?? []
  }

  /// Lines below a heading of one measure.
  func lines(_ title: String, of key: String) -> [String] {
    guard let start = sections.firstIndex(where: { $0.title == key }) else { return [] }
    return sections[(start + 1)...].prefix { $0.level > Self.measureLevel }
      .first { $0.title == title }?.lines ?? []
  }

  /// Plain text of all sections before the measures.
  var prose: String {
    let general = sections.prefix { $0.title != Self.measuresTitle }
    let lines = general.flatMap { section in
      [section.title, ""] + section.lines.drop(while: \.isEmpty).map { "  " + $0 }
    }
    return Markdown.plain(lines.map(\.trimmingEnd).joined(separator: "\n"))
      .trimmingEnd
  }
}
