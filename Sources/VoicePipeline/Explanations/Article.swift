// An article about measures, as far as its form goes: headings and what stands below them.

/// A heading and the lines up to the next one.
struct ArticleSection: Sendable {
  /// The number of its number signs.
  let level: Int

  /// The heading, without markup.
  let title: String

  /// The lines below it, as they are written.
  var lines: [String] = []
}

/// A page of the documentation that explains measures.
struct Article: Sendable {
  /// The level of headings that hold for all measures of the article.
  private static let sharedLevel = 2

  /// The level of headings that are keys of measures.
  private static let measureLevel = 3

  /// The heading below which measures stand.
  private static let measuresTitle = "Measures"

  /// The name by which other articles link to it.
  let name: String

  /// All sections in order; the first is the title with its abstract.
  let sections: [ArticleSection]

  /// Takes a page apart.
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

  /// The title of the page.
  var title: String { sections.first?.title ?? name }

  /// The keys of the measures that it explains, in order.
  var keys: [String] { sections.filter { $0.level == Self.measureLevel }.map(\.title) }

  /// The lines under a heading that holds for all measures.
  func sharedLines(_ title: String) -> [String] {
    sections.first { $0.level == Self.sharedLevel && $0.title == title }?.lines ?? []
  }

  /// The lines under a heading of one measure.
  func lines(_ title: String, of key: String) -> [String] {
    guard let start = sections.firstIndex(where: { $0.title == key }) else { return [] }
    return sections[(start + 1)...].prefix { $0.level > Self.measureLevel }
      .first { $0.title == title }?.lines ?? []
  }

  /// What is not about a single measure, as plain text.
  func prose(titled name: (String) -> String) -> String {
    let general = sections.prefix { $0.title != Self.measuresTitle }
    let lines = general.flatMap { section in
      [section.title, ""] + section.lines.drop(while: \.isEmpty).map { "  " + $0 }
    }
    return Markdown.plain(lines.map(\.trimmingEnd).joined(separator: "\n"), titled: name)
      .trimmingEnd
  }
}
